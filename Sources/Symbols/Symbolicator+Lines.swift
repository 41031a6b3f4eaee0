// The line table of a DWARF file (versions 2 to 5): for each compilation unit a program for a small machine whose registers are an address, a
// file and a line; each time it "emits a row", the code from that address on belongs to that line, up to the next row. We run all programs and
// remember the rows around the requested addresses.

extension ELFFile {
    /// A line of a source file.
    struct Line: Equatable {
        var file: String
        var line: Int
    }

    /// An instruction whose line is wanted, and the function that it belongs to.
    struct Instruction: Hashable {
        var address: UInt64
        var function: Range<UInt64>
        var kind = Kind.call

        /// The kind of call: an ordinary one, or one that reports a read or a change of a variable.
        enum Kind {
            case call
            /// The compiler gives no line to a read whose value a `let` keeps.
            case read
            /// The compiler gives no line to the beginning of a change; the change itself has one.
            case change
        }
    }

    /// The lines of instructions, where the file has a line table. Linear in the table's size.
    func lines(at instructions: [Instruction]) -> [UInt64: Line] {
        guard !instructions.isEmpty, let table = section(".debug_line") else { return [:] }
        let wanted = instructions.sorted { $0.address < $1.address }
        var reader = LineTable(
            table, strings: section(".debug_str"), lineStrings: section(".debug_line_str"), wanted: wanted,
            blocks: blocks(around: wanted.map(\.address)), folders: compilationFolders())
        return reader.run()
    }
}

/// Runs the programs of a `.debug_line` section.
struct LineTable {
    private var cursor: ByteCursor
    private let strings: FileBytes?
    private let lineStrings: FileBytes?
    private let wanted: [ELFFile.Instruction]
    private let addresses: [UInt64]
    private let blocks: [UInt64: ELFFile.Block]
    /// The folder in which a unit was compiled, by its offset in this table.
    private let folders: [Int: String]
    private var found: [UInt64: ELFFile.Line] = [:]

    init(
        _ table: FileBytes, strings: FileBytes?, lineStrings: FileBytes?, wanted: [ELFFile.Instruction],
        blocks: [UInt64: ELFFile.Block] = [:], folders: [Int: String] = [:]
    ) {
        cursor = ByteCursor(table)
        self.strings = strings
        self.lineStrings = lineStrings
        self.wanted = wanted
        addresses = wanted.map(\.address)
        self.blocks = blocks
        self.folders = folders
    }

    mutating func run() -> [UInt64: ELFFile.Line] {
        while cursor.rest > 4 { if !runUnit() { break } }
        return found
    }

    /// The contents of a unit's header.
    private struct Unit {
        /// Empty: not known.
        var compilationFolder: String
        var version: UInt16 = 0
        var is64 = false
        var smallestInstruction: UInt64 = 1
        var lineBase: Int64 = 0
        var lineRange: Int64 = 1
        var opcodeBase: UInt8 = 0
        var lengths: [UInt8] = []
        var folders: [String] = []
        var files: [(name: String, folder: Int)] = []

        /// The path of a file, from the root where the folder of the compilation is known.
        func path(_ number: Int) -> String {
            let path = listedPath(number)
            guard !path.isEmpty, !path.hasPrefix("/"), !path.hasPrefix("<"), !compilationFolder.isEmpty else { return path }
            return "\(compilationFolder)/\(path.hasPrefix("./") ? String(path.dropFirst(2)) : path)"
        }

        /// Files are numbered from 1 up to version 4, from 0 since.
        private func listedPath(_ number: Int) -> String {
            let index = version >= 5 ? number : number - 1
            guard files.indices.contains(index) else { return "" }
            let file = files[index]
            if file.name.hasPrefix("/") { return file.name }
            let folder = version >= 5 ? file.folder : file.folder - 1
            guard folders.indices.contains(folder), !folders[folder].isEmpty else { return file.name }
            return "\(folders[folder])/\(file.name)"
        }
    }

    /// A row: where a line begins.
    private struct Row {
        var address: UInt64 = 0
        var file = 1
        var line: Int64 = 1
    }

