import FoundationEssentials

/// The JSON that `swiftc -frontend -dump-parse -dump-ast-format json` prints.
///
/// Swift 6.2 and 6.3 forget the brace that closes a type with an attribute (`@Sendable () -> Void`).
/// From there on, the compiler takes each element of a list for a member of an object, and prints an
/// empty key before it. The text is then not JSON. Both mistakes can be undone: a type with an
/// attribute holds one object, so its brace belongs after that object; and a list has no keys.
enum ParserDump {
    /// - Returns: nil if the text cannot be read, even with these mistakes undone.
    static func decode(_ dump: Data) -> SourceNode? {
        if let file = try? JSONDecoder().decode(SourceNode.self, from: dump) { return file }
        return try? JSONDecoder().decode(SourceNode.self, from: Data(repaired([UInt8](dump))))
    }

    private struct Level {
        var isList: Bool
        var isAttributedType = false
    }

    private static let attributedType = Array(#"{"_kind":"type_attributed""#.utf8)
    private static let emptyKey = Array(#""":"#.utf8)

    static func repaired(_ dump: [UInt8]) -> [UInt8] {
        var repaired: [UInt8] = [], levels: [Level] = [], index = 0
        repaired.reserveCapacity(dump.count + dump.count / 64)
        while index < dump.count {
            let byte = dump[index], first = index
            index += 1
            switch byte {
            case UInt8(ascii: "\""):
                if levels.last?.isList == true, dump[first...].starts(with: emptyKey) {
                    index += emptyKey.count - 1
                    continue
                }
                while index < dump.count, dump[index] != UInt8(ascii: "\"") {
                    index += dump[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                index = min(index + 1, dump.count)
            case UInt8(ascii: "["): levels.append(Level(isList: true))
            case UInt8(ascii: "{"):
                levels.append(
                    Level(isList: false, isAttributedType: dump[first...].starts(with: attributedType)))
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                _ = levels.popLast()
                if byte == UInt8(ascii: "}"), levels.last?.isAttributedType == true {
                    levels.removeLast()
                    repaired.append(byte)
                }
            default: break
            }
            repaired += dump[first..<index]
        }
        return repaired
    }
}
