// The tree of debugging entries of a DWARF file (versions 2 to 4): units, functions, lexical blocks, variables. The compiler opens a lexical block for
// each `let` and `var` in a function, and gives no line to the code that computes a value which is only read from elsewhere (`let value = count`).
// That code is the first of the block. So it belongs to the line in which the block's variable is declared.

extension ELFFile {
    /// A lexical block that declares a variable.
    struct Block: Equatable {
        /// Where its code begins.
        var start: UInt64
        /// The line in which its first variable is declared.
        var line: Int
    }

    /// The folder in which each unit was compiled, by the offset of its program in the line table. Up to version 4 the table has no such
    /// folder, and its paths are relative to that.
    func compilationFolders() -> [Int: String] {
        guard let entries = section(".debug_info"), let forms = section(".debug_abbrev") else { return [:] }
        var reader = BlockReader(entries, forms: forms, ranges: nil, wanted: [])
        return reader.compilationFolders(strings: section(".debug_str"))
    }

    /// The innermost lexical block around each address (ascending), where it declares a variable. Linear in the number of debugging entries.
    func blocks(around addresses: [UInt64]) -> [UInt64: Block] {
        guard !addresses.isEmpty, let entries = section(".debug_info"), let forms = section(".debug_abbrev") else { return [:] }
        var reader = BlockReader(entries, forms: forms, ranges: section(".debug_ranges"), wanted: addresses)
        return reader.run()
    }
}

/// Goes through the units of a `.debug_info` section.
struct BlockReader {
    private var cursor: ByteCursor
    private let entries: FileBytes
    private let forms: FileBytes
    private let ranges: FileBytes?
    private let wanted: [UInt64]
    private var found: [UInt64: ELFFile.Block] = [:]

    init(_ entries: FileBytes, forms: FileBytes, ranges: FileBytes?, wanted: [UInt64]) {
        cursor = ByteCursor(entries)
        self.entries = entries
        self.forms = forms
        self.ranges = ranges
        self.wanted = wanted
    }

    /// The folder in which each unit was compiled, by the offset of its program in the line table.
    mutating func compilationFolders(strings: FileBytes?) -> [Int: String] {
        var folders: [Int: String] = [:]
        while cursor.rest > 11 {
            let length = cursor.u32()
            guard length > 0, length < 0xFFFF_FFF0, Int(length) <= cursor.rest else { break }
            let end = cursor.offset + Int(length), version = cursor.u16(), shapes = shapes(at: Int(cursor.u32()))
            if cursor.u8() == 8, 2...4 ~= version, let shape = shapes[cursor.unsigned()],
                let (folder, lines) = folder(shape, version, strings), folder.hasPrefix("/")
            {
                folders[lines] = folder
            }
            cursor.offset = end
        }
        return folders
    }

    /// The folder of a unit and the offset of its line program, from the unit's first entry.
    private mutating func folder(_ shape: Shape, _ version: UInt16, _ strings: FileBytes?) -> (folder: String, lines: Int)? {
        var folder: String?, lines: Int?
        for (name, form) in shape.attributes {
            if name == Attribute.compilationFolder, form == 0x08 {
                folder = cursor.text()
                continue
            }
            guard let value = value(form, version) else { return nil }
            if name == Attribute.lines { lines = Int(clamping: value) }
            if name == Attribute.compilationFolder, form == 0x0E, let strings, value < UInt64(strings.count) {
                var text = ByteCursor(strings)
                text.offset = Int(value)
                folder = text.text()
            }
        }
        guard let folder, let lines else { return nil }
        return (folder, lines)
    }

    mutating func run() -> [UInt64: ELFFile.Block] {
        while cursor.rest > 11 { if !readUnit() { break } }
        return found.filter { $0.value.line > 0 }
    }

    private enum Tag {
        static let block: UInt64 = 0x0B
        static let variable: UInt64 = 0x34
    }

    private enum Attribute {
        static let lowest: UInt64 = 0x11
        static let highest: UInt64 = 0x12
        static let lines: UInt64 = 0x10
        static let compilationFolder: UInt64 = 0x1B
        static let line: UInt64 = 0x3B
        static let ranges: UInt64 = 0x55
    }

    /// The shape of an entry.
    private struct Shape {
        var tag: UInt64
        var hasChildren: Bool
        var attributes: [(name: UInt64, form: UInt64)]
    }

    /// The attributes of an entry that matter here.
    private struct Entry {
        var lowest: UInt64?
        var highest: UInt64?
        /// Whether the highest address is counted from the lowest.
        var isLength = false
        var ranges: Int?
        var line = 0
    }