    /// Runs one unit; false when the table cannot be followed any further.
    private mutating func runUnit() -> Bool {
        var unit = Unit(compilationFolder: folders[cursor.offset] ?? "")
        var length = UInt64(cursor.u32())
        if length == 0xFFFF_FFFF {
            unit.is64 = true
            length = cursor.u64()
        }
        guard length > 0, length <= UInt64(cursor.rest) else { return false }
        let end = cursor.offset + Int(length)
        defer { cursor.offset = end }
        unit.version = cursor.u16()
        guard unit.version >= 2, unit.version <= 5 else { return true }
        if unit.version >= 5 { cursor.offset += 2 }
        let headerLength = unit.is64 ? cursor.u64() : UInt64(cursor.u32())
        guard headerLength <= UInt64(max(end - cursor.offset, 0)) else { return true }
        let program = cursor.offset + Int(headerLength)
        unit.smallestInstruction = UInt64(cursor.u8())
        if unit.version >= 4 { cursor.offset += 1 }
        cursor.offset += 1
        unit.lineBase = Int64(Int8(bitPattern: cursor.u8()))
        unit.lineRange = Int64(cursor.u8())
        unit.opcodeBase = cursor.u8()
        guard unit.lineRange > 0, unit.opcodeBase > 0 else { return true }
        for _ in 1..<max(unit.opcodeBase, 1) { unit.lengths.append(cursor.u8()) }
        let tables = cursor.offset
        cursor.offset = program
        // The files' names are only read when an address lies in the unit.
        var hits: [UInt64: (file: Int, line: Int)] = [:]
        runProgram(unit, end: end) { address, file, line in if hits[address] == nil { hits[address] = (file, line) } }
        guard !hits.isEmpty else { return true }
        cursor.offset = tables
        readFiles(&unit, end: program)
        for (address, hit) in hits where found[address] == nil {
            found[address] = ELFFile.Line(file: unit.path(hit.file), line: hit.line)
        }
        return true
    }

    private mutating func runProgram(_ unit: Unit, end: Int, hit: (UInt64, Int, Int) -> Void) {
        let lowest = addresses.first ?? .max, highest = addresses.last ?? 0
        var row = Row()
        var last: Row?
        // Some code has line 0: code that the compiler added, and some that reads variables. Its
        // true line is not known, but it lies in its function, between the lines before and after
        // it in the table. A single line between those two, to which nothing else belongs, must be
        // its own.
        var lastLine: Row?
        var endOfLastLine: UInt64 = 0
        var waiting: [Int] = []

        func settle(_ next: Row?) {
            for index in waiting {
                let (address, function) = (addresses[index], wanted[index].function)
                let before = lastLine.flatMap { function.contains($0.address) ? $0 : nil }
                let after = next.flatMap { function.contains($0.address) ? $0 : nil }
                if let line = line(at: index, after: before, endOfLastLine, next: after) {
                    hit(address, line.file, line.line)
                    continue
                }
                if let before, let after, before.file == after.file, before.line + 2 == after.line {
                    hit(address, before.file, Int(before.line) + 1)
                    continue
                }
                func distance(_ other: UInt64) -> UInt64 {
                    // (A damaged or hand-made table need not be in order.)
                    max(other, address) - min(other, address)
                }
                let isNearerAfter = after.map { distance($0.address) < distance(endOfLastLine) } ?? false
                guard let nearest = isNearerAfter ? after : before ?? after else { continue }
                hit(address, nearest.file, Int(nearest.line))
            }
            waiting.removeAll()
        }

        func emit(isEnd: Bool) {
            if let last, last.address != 0, row.address > last.address, row.address > lowest, last.address <= highest {
                var index = addresses.partitioningIndex { $0 >= last.address }
                while index < addresses.count, addresses[index] < row.address {
                    if last.line > 0, let lastLine {
                        hit(addresses[index], lastLine.file, Int(lastLine.line))
                    } else {
                        waiting.append(index)
                    }
                    index += 1
                }
            }
            let hasLine = row.line > 0 && row.line <= Int64(Int32.max) && !isEnd
            if hasLine || isEnd { settle(hasLine ? row : nil) }
            if last.map({ $0.line > 0 }) ?? false { endOfLastLine = row.address }
            last = isEnd ? nil : row
            if isEnd { lastLine = nil } else if hasLine { lastLine = row }
        }

        while cursor.offset < end {
            switch advance(&row, unit, end: end) {
            case .nothing: break
            case .row: emit(isEnd: false)
            case .end:
                emit(isEnd: true)
                row = Row()
            case .damage: return
            }
        }
    }

    /// The line of code without a line: for accesses to variables it is known which such code is theirs.
    private func line(at index: Int, after before: Row?, _ end: UInt64, next: Row?) -> (file: Int, line: Int)? {
        switch wanted[index].kind {
        case .call: return nil
        case .change: return next.map { ($0.file, Int($0.line)) }
        case .read:
            // The first code of a block that a `let` opens; else what goes before belongs to the same `let`: it looks up a global variable.
            if let block = blocks[addresses[index]], before == nil || end <= block.start, let file = (before ?? next)?.file {
                return (file, block.line)
            }
            return before.map { ($0.file, Int($0.line)) }
        }
    }

    /// The result of an instruction of a line program: a row of the table, the end of a sequence of rows, or only a part of a row.
    private enum Step { case nothing, row, end, damage }

