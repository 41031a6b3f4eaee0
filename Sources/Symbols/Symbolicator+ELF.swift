import Glibc

/// A file of code in the Executable and Linkable Format (64 bits, little-endian), read section by section.
///
/// The file can have any contents by now: it may have been built again since the run, or be
/// damaged. So every offset and length is checked, and a part that cannot be read counts as
/// missing.
struct ELFFile {
    /// Lowest address at which the file asks to be loaded, rounded down to a page.
    let lowestAddress: UInt64
    private let path: String
    private let sections: [Section]

    private struct Section {
        var name: String
        var type: UInt32
        var offset: UInt64
        var size: UInt64
        var link: Int
        var isCompressed: Bool
    }

    /// A symbol or line table larger than this is not read.
    private static let largestSection: UInt64 = 1 << 30
    private static let symbolTable: UInt32 = 2
    private static let dynamicSymbols: UInt32 = 11

    init?(path: String) {
        guard let header = Self.read(path, at: 0, count: 64), header.bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return nil }
        self.path = path
        let programHeaders = header.number(32, as: UInt64.self), sectionHeaders = header.number(40, as: UInt64.self)
        let programCount = header.number(56, as: UInt16.self), sectionCount = header.number(60, as: UInt16.self)
        let namesIndex = Int(header.number(62, as: UInt16.self))
        // (A file that is not yet linked has no program headers.)
        guard programCount == 0 || header.number(54, as: UInt16.self) == 56, sectionCount == 0 || header.number(58, as: UInt16.self) == 64
        else { return nil }

        var lowest = UInt64.max
        if let segments = Self.read(path, at: programHeaders, count: UInt64(programCount) * 56) {
            for index in 0..<Int(programCount) where segments.number(index * 56, as: UInt32.self) == 1 {
                lowest = min(lowest, segments.number(index * 56 + 16, as: UInt64.self))
            }
        }
        lowestAddress = lowest == .max ? 0 : lowest & ~4095

