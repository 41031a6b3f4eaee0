import Words
import Glibc
import Trace

/// Says where addresses of a recorded program lie in its source, so that a trace can be read where the program is not.
///
/// The names come from the files that the process had loaded: functions from their symbol tables, lines from their DWARF line tables. Both are
/// read here and not by the toolchain's `Runtime` module, which knows only the modules of its own process (or of a crash report), takes 60 ms
/// for a handful of frames of a 5 MB debug build, and has no name for anything in a stripped file.
public enum Symbolicator {
    /// Puts names for all places into a trace file; does nothing when they are there.
    ///
    /// Takes some milliseconds for a lab: linear in the trace's data and in the symbol and line tables of the modules concerned.
    /// - Parameters:
    ///   - isStaging: whether a source file is part of a lab's staging.
    ///   - found: the path of a source file here, for its path where the program was built.
    /// - Throws: `ExplainedError` when the file cannot be read as a trace, or cannot be written to.
    public static func annotate(
        path: String, isStaging: (String) -> Bool = { _ in false }, found: (String) -> String = { $0 }
    ) throws(ExplainedError) {
        let unnamed = try PlaceNames.unnamed(path: path)
        guard !unnamed.isAnnotated else { return }
        let names = names(of: unnamed, found: found).map { name in
            var name = name
            name.location.isStaging = isStaging(name.location.file)
            return name
        }
        try PlaceNames.append(names, to: path)
    }

    /// The places of return addresses in a program's file, in their order; nil for an address that lies outside of it.
    ///
    /// `addresses` are counted from where the file was loaded. Linear in the file's symbol and line tables.
    public static func locations(ofReturnAddresses addresses: [UInt64], inProgram path: String) -> [Trace.Place.Location?] {
        locations(of: [(.calls, addresses)], inProgram: path)[0]
    }

    /// The places of closures in a program's file, by their first instructions; the same otherwise.
    public static func locations(ofClosures addresses: [UInt64], inProgram path: String) -> [Trace.Place.Location?] {
        locations(of: [(.closures, addresses)], inProgram: path)[0]
    }

    /// The addresses of one kind, for ``locations(of:inProgram:)``.
    public enum Kind: Sendable {
        /// Return addresses of calls; first instructions of closures; return addresses of the calls that report a read or a change.
        ///
        /// The compiler gives no line to some accesses: these get that of the statement that they belong to.
        case calls, closures, reads, changes
    }

    /// The places of addresses of several kinds, in their order: the file is read once. No address may be in two lists.
    public static func locations(of lists: [(kind: Kind, addresses: [UInt64])], inProgram path: String) -> [[Trace.Place.Location?]] {
        let size = UInt64(max(0, fileSize(path)))
        let module = Trace.Module(firstAddress: 0, size: size, path: path)
        let wanted = lists.flatMap { kind, addresses in
            // A call returns to the instruction after it, which may belong to another line.
            addresses.filter { $0 > 0 && $0 <= size }.map { address in
                Wanted(
                    address: address, isClosure: kind == .closures, lookup: kind == .closures ? address : address - 1,
                    kind: kind == .reads ? .read : kind == .changes ? .change : .call)
            }
        }
        let found = Dictionary(names(wanted, in: module).map { ($0.address, $0.location) }, uniquingKeysWith: { first, _ in first })
        return lists.map { $0.addresses.map { found[$0] } }
    }

    /// The variable of a program that lies at an address, counted from where its file was loaded: its symbol, and its name as one would say it.
    ///
    /// nil where no global or static variable of the program lies. Linear in the file's symbol table.
    public static func variable(at address: UInt64, inProgram path: String) -> (symbol: String, name: String)? {
        guard let file = ELFFile(path: path), let symbol = file.variable(at: address &+ file.lowestAddress) else { return nil }
        return (symbol, SymbolName.shortened(Demangler.demangled(symbol) ?? symbol))
    }

    private static func fileSize(_ path: String) -> Int {
        var facts = stat()
        return stat(path, &facts) == 0 ? Int(facts.st_size) : 0
    }

