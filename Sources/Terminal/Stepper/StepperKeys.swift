/// A learner's command while stepping.
public enum StepperCommand: Equatable, Sendable {
    case obey(ScreenCommand)
    /// A sentence's number, as it was typed.
    case goTo(Int)
    /// A moment in nanoseconds since the run's start, as it was typed with its unit.
    case goToMoment(Int64)
    /// A line of source, as it was typed.
    case goToLine(TypedLine)
    /// The word to search for, as it was typed.
    case search(String)
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
    private var prompt: Prompt?

    public init() {}

    /// Takes a byte; returns the commands that are complete with it.
    public mutating func take(_ byte: UInt8) -> [StepperCommand] { commands(of: decoder.take(byte)) }

    /// Nothing has followed the last byte for a moment: an ESC was the key Escape.
    public mutating func pause() -> [StepperCommand] { commands(of: decoder.pause()) }

    private mutating func commands(of keys: [Key]) -> [StepperCommand] { keys.compactMap { command(of: $0) } }

    private mutating func command(of key: Key) -> StepperCommand? {
        if let prompt { return type(key, in: prompt) }
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
        prompt = Prompt(kind)
        return .typing(prompt)
    }

    private mutating func type(_ key: Key, in typed: Prompt) -> StepperCommand {
        if typed.meansFirst(key) {
            prompt = nil
            return .obey(.first)
        }
        var typed = typed
        switch typed.line.take(key) {
        case .goesOn: prompt = typed
        case .cancelled: prompt = nil
        case .entered:
            prompt = nil
            return Self.entered(typed)
        }
        return .typing(prompt)
    }

    private static func entered(_ prompt: Prompt) -> StepperCommand {
        let text = prompt.line.text
        if text.allSatisfy(\.isWhitespace) { return .typing(nil) }
        if prompt.kind == .search { return .search(text) }
        if prompt.kind == .line {
            return TypedLine(text).map { .goToLine($0) } ?? .refused("give the number of a line: 12, or main.swift:12")
        }
        return switch TypedPlace(text) {
        case .event(let number): .goTo(number)
        case .moment(let time): .goToMoment(time)
        case nil: .refused(TypedPlace.refusal(String(text.prefix(24))))
        }
    }
}
