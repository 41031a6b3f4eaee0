/// The functions of a file and their local variables, from its debug information (DWARF 4 and 5, 64-bit programs).
///
/// The debug information is a tree of entries. An entry's number leads to its abbreviation: what it describes, and the form of each of its
/// attributes. We go through all entries once, in order, and keep of them the functions, the variables in them and the types. A variable is
/// kept if it is at a fixed distance from the function's frame pointer, or if its address is there. That is how the compiler places
/// variables without optimization.
///
/// The file can be damaged. So each read is checked, and at the first contradiction the reading ends: what was read until then counts.
struct DebugInformation {
    struct Variable: Equatable {
        var name: String
        /// Where it is, or where its address is: the distance from the frame pointer.
        var offset: Int
        /// Whether its address is there: a closure was given it.
        var isIndirect: Bool
        /// The mangled name of its type: "$sSiD".
        var type: String
    }
    struct Function {
        /// Its code, as addresses of the file.
        var code: Range<UInt>
        var variables: [Variable] = []
    }

    /// The sections that are read, by their names.
    static let sections: Set<String> = [".debug_info", ".debug_abbrev", ".debug_str", ".debug_line_str"]

    /// In the order of their code.
    private(set) var functions: [Function] = []

    init(_ sections: [String: [UInt8]]) {
        guard let entries = sections[".debug_info"], let abbreviations = sections[".debug_abbrev"] else { return }
        var reader = Reader(
            bytes: ByteReader(entries), abbreviations: abbreviations, strings: sections[".debug_str"] ?? [],
            lineStrings: sections[".debug_line_str"] ?? [])
        while reader.readUnit() {}
        functions = reader.functions.filter { !$0.code.isEmpty && !$0.variables.isEmpty }.sorted {
            $0.code.lowerBound < $1.code.lowerBound
        }
    }

    /// The function whose code has an address; nil if it has no variables, or is not known.
    func function(at address: UInt) -> Function? {
        // (The code of two functions never overlaps, so the last one that begins before it has it, or none has.)
        var first = 0, last = functions.count
        while first < last {
            let middle = (first + last) / 2
            if functions[middle].code.lowerBound <= address { first = middle + 1 } else { last = middle }
        }
        guard first > 0, functions[first - 1].code.contains(address) else { return nil }
        return functions[first - 1]
    }
}

/// Numbers of the debug information, from bytes that can end too early: then `isOver` says so, and the numbers are 0.
struct ByteReader {
    private let bytes: [UInt8]
    var offset = 0
    private(set) var isOver = false

    init(_ bytes: [UInt8], at offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    var rest: Int { bytes.count - offset }

    mutating func skip(_ count: Int) {
        if count < 0 || count > rest { isOver = true } else { offset += count }
    }

    mutating func number(_ size: Int) -> UInt {
        guard size <= rest else {
            isOver = true
            return 0
        }
        var value: UInt = 0
        for index in (0..<size).reversed() { value = value << 8 | UInt(bytes[offset + index]) }
        offset += size
        return value
    }

    /// A number whose bytes have seven bits each (LEB128).
    mutating func variableNumber() -> UInt {
        var value: UInt = 0, shift: UInt = 0
        while true {
            let byte = number(1)
            if isOver { return 0 }
            if shift < 64 { value |= (byte & 0x7F) << shift }
            shift += 7
            if byte & 0x80 == 0 { return value }
        }
    }

    mutating func signedNumber() -> Int {
        var value = 0, shift = 0
        while true {
            let byte = number(1)
            if isOver { return 0 }
            if shift < 64 { value |= Int(byte & 0x7F) << shift }
            shift += 7
            guard byte & 0x80 == 0 else { continue }
            return byte & 0x40 != 0 && shift < 64 ? value | -1 << shift : value
        }
    }

    mutating func text() -> String {
        guard let end = bytes[min(offset, bytes.count)...].firstIndex(of: 0) else {
            isOver = true
            return ""
        }
        defer { offset = end + 1 }
        return String(decoding: bytes[offset..<end], as: UTF8.self)
    }
}
