import Narration
import Timeline
import Words

/// The latest search: in the lines of a page, or in the events of a run. Letters of both cases are the same.
public struct TextSearch: Equatable, Sendable {
    /// Empty: there is no search.
    public let words: String
    /// The line of a page that was found last, or the event up to which a log was searched.
    private var place: Int?
    /// How many events of a log were searched since the last one was found.
    private var searched = 0

    init(_ words: String = "") { self.words = words }

    public var isEmpty: Bool { words.isEmpty }

    /// Where a search leads.
    public struct Match: Equatable, Sendable {
        /// The line or the event; nil: none was found.
        public var index: Int?
        /// A sentence about it, for the last line of the screen.
        public var message: String?
        /// Only a part of a log was searched.
        public var isPart = false
    }

    /// The sentence about a key that needs a search.
    public static let none = "There is no search yet: type /, a word and Enter."

    mutating func forgetPlace() { (place, searched) = (nil, 0) }

    /// Goes to the nearest line with the words, after or before the one that was found last, and around the ends of the page.
    mutating func next(in lines: [String], from start: Int, isForward: Bool, _ style: Style) -> Match {
        if isEmpty { return Match(message: Self.none) }
        let wanted = words.lowercased()
        let all = lines.indices.filter { lines[$0].lowercased().contains(wanted) }
        let last = place ?? (isForward ? start - 1 : start)
        place = isForward ? all.first { $0 > last } ?? all.first : all.last { $0 < last } ?? all.last
        guard let place, let number = all.firstIndex(of: place) else {
            return Match(message: "this page does not contain \(shown(style))")
        }
        return Match(index: place, message: "match \(number + 1) of \(all.count): n next, N before")
    }

    /// Goes to the nearest event whose sentence, or whose function, has the words.
    mutating func next(in log: StepLog, from start: Int, isForward: Bool, limit: Int, _ style: Style) -> Match {
        if isEmpty { return Match(message: Self.none) }
        switch log.find(words, from: place ?? start, isForward: isForward, limit: limit) {
        case .sentence(let found):
            (place, searched) = (nil, 0)
            return Match(index: found)
        case .upTo(let last) where searched + limit < log.count:
            place = last
            searched += limit
            let part = Wording.grouped(searched * 100 / log.count)
            return Match(message: "searching \(shown(style)): \(part) %, so far not found (any key stops)", isPart: true)
        case .upTo, .none:
            (place, searched) = (nil, 0)
            return Match(message: "no event of this run contains \(shown(style))")
        }
    }

    private func shown(_ style: Style) -> String { "\"\(words.shown(style).fitted(to: 24, style))\"" }
}