    /// Reads one unit; false when the section cannot be followed any further.
    private mutating func readUnit() -> Bool {
        let length = cursor.u32()
        guard length > 0, length < 0xFFFF_FFF0, Int(length) <= cursor.rest else { return false }
        let end = cursor.offset + Int(length)
        defer { cursor.offset = end }
        let version = cursor.u16(), shapes = shapes(at: Int(cursor.u32())), addressSize = cursor.u8()
        guard version >= 2, version <= 4, addressSize == 8 else { return true }
        var base: UInt64 = 0, isFirst = true
        // The addresses whose innermost block, so far, is the entry at each depth; nil where the entry there is not a block.
        var open: [[UInt64]?] = []
        while cursor.offset < end {
            let code = cursor.unsigned()
            if code == 0 {
                guard let closed = open.popLast() else { break }
                for address in closed ?? [] where found[address]?.line == 0 { found[address] = nil }
                continue
            }
            guard let shape = shapes[code], let entry = read(shape, version) else { return true }
            if isFirst { base = entry.lowest ?? 0 }
            isFirst = false
            if shape.tag == Tag.variable, let addresses = open.last ?? nil, entry.line > 0 {
                for address in addresses where found[address]?.line == 0 { found[address]?.line = entry.line }
            }
            let inside = shape.tag == Tag.block ? enter(entry, base) : nil
            if shape.hasChildren { open.append(inside) }
        }
        return true
    }

    /// The wanted addresses in a block: it is their innermost one so far.
    private mutating func enter(_ entry: Entry, _ base: UInt64) -> [UInt64] {
        let parts = parts(of: entry, base)
        guard let start = parts.map(\.lowerBound).min() else { return [] }
        var inside: [UInt64] = []
        for part in parts {
            var index = wanted.partitioningIndex { $0 >= part.lowerBound }
            while index < wanted.count, wanted[index] < part.upperBound {
                inside.append(wanted[index])
                found[wanted[index]] = ELFFile.Block(start: start, line: 0)
                index += 1
            }
        }
        return inside
    }

    private func parts(of entry: Entry, _ base: UInt64) -> [Range<UInt64>] {
        if let lowest = entry.lowest, let highest = entry.highest {
            let end = entry.isLength ? lowest &+ highest : highest
            return lowest < end ? [lowest..<end] : []
        }
        guard var offset = entry.ranges, let ranges else { return [] }
        var parts: [Range<UInt64>] = [], base = base
        while offset <= ranges.count - 16 {
            let first = ranges.number(offset, as: UInt64.self), second = ranges.number(offset + 8, as: UInt64.self)
            offset += 16
            if first == 0 && second == 0 { break }
            if first == .max {
                base = second
            } else if base &+ first < base &+ second {
                parts.append(base &+ first..<base &+ second)
            }
        }
        return parts
    }

    /// The shapes of a unit's entries, by their codes.
    private func shapes(at offset: Int) -> [UInt64: Shape] {
        var cursor = ByteCursor(forms), shapes: [UInt64: Shape] = [:]
        cursor.offset = offset
        while cursor.rest > 0 {
            let code = cursor.unsigned()
            if code == 0 { break }
            var shape = Shape(tag: cursor.unsigned(), hasChildren: cursor.u8() != 0, attributes: [])
            while cursor.rest > 0 {
                let name = cursor.unsigned(), form = cursor.unsigned()
                if name == 0 && form == 0 { break }
                shape.attributes.append((name, form))
            }
            shapes[code] = shape
        }
        return shapes
    }

    /// Reads an entry; nil where it has an unknown form, so that the start of the next entry is not
    /// known.
    private mutating func read(_ shape: Shape, _ version: UInt16) -> Entry? {
        var entry = Entry()
        for (name, form) in shape.attributes {
            guard let value = value(form, version) else { return nil }
            switch name {
            case Attribute.lowest: entry.lowest = value
            case Attribute.highest:
                entry.highest = value
                entry.isLength = form != 0x01
            case Attribute.line: entry.line = Int(clamping: value)
            case Attribute.ranges: entry.ranges = Int(clamping: value)
            default: break
            }
        }
        return entry
    }

    /// A value that fits into a number; 0 for one that does not, which is skipped; nil where the form is not known.
    private mutating func value(_ form: UInt64, _ version: UInt16) -> UInt64? {
        switch form {
        case 0x01, 0x07, 0x14, 0x20: return cursor.u64()
        case 0x0B, 0x0C, 0x11: return UInt64(cursor.u8())
        case 0x05, 0x12: return UInt64(cursor.u16())
        case 0x06, 0x0E, 0x13, 0x17: return UInt64(cursor.u32())
        case 0x10: return version == 2 ? cursor.u64() : UInt64(cursor.u32())
        case 0x0D: return UInt64(bitPattern: cursor.signed())
        case 0x0F, 0x15: return cursor.unsigned()
        case 0x19: return 1
        case 0x08:
            _ = cursor.text()
            return 0
        case 0x0A: return skip(UInt64(cursor.u8()))
        case 0x03: return skip(UInt64(cursor.u16()))
        case 0x04: return skip(UInt64(cursor.u32()))
        case 0x09, 0x18: return skip(cursor.unsigned())
        default: return nil
        }
    }

    private mutating func skip(_ count: UInt64) -> UInt64? {
        guard count <= UInt64(cursor.rest) else { return nil }
        cursor.offset += Int(count)
        return 0
    }
}
