/// A learner's command while stepping.
public enum StepperCommand: Equatable, Sendable {
    case obey(ScreenCommand)
    /// A sentence's number, as it was typed.
    case goTo(Int)
    /// A moment in nanoseconds since the run's start, as it was typed with its unit.
    case goToMoment(Int64)
    /// A line of source, as it was typed.
    case goToLine(TypedLine)
    /// A search for the words that were typed last.
    case search(TextSearch)
    /// The text typed after `g` or `/` so far; nil when it was cancelled.
    case typing(Prompt?)
    /// Why what was typed or pasted leads nowhere.
    case refused(String)
    /// A key that means nothing here.
    case unknown(Key)
}

/// Turns the bytes of a keyboard into commands, one byte at a time.
///
/// Text typed after `g` and `/` ends with Enter. The `KeyTable` has the command of each key.
public struct StepperKeys: Sendable {
    private var decoder = KeyDecoder()
    private var typing = Typing()

    public init() {}

    /// Takes a byte; returns the commands that are complete with it.
    public mutating func take(_ byte: UInt8) -> [StepperCommand] { commands(of: decoder.take(byte)) }

    /// Nothing has followed the last byte for a moment: an ESC was the key Escape.
    public mutating func pause() -> [StepperCommand] { commands(of: decoder.pause()) }

    private mutating func commands(of keys: [Key]) -> [StepperCommand] { keys.compactMap { command(of: $0) } }

    private mutating func command(of key: Key) -> StepperCommand? {
        if let outcome = typing.take(key) { return command(of: outcome) }
        if case .paste = key { return .refused(KeyTable.pasted) }
        switch (KeyTable.command(for: key, on: .stepper), key) {
        case (nil, .escape): return nil
        case (nil, _): return .unknown(key)
        case (.goTo, _): return begin(.goTo)
        case (.search, _): return begin(.search)
        case (.goToLine, _): return begin(.line)
        case (let command?, _): return .obey(command)
        }
    }

    private mutating func begin(_ kind: Prompt.Kind) -> StepperCommand {
        typing.begin(kind)
        return .typing(typing.prompt)
    }

    private func command(of outcome: Typing.Outcome) -> StepperCommand {
        switch outcome {
        case .first: .obey(.first)
        case .goesOn, .cancelled: .typing(typing.prompt)
        case .search: .search(typing.search)
        case .entered(_, let text) where text.allSatisfy(\.isWhitespace): .typing(nil)
        case .entered(.line, let text):
            TypedLine(text).map { .goToLine($0) } ?? .refused("give the number of a line: 12, or main.swift:12")
        case .entered(_, let text):
            switch TypedPlace(text) {
            case .event(let number): .goTo(number)
            case .moment(let time): .goToMoment(time)
            case nil: .refused(TypedPlace.refusal(String(text.prefix(24))))
            }
        }
    }
}
