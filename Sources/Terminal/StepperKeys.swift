/// What a learner asked for while stepping.
public enum StepperCommand: Equatable, Sendable {
    case next, back, first, last, quit, help
    /// A sentence's number, as it was typed.
    case goTo(Int)
    /// So much of a number has been typed after `g`; nil when it was given up.
    case typing(String?)
    /// A key that means nothing here.
    case unknown
}

/// Turns the bytes of a keyboard into commands, one byte at a time, so that none is lost however they arrive.
///
/// Arrow keys and their like arrive as several bytes (ESC, `[`, parameters, a letter); a number after `g` ends with Enter.
public struct StepperKeys: Sendable {
    private enum State { case plain, escape, sequence([UInt8]), number(String) }
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
            return Self.sequence(bytes, byte)
        case .number(let digits): return number(digits, byte)
        }
    }

    private mutating func plain(_ byte: UInt8) -> StepperCommand? {
        switch byte {
        case UInt8(ascii: " "), 10, 13, UInt8(ascii: "n"), UInt8(ascii: "j"): return .next
        case UInt8(ascii: "b"), UInt8(ascii: "p"), UInt8(ascii: "k"), 8, 127: return .back
        case UInt8(ascii: "q"), UInt8(ascii: "Q"), 4: return .quit
        case UInt8(ascii: "?"), UInt8(ascii: "h"): return .help
        case UInt8(ascii: "g"):
            state = .number("")
            return .typing("")
        case 27:
            state = .escape
            return nil
        // The further bytes of a character beyond ASCII: its first one was answered.
        case 0x80...0xBF: return nil
        default: return .unknown
        }
    }

    private static func sequence(_ parameters: [UInt8], _ final: UInt8) -> StepperCommand? {
        switch (parameters, final) {
        case ([], UInt8(ascii: "A")), ([], UInt8(ascii: "D")), ([UInt8(ascii: "5")], UInt8(ascii: "~")): .back
        case ([], UInt8(ascii: "B")), ([], UInt8(ascii: "C")), ([UInt8(ascii: "6")], UInt8(ascii: "~")): .next
        case ([], UInt8(ascii: "H")), ([UInt8(ascii: "1")], UInt8(ascii: "~")): .first
        case ([], UInt8(ascii: "F")), ([UInt8(ascii: "4")], UInt8(ascii: "~")): .last
        default: .unknown
        }
    }

    private mutating func number(_ digits: String, _ byte: UInt8) -> StepperCommand? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            let longer = digits.count < 9 ? digits + String(UnicodeScalar(byte)) : digits
            state = .number(longer)
            return .typing(longer)
        case 8, 127:
            if digits.isEmpty { return giveUp() }
            state = .number(String(digits.dropLast()))
            return .typing(String(digits.dropLast()))
        case 10, 13:
            state = .plain
            return Int(digits).map { .goTo($0) } ?? .typing(nil)
        case UInt8(ascii: " ") where digits.isEmpty: return .typing("")
        case 4: return .quit
        case 27:
            // Gives the number up; if an arrow key sent this byte, the rest of the key is still read as one.
            state = .escape
            return .typing(nil)
        default: return giveUp()
        }
    }

    private mutating func giveUp() -> StepperCommand {
        state = .plain
        return .typing(nil)
    }
}
