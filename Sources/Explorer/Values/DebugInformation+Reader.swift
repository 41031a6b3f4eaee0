extension DebugInformation {
    /// Goes through the entries of the debug information.
    struct Reader {
        var bytes: ByteReader
        let abbreviations: [UInt8]
        let strings: [UInt8]
        let lineStrings: [UInt8]
        private(set) var functions: [Function] = []

        init(bytes: ByteReader, abbreviations: [UInt8], strings: [UInt8], lineStrings: [UInt8]) {
            self.bytes = bytes
            self.abbreviations = abbreviations
            self.strings = strings
            self.lineStrings = lineStrings
        }

        /// The standard's numbers for the kinds of entries.
        private enum Kind {
            static let parameter: UInt = 0x05, structure: UInt = 0x13, member: UInt = 0x0D, constant: UInt = 0x26, function: UInt = 0x2E
            static let variable: UInt = 0x34
        }
        private enum Attribute {
            static let location: UInt = 0x02, name: UInt = 0x03, low: UInt = 0x11, high: UInt = 0x12, memberOffset: UInt = 0x38
            static let frameBase: UInt = 0x40, type: UInt = 0x49, linkageName: UInt = 0x6E
        }

        private struct Abbreviation {
            var kind: UInt
            var hasChildren: Bool
            var attributes: [(name: UInt, form: UInt, constant: Int)]
        }

        private struct Unit {
            var start = 0
            var end = 0
            var version: UInt = 0
            var addressSize = 8
            var abbreviations: [UInt: Abbreviation] = [:]
        }

        private enum Value {
            case number(UInt)
            case text(String)
            case block(Range<Int>)
            case reference(Int)
            case none
        }

        /// A variable whose type is a reference, because that type can come later.
        private struct Found {
            var function: Int
            var name: String
            var offset: Int
            var isIndirect: Bool
            var type: Int
        }

        /// A type: its own name, or the one that it stands for.
        private struct Named {
            var name = ""
            var other: Int?
        }

        /// - Returns: whether there may be another one.
        mutating func readUnit() -> Bool {
            guard bytes.rest > 11 else { return false }
            var unit = Unit()
            unit.start = bytes.offset
            let length = bytes.number(4)
            // (Files of more than four gigabytes have another form.)
            guard length > 0, length < 0xFFFF_FFF0, Int(length) <= bytes.rest else { return false }
            unit.end = bytes.offset + Int(length)
            unit.version = bytes.number(2)
            var table: UInt = 0, kind: UInt = 1
            if unit.version == 4 {
                table = bytes.number(4)
                unit.addressSize = Int(bytes.number(1))
            } else if unit.version == 5 {
                kind = bytes.number(1)
                unit.addressSize = Int(bytes.number(1))
                table = bytes.number(4)
            }
            if unit.version == 4 || unit.version == 5 && kind == 1, unit.addressSize == 8, readAbbreviations(at: Int(table), &unit) {
                readEntries(of: unit)
            }
            bytes = bytes.moved(to: unit.end)
            return true
        }

        private func readAbbreviations(at offset: Int, _ unit: inout Unit) -> Bool {
            guard abbreviations.indices.contains(offset) else { return false }
            var reader = ByteReader(abbreviations, at: offset)
            while true {
                let number = reader.variableNumber()
                if reader.isOver { return false }
                if number == 0 { return true }
                var one = Abbreviation(kind: reader.variableNumber(), hasChildren: reader.number(1) != 0, attributes: [])
                while true {
                    let name = reader.variableNumber(), form = reader.variableNumber()
                    if reader.isOver { return false }
                    if name == 0 && form == 0 { break }
                    one.attributes.append((name, form, form == 0x21 ? reader.signedNumber() : 0))
                }
                unit.abbreviations[number] = one
            }
        }

        private mutating func readEntries(of unit: Unit) {
            // The entries around the present one: for each the function that it is or lies in, and the type that it is.
            var open: [(function: Int?, type: Int?)] = []
            var types: [Int: Named] = [:], found: [Found] = []
            while bytes.offset < unit.end, !bytes.isOver {
                let start = bytes.offset, number = bytes.variableNumber()
                if number == 0 {
                    if open.popLast() == nil { break }
                    continue
                }
                guard let kind = unit.abbreviations[number] else { break }
                guard let values = attributes(kind, unit) else { break }
                var function = open.last?.function, type: Int?
                switch kind.kind {
                case Kind.function:
                    function = nil
                    if let code = code(values), isFramePointer(values[Attribute.frameBase]) {
                        function = functions.count
                        functions.append(Function(code: code))
                    }
                case Kind.variable, Kind.parameter:
                    if let function, let place = place(values[Attribute.location]), case .reference(let type)? = values[Attribute.type] {
                        found.append(
                            Found(
                                function: function, name: text(values[Attribute.name]), offset: place.offset, isIndirect: place.isIndirect,
                                type: type))
                    }
                case Kind.structure:
                    type = start
                    let own = text(values[Attribute.linkageName])
                    types[start] = Named(name: own.isEmpty ? text(values[Attribute.name]) : own)
                case Kind.constant:
                    if case .reference(let other)? = values[Attribute.type] { types[start] = Named(other: other) }
                case Kind.member:
                    // A structure without a name stands for the type of the one member at its beginning.
                    if let around = open.last?.type, let named = types[around], named.name.isEmpty, named.other == nil,
                        case .reference(let other)? = values[Attribute.type]
                    {
                        types[around]?.other = other
                    }
                default: break
                }
                if kind.hasChildren { open.append((function, type)) }
            }
            for one in found {
                let type = name(of: one.type, types)
                guard type.hasPrefix("$s"), type.hasSuffix("D") else { continue }
                functions[one.function].variables.append(
                    Variable(name: one.name, offset: one.offset, isIndirect: one.isIndirect, type: type))
            }
        }

        private func name(of type: Int, _ types: [Int: Named]) -> String {
            var type = type
            for _ in 0..<8 {
                guard let named = types[type] else { return "" }
                if !named.name.isEmpty { return named.name }
                guard let other = named.other else { return "" }
                type = other
            }
            return ""
        }

        // MARK: attributes

        private func text(_ value: Value?) -> String {
            if case .text(let text)? = value { text } else { "" }
        }

        private func code(_ values: [UInt: Value]) -> Range<UInt>? {
            guard case .number(let low)? = values[Attribute.low], case .number(let size)? = values[Attribute.high], low > 0, size > 0,
                size < 1 << 32
            else { return nil }
            return low..<low + size
        }

        /// Whether a function's variables are counted from its frame pointer.
        private func isFramePointer(_ value: Value?) -> Bool {
            guard case .block(let block)? = value, block.count == 1 else { return false }
            #if arch(x86_64)
                let register: UInt = 6
            #else
                let register: UInt = 29
            #endif
            var reader = bytes.moved(to: block.lowerBound)
            return reader.number(1) == 0x50 + register
        }

        /// "At this distance", or "the address is at this distance"; nil: elsewhere.
        private func place(_ value: Value?) -> (offset: Int, isIndirect: Bool)? {
            guard case .block(let block)? = value, !block.isEmpty else { return nil }
            var reader = bytes.moved(to: block.lowerBound)
            guard reader.number(1) == 0x91 else { return nil }
            let offset = reader.signedNumber()
            if reader.offset == block.upperBound { return (offset, false) }
            return reader.number(1) == 0x06 && reader.offset == block.upperBound ? (offset, true) : nil
        }

        /// The attributes of an entry that are of interest; nil if one has a form that is not known.
        private mutating func attributes(_ kind: Abbreviation, _ unit: Unit) -> [UInt: Value]? {
            var values: [UInt: Value] = [:]
            for attribute in kind.attributes {
                guard let value = value(attribute.form, unit), !bytes.isOver else { return nil }
                values[attribute.name] = value
            }
            return values
        }

        private mutating func value(_ form: UInt, _ unit: Unit) -> Value? {
            switch form {
            case 0x01: return .number(bytes.number(8))
            case 0x0B, 0x0C: return .number(bytes.number(1))
            case 0x05: return .number(bytes.number(2))
            case 0x06: return .number(bytes.number(4))
            case 0x07: return .number(bytes.number(8))
            case 0x0F: return .number(bytes.variableNumber())
            case 0x0D: return .number(UInt(bitPattern: bytes.signedNumber()))
            case 0x08: return .text(bytes.text())
            case 0x0E: return .text(text(in: strings, at: bytes.number(4)))
            case 0x1F: return .text(text(in: lineStrings, at: bytes.number(4)))
            case 0x0A: return block(bytes.number(1))
            case 0x03: return block(bytes.number(2))
            case 0x04: return block(bytes.number(4))
            case 0x09, 0x18: return block(bytes.variableNumber())
            case 0x11: return .reference(unit.start + Int(bytes.number(1)))
            case 0x12: return .reference(unit.start + Int(bytes.number(2)))
            case 0x13: return .reference(unit.start + Int(bytes.number(4)))
            case 0x15: return .reference(unit.start + Int(truncatingIfNeeded: bytes.variableNumber()))
            case 0x10: return .reference(Int(bytes.number(4)))
            case 0x17: return skipped(4)
            case 0x14, 0x20: return skipped(8)
            case 0x1E: return skipped(16)
            case 0x19, 0x21: return Value.none
            default: return indexed(form)
            }
        }

        /// The forms of version 5 that lead to a value by its number in a table. The value is not looked up.
        private mutating func indexed(_ form: UInt) -> Value? {
            switch form {
            case 0x1A, 0x1B, 0x22, 0x23:
                _ = bytes.variableNumber()
                return Value.none
            case 0x25, 0x29: return skipped(1)
            case 0x26, 0x2A: return skipped(2)
            case 0x27, 0x2B: return skipped(3)
            case 0x28, 0x2C: return skipped(4)
            default: return nil
            }
        }

        private mutating func skipped(_ count: Int) -> Value {
            bytes.skip(count)
            return .none
        }

        private mutating func block(_ count: UInt) -> Value {
            let start = bytes.offset
            bytes.skip(Int(clamping: count))
            return bytes.isOver ? .none : .block(start..<bytes.offset)
        }

        private func text(in table: [UInt8], at offset: UInt) -> String {
            guard offset < UInt(table.count) else { return "" }
            var reader = ByteReader(table, at: Int(offset))
            return reader.text()
        }
    }
}

extension ByteReader {
    /// A reader of the same bytes at another place.
    func moved(to offset: Int) -> Self {
        var other = self
        other.offset = offset
        return other
    }
}
