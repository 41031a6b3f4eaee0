import Terminal
import Timeline

// Searching in a page, and the mouse.

extension LearnerModel {
    /// While a search goes on, `n` and `N` go through its matches, and Escape ends it.
    /// - Returns: whether the key meant that.
    mutating func takeInSearch(_ key: Key) -> Bool {
        switch KeyTable.command(for: key, on: .learner) {
        case .nextExercise: goToMatch(isForward: true)
        case .previousMatch: goToMatch(isForward: false)
        case .verdict where key == .escape: typing.endSearch()
        default: return false
        }
        return true
    }

    mutating func goToMatch(isForward: Bool) {
        let page = lines(of: page, width: columns)
        let lines = page.rows.map { String($0.compactMap(\.glyph)) }
        let match = typing.match(in: lines, from: self.page == .list ? selection : scroll, isForward: isForward, style)
        message = match.message
        guard let found = match.index else { return typing.endSearch() }
        if self.page == .list { selection = found } else { scroll = found }
        message?.append(", Esc ends the search")
    }

    /// A click in the list chooses an exercise, and a double click opens it.
    mutating func click(_ event: MouseEvent) -> Request? {
        guard page == .list else { return nil }
        let row = event.row - Self.rowsAbove + scroll
        guard event.row >= Self.rowsAbove, event.row < Self.rowsAbove + room, list.indices.contains(row) else { return nil }
        selection = row
        return event.action == .doubleClick ? take(.enter) : nil
    }
}
