import Timeline
import Words

/// The latest search in the lines of a page.
public struct PageSearch: Equatable, Sendable {
    public private(set) var words: String
    /// The index of the line that was found last.
    public private(set) var found: Int?

    public init(_ words: String) { self.words = words }

    /// Goes to the nearest line with the words, after or before the one that was found last, and around the ends of the page. Letters of
    /// both cases are the same.
    /// - Parameter start: the line to begin with if nothing was found yet.
    /// - Returns: the index of the line; nil if no line has the words.
    public mutating func next(in lines: [String], from start: Int, isForward: Bool = true) -> Int? {
        let wanted = words.lowercased()
        let all = lines.indices.filter { lines[$0].lowercased().contains(wanted) }
        let place = found ?? (isForward ? start - 1 : start)
        found = isForward ? all.first { $0 > place } ?? all.first : all.last { $0 < place } ?? all.last
        return found
    }

    /// "3 of 5".
    public func place(in lines: [String]) -> String {
        let wanted = words.lowercased()
        let all = lines.indices.filter { lines[$0].lowercased().contains(wanted) }
        return "\(all.firstIndex { $0 == found }.map { $0 + 1 } ?? 0) of \(all.count)"
    }

    /// What is said if no line has the words.
    public func refusal(_ style: Style) -> String { "this page does not contain \"\(words.shown(style).fitted(to: 24, style))\"" }
}
