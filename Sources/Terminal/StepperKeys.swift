/// A learner's command while stepping.
public enum StepperCommand: Equatable, Sendable {
    case obey(ScreenCommand)
    /// A sentence's number, as it was typed.
    case goTo(Int)
    /// A moment in nanoseconds since the run's start, as it was typed with its unit.
    case goToMoment(Int64)
    /// The word to search for, as it was typed.
    case search(String)
    /// The text typed after `g` or `/` so far; nil when it was cancelled.
    case typing(StepperTyping?)
    /// A key that means nothing here.
    case unknown(Key)
}

/// The kinds of text typed until Enter.
public enum StepperTyping: Equatable, Sendable {
    case number(String)
    case words(String)
}

/// Turns the bytes of a keyboard into commands, one byte at a time, so that none is lost however they arrive.
///
/// Arrow keys and their like arrive as several bytes (ESC, `[`, parameters, a letter); text typed
/// after `g` and `/` ends with Enter. The `KeyTable` has the command of each key.
public struct StepperKeys: Sendable {
    private enum State { case plain, escape, sequence([UInt8]), number(String), words([UInt8]) }
    private var state = State.plain

    public init() {}

    /// Takes a byte; returns the command that is complete with it, if one is.
    public mutating func take(_ byte: UInt8) -> StepperCommand? {
        switch state {
        case .plain: return plain(byte)
        case .escape:
            // A lone ESC, then another key: the key counts.
            if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") {
                state = .sequence([])
                return nil
            }
            state = .plain
            return plain(byte)
        case .sequence(let bytes):
            if (0x20...0x3F).contains(byte), bytes.count < 16 {
                state = .sequence(bytes + [byte])
                return nil
            }
            state = .plain
            return command(Self.sequence(bytes, byte))
        case .number(let digits): return number(digits, byte)
        case .words(let bytes): return words(bytes, byte)
        }
    }

    private mutating func plain(_ byte: UInt8) -> StepperCommand? {
        switch byte {
        case 10, 13: return command(.enter)
        case 8, 127: return command(.backspace)
        case 9: return command(.tab)
        case 4: return .obey(.quit)
        case 27:
            state = .escape
            return nil
        // The further bytes of a character beyond ASCII: its first one was answered.
        case 0x80...0xBF: return nil
        case 0..<32, 0xC0...: return command(.other)
        default: return command(.character(Character(UnicodeScalar(byte))))
        }
    }

    private mutating func command(_ key: Key) -> StepperCommand {
        switch KeyTable.command(for: key, on: .stepper) {
        case nil: return .unknown(key)
        case .goTo:
            state = .number("")
            return .typing(.number(""))
        case .search:
            state = .words([])
            return .typing(.words(""))
        case let command?: return .obey(command)
        }
    }

    private static func sequence(_ parameters: [UInt8], _ final: UInt8) -> Key {
        switch (parameters, final) {
        case ([], UInt8(ascii: "A")): .up
        case ([], UInt8(ascii: "B")): .down
        case ([], UInt8(ascii: "C")): .right
        case ([], UInt8(ascii: "D")): .left
        case ([UInt8(ascii: "5")], UInt8(ascii: "~")): .pageUp
        case ([UInt8(ascii: "6")], UInt8(ascii: "~")): .pageDown
        case ([], UInt8(ascii: "H")), ([UInt8(ascii: "1")], UInt8(ascii: "~")): .home
        case ([], UInt8(ascii: "F")), ([UInt8(ascii: "4")], UInt8(ascii: "~")): .end
        case ([], UInt8(ascii: "Z")): .backTab
        default: .other
        }
    }

    private mutating func number(_ digits: String, _ byte: UInt8) -> StepperCommand? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "n"), UInt8(ascii: "u"), UInt8(ascii: "m"),
            UInt8(ascii: "s"):
            let character = Character(UnicodeScalar(byte))
            if digits.isEmpty, !character.isNumber { return giveUp() }
            let longer = TypedMoment.takes(character, after: digits) ? digits + String(character) : digits
            state = .number(longer)
            return .typing(.number(longer))
        case 8, 127:
            if digits.isEmpty { return giveUp() }
            state = .number(String(digits.dropLast()))
            return .typing(.number(String(digits.dropLast())))
        case 10, 13:
            state = .plain
            return Int(digits).map { .goTo($0) } ?? TypedMoment.nanoseconds(digits).map { .goToMoment($0) } ?? .typing(nil)
        case UInt8(ascii: " ") where digits.isEmpty: return .typing(.number(""))
        case 4: return .obey(.quit)
        case 27: return escaped()
        default: return giveUp()
        }
    }

    private mutating func words(_ bytes: [UInt8], _ byte: UInt8) -> StepperCommand? {
        var bytes = bytes
        switch byte {
        case 10, 13:
            state = .plain
            return bytes.isEmpty ? .typing(nil) : .search(String(decoding: bytes, as: UTF8.self))
        case 8, 127:
            if bytes.isEmpty { return giveUp() }
            // All bytes of the last character.
            while let last = bytes.popLast(), 0x80...0xBF ~= last {}
        case 4: return .obey(.quit)
        case 27: return escaped()
        case 0..<32: return giveUp()
        default: if bytes.count < 100 { bytes.append(byte) }
        }
        state = .words(bytes)
        return .typing(.words(String(decoding: bytes, as: UTF8.self)))
    }

    /// Cancels the typed text; if an arrow key sent this byte, its remaining bytes are still read
    /// as one key.
    private mutating func escaped() -> StepperCommand {
        state = .escape
        return .typing(nil)
    }

    private mutating func giveUp() -> StepperCommand {
        state = .plain
        return .typing(nil)
    }
}
