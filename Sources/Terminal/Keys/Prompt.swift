import Words
import Timeline
import Trace

/// What is typed until Enter in the last line of a screen: where to go, what to search for, which lanes to show.
public struct Prompt: Equatable, Sendable {
    public enum Kind: Equatable, Sendable { case goTo, search, lanes, line, file }

    public let kind: Kind
    public var line: LineEditor

    public init(_ kind: Kind, _ text: String = "") {
        self.kind = kind
        line = LineEditor(text)
    }

    /// Whether a key means the first event: `gg`, as in vim.
    func meansFirst(_ key: Key) -> Bool { kind == .goTo && line.text.isEmpty && key == .character("g") }

    /// "search: photo▏  (Enter: search, Esc: cancel)"; where there is little room, without the keys.
    public func shown(columns: Int, _ style: Style) -> String {
        let (words, keys) =
            switch kind {
            // A number is that of an event.
            case .goTo:
                (
                    line.text.allSatisfy(\.isNumber) ? "go to #" : "go to ",
                    line.text.isEmpty ? "  (g: the first, Esc: cancel)" : "  (Enter: go, Esc: cancel)"
                )
            case .search: ("search: ", "  (Enter: search, Esc: cancel)")
            case .line: ("go to line: ", "  (Enter: go, Esc: cancel)")
            case .file: ("your file: ", "  (Enter: explore it, Esc: cancel)")
            case .lanes: ("lanes with: ", "  (Enter: show only these, Esc: cancel)")
            }
        let room = columns - displayWidth(words)
        let typed = line.shown(columns: max(room / 2, room - keys.count), style)
        return words + typed + (displayWidth(typed) + keys.count <= room ? keys : "")
    }
}

/// A line of source as people type it after `:`: "12" or "main.swift:12".
public struct TypedLine: Equatable, Sendable {
    public var line: Int
    public var file: String?

    /// nil if the text is neither.
    init?(_ text: String) {
        let parts = text.filter { !$0.isWhitespace }.split(separator: ":")
        guard (1...2).contains(parts.count), let line = parts.last.flatMap({ Int($0) }), line > 0 else { return nil }
        self.line = line
        file = parts.count == 2 ? String(parts[0]) : nil
    }
}

/// A place in a run as people type it after `g`: "12" or "#12" for an event, "12.5ms" or "20 ms" for a moment.
enum TypedPlace: Equatable {
    case event(Int)
    /// Nanoseconds since the start of the run.
    case moment(Int64)

    private static let units: [(name: String, nanoseconds: Double)] = [("ns", 1), ("us", 1e3), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)]

    /// nil if the text is neither.
    init?(_ text: String) {
        let text = text.filter { !$0.isWhitespace }.lowercased()
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        if !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) {
            // No run has more events.
            self = .event(Int(digits.prefix(10)).map { min($0, 999_999_999) } ?? 999_999_999)
            return
        }
        guard let unit = Self.units.first(where: { text.hasSuffix($0.name) }) else { return nil }
        let number = text.dropLast(unit.name.count)
        let isDecimal = !number.isEmpty && number.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard isDecimal, let value = Double(number) else { return nil }
        guard value * unit.nanoseconds < 9e18 else { return nil }
        self = .moment(Int64((value * unit.nanoseconds).rounded()))
    }

    /// What is said about a text that is neither.
    static func refusal(_ text: String) -> String {
        "\"\(text)\" is not a time or an event: write 12.5ms, 200us, 800ns, 2s or 12"
    }
}