    /// Executes the next instruction of a line program.
    @inline(__always)
    private mutating func advance(_ row: inout Row, _ unit: Unit, end: Int) -> Step {
        let opcode = cursor.u8()
        if opcode >= unit.opcodeBase {
            let adjusted = Int64(opcode - unit.opcodeBase)
            row.address &+= UInt64(adjusted / unit.lineRange) &* unit.smallestInstruction
            row.line &+= unit.lineBase + adjusted % unit.lineRange
            return .row
        }
        switch opcode {
        case 0:
            let length = Int(clamping: cursor.unsigned())
            guard length > 0, length <= end - cursor.offset else { return .damage }
            let next = cursor.offset + length
            defer { cursor.offset = next }
            switch cursor.u8() {
            case 1: return .end
            case 2: row.address = length >= 9 ? cursor.u64() : UInt64(cursor.u32())
            default: break
            }
        case 1: return .row
        case 2: row.address &+= cursor.unsigned() &* unit.smallestInstruction
        case 3: row.line &+= cursor.signed()
        case 4: row.file = Int(clamping: cursor.unsigned())
        case 5: _ = cursor.unsigned()
        case 8: row.address &+= UInt64((255 - Int64(unit.opcodeBase)) / unit.lineRange) &* unit.smallestInstruction
        case 9: row.address &+= UInt64(cursor.u16())
        case 6, 7, 10, 11: break
        case 12: _ = cursor.unsigned()
        default:
            for _ in 0..<unit.lengths[Int(opcode) - 1] { _ = cursor.unsigned() }
        }
        return .nothing
    }

    private mutating func readFiles(_ unit: inout Unit, end: Int) {
        guard unit.version >= 5 else {
            while cursor.offset < end, let name = cursor.text(), !name.isEmpty { unit.folders.append(name) }
            while cursor.offset < end, let name = cursor.text(), !name.isEmpty {
                unit.files.append((name, Int(clamping: cursor.unsigned())))
                _ = cursor.unsigned()
                _ = cursor.unsigned()
            }
            return
        }
        unit.folders = readEntries(is64: unit.is64, end: end).map(\.name)
        unit.files = readEntries(is64: unit.is64, end: end)
    }

    /// A list of folders or files of version 5, which describes its own form.
    private mutating func readEntries(is64: Bool, end: Int) -> [(name: String, folder: Int)] {
        var form: [(content: UInt64, form: UInt64)] = []
        for _ in 0..<cursor.u8() { form.append((cursor.unsigned(), cursor.unsigned())) }
        let count = cursor.unsigned()
        if form.isEmpty { return [] }
        var entries: [(name: String, folder: Int)] = []
        while entries.count < Int(clamping: count), cursor.offset < end {
            var entry = (name: "", folder: 0)
            for part in form {
                var number: UInt64 = 0
                var name = ""
                switch part.form {
                case 0x08: name = cursor.text() ?? ""
                case 0x0E: name = strings?.text(Int(clamping: is64 ? cursor.u64() : UInt64(cursor.u32()))) ?? ""
                case 0x1F: name = lineStrings?.text(Int(clamping: is64 ? cursor.u64() : UInt64(cursor.u32()))) ?? ""
                case 0x0B: number = UInt64(cursor.u8())
                case 0x05: number = UInt64(cursor.u16())
                case 0x06: number = UInt64(cursor.u32())
                case 0x07: number = cursor.u64()
                case 0x0F: number = cursor.unsigned()
                case 0x1E: cursor.offset += 16
                case 0x09:
                    let length = Int(clamping: cursor.unsigned())
                    cursor.offset += min(length, max(end - cursor.offset, 0))
                default: return entries
                }
                if part.content == 1 { entry.name = name }
                if part.content == 2 { entry.folder = Int(clamping: number) }
            }
            entries.append(entry)
        }
        return entries
    }
}

/// Reads numbers one after the other; past the end they are 0.
struct ByteCursor {
    private let bytes: FileBytes
    var offset = 0

    init(_ bytes: FileBytes) { self.bytes = bytes }

    var rest: Int { max(bytes.count - offset, 0) }

    mutating func u8() -> UInt8 { next() }
    mutating func u16() -> UInt16 { next() }
    mutating func u32() -> UInt32 { next() }
    mutating func u64() -> UInt64 { next() }

    @inline(__always) private mutating func next<Number: FixedWidthInteger & BitwiseCopyable>() -> Number {
        defer { offset += MemoryLayout<Number>.size }
        return bytes.number(offset, as: Number.self)
    }

    /// A number of variable length (LEB128).
    mutating func unsigned() -> UInt64 {
        var result: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = u8()
            if shift < 64 { result |= UInt64(byte & 0x7F) << shift }
            shift += 7
            if byte & 0x80 == 0 { return result }
        }
    }

    /// A number of variable length with a sign.
    mutating func signed() -> Int64 {
        var result: Int64 = 0
        var shift: Int64 = 0
        while true {
            let byte = u8()
            if shift < 64 { result |= Int64(byte & 0x7F) << shift }
            shift += 7
            if byte & 0x80 == 0 {
                if shift < 64, byte & 0x40 != 0 { result |= -1 << shift }
                return result
            }
        }
    }

    /// A zero-terminated text; nil at the end.
    mutating func text() -> String? {
        guard rest > 0 else { return nil }
        let text = bytes.text(offset)
        offset += text.utf8.count + 1
        return text
    }
}