    /// The names of the addresses of a trace.
    static func names(of unnamed: PlaceNames.Unnamed, found: (String) -> String = { $0 }) -> [PlaceNames.Name] {
        let modules = unnamed.modules.sorted { $0.firstAddress < $1.firstAddress }
        let starts = modules.map(\.firstAddress)
        // The instruction of a call lies before its return address.
        var wanted: [Wanted] = unnamed.calls.map { Wanted(address: $0, isClosure: false, lookup: $0 &- 1) }
        wanted += unnamed.closures.map { Wanted(address: $0, isClosure: true, lookup: $0) }
        var byModule: [Int: [Wanted]] = [:]
        for address in wanted {
            // The last module that begins at or below the address.
            let module = starts.partitioningIndex { $0 > address.lookup } - 1
            guard module >= 0, address.lookup - modules[module].firstAddress < modules[module].size else { continue }
            byModule[module, default: []].append(address)
        }
        return byModule.sorted { $0.key < $1.key }.flatMap { index, wanted in names(wanted, in: modules[index], found: found) }
    }

    private struct Wanted {
        var address: UInt64
        var isClosure: Bool
        var lookup: UInt64
        var kind = ELFFile.Instruction.Kind.call
    }

    private static func names(
        _ wanted: [Wanted], in module: Trace.Module, found: (String) -> String = { $0 }
    ) -> [PlaceNames.Name] {
        let file = ELFFile(path: module.path)
        let bias = module.firstAddress &- (file?.lowestAddress ?? 0)
        let functions = file?.functions(at: Set(wanted.map { $0.lookup &- bias }).sorted()) ?? [:]
        // Many closures are called through a forwarder, which has no lines.
        let targets = file?.addresses(named: Set(functions.values.compactMap { forwarded($0.name) })) ?? [:]
        func instruction(_ place: Wanted) -> ELFFile.Instruction {
            let address = place.lookup &- bias
            guard let function = functions[address] else { return ELFFile.Instruction(address: address, function: address..<address) }
            if let name = forwarded(function.name), let target = targets[name] {
                return ELFFile.Instruction(address: target.lowerBound, function: target)
            }
            return ELFFile.Instruction(address: address, function: function.addresses, kind: place.kind)
        }
        let lines = file?.lines(at: Array(Set(wanted.map(instruction)))) ?? [:]
        var source = SourceLines(builtInto: module.path)
        let moduleName = module.path.split(separator: "/").last.map(String.init) ?? "program"
        return wanted.map { place in
            let address = place.lookup &- bias
            var line = lines[instruction(place).address]
            if let path = line?.file { line?.file = found(path) }
            let function = functions[address].map { SymbolName.shortened(Demangler.demangled($0.name) ?? $0.name) }
            return PlaceNames.Name(
                address: place.address, isClosure: place.isClosure,
                location: Trace.Place.Location(
                    function: function ?? "\(moduleName)+0x\(String(address, radix: 16))", file: line?.file ?? "", line: line?.line ?? 0,
                    text: line.map { source.text(of: $0.file, line: $0.line) } ?? ""))
        }
    }

    /// The target symbol of a forwarder, which has no lines of its own: for a closure that captures
    /// ("…TA", with a number where there are several) or that C code calls ("…To"); nil for any
    /// other symbol.
    static func forwarded(_ symbol: String) -> String? {
        var name = Substring(symbol)
        if let dot = name.lastIndex(of: "."), name[dot...].dropFirst().allSatisfy(\.isNumber) { name = name[..<dot] }
        guard name.hasPrefix("$s"), name.hasSuffix("TA") || name.hasSuffix("To") else { return nil }
        return String(name.dropLast(2))
    }
}

/// The runtime's own demangler.
enum Demangler {
    @_silgen_name("swift_demangle")
    private static func swiftDemangle(
        _ name: UnsafePointer<CChar>?, _ length: UInt, _ buffer: UnsafeMutablePointer<CChar>?, _ size: UnsafeMutablePointer<UInt>?,
        _ flags: UInt32
    ) -> UnsafeMutablePointer<CChar>?

    /// A Swift symbol as a declaration; nil for a symbol of another language.
    static func demangled(_ symbol: String) -> String? {
        guard let text = swiftDemangle(symbol, UInt(symbol.utf8.count), nil, nil, 0) else { return nil }
        defer { free(text) }
        let name = String(cString: text)
        return name == symbol ? nil : name
    }
}
