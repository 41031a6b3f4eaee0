/// Makes a double click of two clicks at one place, soon after each other.
///
/// ncurses could do so, but then it would hold back each single click for a moment.
struct ClickCounter: Sendable {
    /// The longest time between the two.
    static let longestPause = Duration.milliseconds(500)

    private var last: (column: Int, row: Int, time: Duration)?

    /// The same key, or a double click in its place.
    /// - Parameter now: since any fixed moment.
    mutating func take(_ key: Key, at now: Duration) -> Key {
        guard case .mouse(var event) = key, event.action == .click else {
            last = nil
            return key
        }
        let before = last
        last = (event.column, event.row, now)
        guard let before, before.column == event.column, before.row == event.row, now - before.time <= Self.longestPause else { return key }
        // A third click begins again.
        last = nil
        event.action = .doubleClick
        return .mouse(event)
    }
}