        var found: [Section] = []
        var nameOffsets: [Int] = []
        if let table = Self.read(path, at: sectionHeaders, count: UInt64(sectionCount) * 64) {
            for start in stride(from: 0, to: Int(sectionCount) * 64, by: 64) {
                nameOffsets.append(Int(table.number(start, as: UInt32.self)))
                found.append(
                    Section(
                        name: "", type: table.number(start + 4, as: UInt32.self), offset: table.number(start + 24, as: UInt64.self),
                        size: table.number(start + 32, as: UInt64.self), link: Int(table.number(start + 40, as: UInt32.self)),
                        isCompressed: table.number(start + 8, as: UInt64.self) & 0x800 != 0))
            }
            if found.indices.contains(namesIndex),
                let names = Self.read(path, at: found[namesIndex].offset, count: found[namesIndex].size)
            {
                for index in found.indices { found[index].name = names.text(nameOffsets[index]) }
            }
        }
        sections = found
    }

    /// The bytes of a section that is there and not compressed.
    func section(_ name: String) -> FileBytes? {
        guard let section = sections.first(where: { $0.name == name && !$0.isCompressed }) else { return nil }
        return bytes(section)
    }

    private func bytes(_ section: Section) -> FileBytes? {
        section.type == 8 ? nil : Self.read(path, at: section.offset, count: section.size)
    }

    /// A function of the file.
    struct Function: Equatable {
        var name: String
        var addresses: Range<UInt64>
    }

    /// The functions in which addresses (ascending) lie, from the full symbol table or, in a stripped file, from the exported symbols.
    ///
    /// The innermost one where several claim an address. Linear in the number of symbols.
    func functions(at addresses: [UInt64]) -> [UInt64: Function] {
        var result: [UInt64: Function] = [:]
        for type in [Self.symbolTable, Self.dynamicSymbols] {
            let missing = addresses.filter { result[$0] == nil }
            guard !missing.isEmpty, let (table, names) = symbolTable(type) else { continue }
            var best: [UInt64: (addresses: Range<UInt64>, name: Int)] = [:]
            Self.forEachFunction(table) { range, name in
                var index = missing.partitioningIndex { $0 >= range.lowerBound }
                while index < missing.count, missing[index] < range.upperBound {
                    if (best[missing[index]]?.addresses.lowerBound ?? 0) <= range.lowerBound { best[missing[index]] = (range, name) }
                    index += 1
                }
            }
            for (address, found) in best {
                let name = names.text(found.name)
                if !name.isEmpty { result[address] = Function(name: name, addresses: found.addresses) }
            }
        }
        return result
    }

    /// The addresses of functions, by their names in the full symbol table. Linear in the number of symbols.
    func addresses(named wanted: Set<String>) -> [String: Range<UInt64>] {
        guard !wanted.isEmpty, let (table, names) = symbolTable(Self.symbolTable) else { return [:] }
        var result: [String: Range<UInt64>] = [:]
        Self.forEachFunction(table) { range, name in
            let text = names.text(name)
            if wanted.contains(text) { result[text] = range }
        }
        return result
    }

    /// Those of some functions that are defined here, exported or not. Linear in the number of symbols.
    func definitions(of wanted: Set<String>) -> Set<String> {
        var found: Set<String> = []
        for type in [Self.dynamicSymbols, Self.symbolTable] where found.count < wanted.count {
            guard let (table, names) = symbolTable(type) else { continue }
            Self.forEachFunction(table) { _, name in
                let text = names.text(name)
                if wanted.contains(text) { found.insert(text) }
            }
        }
        return found
    }

    /// The variable in which an address lies, from the full symbol table. Linear in the number of symbols.
    func variable(at address: UInt64) -> String? {
        guard let (table, names) = symbolTable(Self.symbolTable) else { return nil }
        let entry = 24
        for start in stride(from: 0, to: table.count - entry + 1, by: entry) where table.number(start + 4, as: UInt8.self) & 15 == 1 {
            let value = table.number(start + 8, as: UInt64.self)
            guard value > 0, address >= value, address - value < max(table.number(start + 16, as: UInt64.self), 1) else { continue }
            return names.text(Int(table.number(start, as: UInt32.self)))
        }
        return nil
    }

    var sectionNames: [String] { sections.map(\.name) }

    /// The global symbols of the full symbol table: those that are defined here and visible to other
    /// files, and those that are needed from there. Nil if there is no symbol table.
    func linkNames() -> (defined: Set<String>, needed: Set<String>)? {
        guard let (table, names) = symbolTable(Self.symbolTable) else { return nil }
        var defined: Set<String> = [], needed: Set<String> = []
        let entry = 24
        for start in stride(from: 0, to: table.count - entry + 1, by: entry) {
            // Local symbols (binding 0) concern no other file; hidden ones (visibility 1 and 2) no library.
            let isGlobal = table.number(start + 4, as: UInt8.self) >> 4 != 0
            let isVisible = ![1, 2].contains(table.number(start + 5, as: UInt8.self) & 3)
            let name = names.text(Int(table.number(start, as: UInt32.self)))
            guard isGlobal, !name.isEmpty else { continue }
            if table.number(start + 6, as: UInt16.self) == 0 { needed.insert(name) } else if isVisible { defined.insert(name) }
        }
        return (defined, needed)
    }

    /// The full symbol table and its names; nil in a stripped file.
    var fullSymbolTable: (table: FileBytes, names: FileBytes)? { symbolTable(Self.symbolTable) }

    private func symbolTable(_ type: UInt32) -> (table: FileBytes, names: FileBytes)? {
        guard let section = sections.first(where: { $0.type == type }), sections.indices.contains(section.link),
            let table = bytes(section), let names = bytes(sections[section.link])
        else { return nil }
        return (table, names)
    }

    /// Calls `body` with the addresses and the name's offset of each function that is defined here.
    static func forEachFunction(_ table: FileBytes, _ body: (Range<UInt64>, Int) -> Void) {
        let entry = 24
        for start in stride(from: 0, to: table.count - entry + 1, by: entry) {
            // Functions and indirect functions.
            let type = table.number(start + 4, as: UInt8.self) & 15
            guard type == 2 || type == 10, table.number(start + 6, as: UInt16.self) != 0 else { continue }
            let value = table.number(start + 8, as: UInt64.self)
            let (end, overflow) = value.addingReportingOverflow(max(table.number(start + 16, as: UInt64.self), 1))
            if !overflow { body(value..<end, Int(table.number(start, as: UInt32.self))) }
        }
    }

    /// Reads a stretch of a file; nil when the file does not hold it, or when it is unreasonably long.
    private static func read(_ path: String, at offset: UInt64, count: UInt64) -> FileBytes? {
        guard count > 0, count <= largestSection, offset <= UInt64(Int64.max) - count else { return nil }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, offset + count <= UInt64(status.st_size) else {
            return nil
        }
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, length in
            while length < buffer.count {
                let got = pread(descriptor, buffer.baseAddress! + length, buffer.count - length, off_t(offset) + off_t(length))
                if got < 0, errno == EINTR { continue }
                if got <= 0 { break }
                length += got
            }
        }
        return bytes.count == Int(count) ? FileBytes(bytes) : nil
    }
}

/// Bytes of a file, with numbers that are 0 and texts that are empty where they would reach over the end.
struct FileBytes {
    let bytes: [UInt8]
    var count: Int { bytes.count }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    @inline(__always) func number<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as type: Number.Type) -> Number {
        guard offset >= 0, offset <= bytes.count - MemoryLayout<Number>.size else { return 0 }
        return bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: type)) }
    }

    /// A zero-terminated text.
    func text(_ offset: Int) -> String {
        guard offset >= 0, offset < bytes.count else { return "" }
        return String(decoding: bytes[offset...].prefix { $0 != 0 }, as: UTF8.self)
    }
}

extension [UInt64] {
    /// The first index whose element satisfies a condition that all later ones satisfy too (binary search).
    func partitioningIndex(_ isInSecondPart: (UInt64) -> Bool) -> Int {
        var low = 0, high = count
        while low < high {
            let middle = (low + high) / 2
            if isInSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
