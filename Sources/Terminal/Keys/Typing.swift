import Narration
import Timeline
import Words

/// The typing in the last line of a screen, and the latest search. Each room of the terminal has one.
///
/// It is a value without a terminal. The room decides what an entered text means: only a search is the same in all of them.
public struct Typing: Equatable, Sendable {
    /// The text that is being typed; nil: none is.
    public private(set) var prompt: Prompt?
    public private(set) var search = TextSearch()

    public init() {}

    /// The meaning of a key.
    public enum Outcome: Equatable, Sendable {
        case goesOn, cancelled
        /// `gg`: the first event.
        case first
        /// Enter after a search. A search without words repeats the one before, as in `less`.
        case search
        case entered(Prompt.Kind, String)
    }

    /// Begins to type, in an empty line.
    public mutating func begin(_ kind: Prompt.Kind) { prompt = Prompt(kind) }

    /// Takes a key while a text is typed.
    /// - Returns: the key's meaning; nil if no text is being typed.
    public mutating func take(_ key: Key) -> Outcome? {
        guard var prompt else { return nil }
        let isFirst = prompt.meansFirst(key)
        let outcome = prompt.line.take(key)
        self.prompt = !isFirst && outcome == .goesOn ? prompt : nil
        if isFirst { return .first }
        switch outcome {
        case .goesOn: return .goesOn
        case .cancelled: return .cancelled
        case .entered where prompt.kind == .search:
            if !prompt.line.text.isEmpty { search = TextSearch(prompt.line.text) }
            return .search
        case .entered: return .entered(prompt.kind, prompt.line.text)
        }
    }

    /// The nearest line of a page that has the searched words.
    /// - Parameter start: the line to begin with if nothing was found yet.
    public mutating func match(in lines: [String], from start: Int, isForward: Bool, _ style: Style) -> TextSearch.Match {
        search.next(in: lines, from: start, isForward: isForward, style)
    }

    /// The nearest event of a log that has the searched words.
    /// - Parameters:
    ///   - start: the event that is shown.
    ///   - limit: the most sentences that one key searches.
    public mutating func match(
        in log: StepLog, from start: Int, isForward: Bool, limit: Int = .max, _ style: Style
    ) -> TextSearch.Match {
        search.next(in: log, from: start, isForward: isForward, limit: limit, style)
    }

    /// The search is over: its keys have their other meaning again.
    public mutating func endSearch() { search = TextSearch() }

    /// The next search begins at the place that is shown, and not where the last one was given up.
    public mutating func forgetPlace() { search.forgetPlace() }
}
