/// Turns the bytes of a keyboard into keys, one byte at a time, so that none is lost however they arrive.
///
/// Arrow keys and their like arrive as several bytes (ESC, `[`, parameters, a letter), letters beyond ASCII
/// as two to four, and a pasted text between two such sequences (bracketed paste). A lone ESC is the key
/// Escape: the next byte tells, or the caller, with `pause()`.
public struct KeyDecoder: Equatable, Sendable {
    private enum State: Equatable { case plain, escape, sequence([UInt8]), character([UInt8], missing: Int), paste([UInt8]) }
    private var state = State.plain
    /// A pasted text is cut after so many bytes.
    private static let longestPaste = 4_096
    private static let endOfPaste = Array("\u{1B}[201~".utf8)

    public init() {}

    /// Takes a byte; the keys that are complete with it.
    public mutating func take(_ byte: UInt8) -> [Key] {
        switch state {
        case .plain: return plain(byte).map { [$0] } ?? []
        case .escape:
            if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") {
                state = .sequence([])
                return []
            }
            state = .plain
            return [.escape] + take(byte)
        case .sequence(let bytes):
            if (0x20...0x3F).contains(byte), bytes.count < 16 {
                state = .sequence(bytes + [byte])
                return []
            }
            let parameters = String(decoding: bytes, as: UTF8.self)
            state = parameters == "200" && byte == UInt8(ascii: "~") ? .paste([]) : .plain
            if case .paste = state { return [] }
            return [Self.key(parameters, Character(Unicode.Scalar(byte)))]
        case .character(let bytes, let missing):
            state = .plain
            guard 0x80...0xBF ~= byte else { return [.other] + take(byte) }
            if missing > 1 {
                state = .character(bytes + [byte], missing: missing - 1)
                return []
            }
            return [String(decoding: bytes + [byte], as: UTF8.self).first.map { .character($0) } ?? .other]
        case .paste(var bytes):
            state = .plain  // Else each byte would copy the others.
            bytes.append(byte)
            if bytes.suffix(Self.endOfPaste.count).elementsEqual(Self.endOfPaste) {
                return [.paste(String(decoding: bytes.dropLast(Self.endOfPaste.count).prefix(Self.longestPaste), as: UTF8.self))]
            }
            // The last bytes are kept, because they can be the beginning of the end.
            if bytes.count > 2 * Self.longestPaste { bytes.removeSubrange(Self.longestPaste..<bytes.count - Self.endOfPaste.count) }
            state = .paste(bytes)
            return []
        }
    }

    /// Nothing has followed for a moment.
    public mutating func pause() -> [Key] {
        guard state == .escape else { return [] }
        state = .plain
        return [.escape]
    }

    private mutating func plain(_ byte: UInt8) -> Key? {
        switch byte {
        case 10, 13: return .enter
        case 8, 127: return .backspace
        case 9: return .tab
        case 27:
            state = .escape
            return nil
        case 1...26: return .control(Character(Unicode.Scalar(byte + 0x60)))
        case 32..<127: return .character(Character(Unicode.Scalar(byte)))
        case 0xC2...0xDF, 0xE0...0xEF, 0xF0...0xF4:
            state = .character([byte], missing: byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3)
            return nil
        default: return .other
        }
    }

    private static func key(_ parameters: String, _ last: Character) -> Key {
        switch (last, parameters) {
        case ("A", _): .up
        case ("B", _): .down
        case ("C", _): .right
        case ("D", _): .left
        case ("H", _), ("~", "1"), ("~", "7"): .home
        case ("F", _), ("~", "4"), ("~", "8"): .end
        case ("~", "3"): .delete
        case ("~", "5"): .pageUp
        case ("~", "6"): .pageDown
        case ("Z", ""): .backTab
        case ("P", ""), ("~", "11"): .function(1)
        default: .other
        }
    }
}
