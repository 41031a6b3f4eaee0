import Words
import Glibc
import Testing
import Trace

@testable import Symbols

/// A function whose address and line the tests know.
private enum Landmark {
    static let line = #line + 2
    static let function: @convention(c) (Int32) -> Int32 = { number in
        number &* 31
    }

    static var address: UInt64 { UInt64(UInt(bitPattern: unsafeBitCast(function, to: UnsafeRawPointer.self))) }
}

@Suite("Names for the addresses of a trace") struct SymbolicatorTests {
    /// The file that an address of this process was loaded from, and where.
    private func module(of address: UInt64) throws -> Trace.Module {
        var bases: [String: UInt64] = [:]
        for line in String(decoding: try bytes(ofFile: "/proc/self/maps"), as: UTF8.self).split(separator: "\n") {
            let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
            guard fields.count == 6, let path = fields.last.map(String.init)?.drop(while: { $0 == " " }) else { continue }
            let range = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
            try #require(range.count == 2)
            let base = min(bases[String(path)] ?? .max, range[0])
            bases[String(path)] = base
            if (range[0]..<range[1]).contains(address) {
                return Trace.Module(firstAddress: base, size: range[1] - base, path: String(path))
            }
        }
        throw ExplainedError(.notFound, "No file holds this address.", cure: "Ask for another.")
    }

    private func name(_ address: UInt64, isClosure: Bool, in module: Trace.Module) throws -> Trace.Place.Location {
        let unnamed = PlaceNames.Unnamed(
            isAnnotated: false, modules: [module], calls: isClosure ? [] : [address], closures: isClosure ? [address] : [])
        return try #require(Symbolicator.names(of: unnamed).first).location
    }

    private func temporaryFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        var path = Array("/tmp/interleave-symbols-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        try #require(descriptor >= 0)
        let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(name) }
        try #require(bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } == bytes.count)
        close(descriptor)
        try body(name)
    }

    private func bytes(ofFile path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(descriptor, &part, part.count)
            if count <= 0 { return bytes }
            bytes += part[..<count]
        }
    }

    @Test("A closure of a program is named with its function, file and line")
    func program() throws {
        let location = try name(Landmark.address, isClosure: true, in: module(of: Landmark.address))
        #expect(location.function.hasSuffix("in Landmark.function"))
        #expect(location.function.hasPrefix("closure #1"))
        #expect(location.file.hasSuffix("SymbolicatorTests.swift"))
        #expect((Landmark.line - 1...Landmark.line).contains(location.line))
    }

    @Test("A function of a shared library without debug information is named without a line")
    func library() throws {
        let symbol = try #require(dlsym(UnsafeMutableRawPointer(bitPattern: 0), "swift_retain"))
        let address = UInt64(UInt(bitPattern: symbol))
        let location = try name(address + 1, isClosure: false, in: module(of: address))
        #expect(location == Trace.Place.Location(function: "swift_retain"))
    }

    @Test("An address in no module keeps no name, and one in a file that is gone gets file and offset")
    func unknown() throws {
        let gone = Trace.Module(firstAddress: 0x10_000, size: 0x1000, path: "/nowhere/album")
        let unnamed = PlaceNames.Unnamed(isAnnotated: false, modules: [gone], calls: [0x5, 0x10_235, 0x20_000], closures: [])
        let names = Symbolicator.names(of: unnamed)
        #expect(names.map(\.address) == [0x10_235])
        #expect(names.map(\.location) == [Trace.Place.Location(function: "album+0x234")])
    }

    @Test("In a stripped file the exported names remain, and file and offset where there is no exported name")
    func stripped() throws {
        let symbol = try #require(dlsym(UnsafeMutableRawPointer(bitPattern: 0), "swift_retain"))
        let address = UInt64(UInt(bitPattern: symbol))
        let library = try module(of: address)
        var bytes = try bytes(ofFile: library.path)
        func number(_ offset: Int, _ size: Int) -> Int { (0..<size).reversed().reduce(0) { $0 << 8 | Int(bytes[offset + $1]) } }
        // Takes the type from a symbol table, as if it were not there.
        func hide(_ type: Int) {
            for index in 0..<number(60, 2) {
                let header = number(40, 8) + index * 64
                if number(header + 4, 4) == type { bytes[header + 4] = 0 }
            }
        }
        hide(2)
        try temporaryFile(bytes) { path in
            let copy = Trace.Module(firstAddress: library.firstAddress, size: library.size, path: path)
            let found = try name(address, isClosure: true, in: copy)
            #expect(found.function == "swift_retain")
        }
        hide(11)
        try temporaryFile(bytes) { path in
            let copy = Trace.Module(firstAddress: library.firstAddress, size: library.size, path: path)
            let file = path.split(separator: "/").last ?? ""
            let found = try name(address, isClosure: true, in: copy)
            #expect(found.function == "\(file)+0x\(String(address - library.firstAddress, radix: 16))")
        }
    }

    @Test("An annotated trace carries its names, and is not annotated twice")
    func annotate() throws {
        let address = Landmark.address
        let module = try module(of: address)
        var encoder = TraceEncoder()
        encoder.append(
            .moduleLoaded, at: 1, lane: 1, object: module.firstAddress, argument: module.size, text: module.path, isPinned: true)
        for number in 0..<3 as Range<UInt64> {
            encoder.append(
                .itemEnqueued, at: 10 + number, lane: 1, object: number, argument: 0xA0, place: .init(call: address + 1, closure: address))
        }
        try temporaryFile(encoder.encoded() + [1, 2, 3]) { file in
            #expect(try TraceReader.read(path: file).items.map(\.label) == ["closure 1 #1", "closure 1 #2", "closure 1 #3"])
            try Symbolicator.annotate(path: file)
            let once = try bytes(ofFile: file)
            try Symbolicator.annotate(path: file)
            #expect(try bytes(ofFile: file) == once)
            let trace = try TraceReader.read(path: file)
            #expect(trace.items.map(\.label) == ["function #1", "function #2", "function #3"])
            #expect(trace.places.first?.closure?.file.hasSuffix("SymbolicatorTests.swift") == true)
            #expect(trace.places.first?.call?.function == trace.places.first?.closure?.function)
        }
    }

    @Test("A file that is not a trace is refused with a reason")
    func refusal() throws {
        #expect(throws: ExplainedError.self) { try Symbolicator.annotate(path: "/nowhere/at-all.trace") }
        try temporaryFile(Array("just text".utf8)) { path in
            let error = #expect(throws: ExplainedError.self) { try Symbolicator.annotate(path: path) }
            #expect(error?.code == .notATrace)
            #expect(error?.path == path)
        }
    }

    @Test("The name of a forwarder leads to its closure")
    func forwarders() {
        #expect(Symbolicator.forwarded("$s5album5AlbumV3addyyFyycfU_TA") == "$s5album5AlbumV3addyyFyycfU_")
        #expect(Symbolicator.forwarded("$s5album5AlbumV3addyyFyycfU_TA.17") == "$s5album5AlbumV3addyyFyycfU_")
        #expect(Symbolicator.forwarded("$s5album5AlbumV3addyyFyycfU_") == nil)
        #expect(Symbolicator.forwarded("$s5album5AlbumV3addyyFyycfU_To") == "$s5album5AlbumV3addyyFyycfU_")
        #expect(Symbolicator.forwarded("memcpyTA") == nil)
    }
}
