import Terminal
import Timeline

// Searching in a page, and the mouse.

extension LearnerModel {
    mutating func type(_ key: Key, in prompt: Prompt) {
        var prompt = prompt
        switch prompt.line.take(key) {
        case .goesOn: typed = prompt
        case .cancelled: typed = nil
        case .entered:
            typed = nil
            // No words: those of the search before, as in less.
            if !prompt.line.text.isEmpty { search = PageSearch(prompt.line.text) }
            goToMatch(isForward: true)
        }
    }

    /// While a search goes on, `n` and `N` go through its matches, and Escape ends it.
    /// - Returns: whether the key meant that.
    mutating func takeInSearch(_ key: Key) -> Bool {
        switch KeyTable.command(for: key, on: .learner) {
        case .nextExercise: goToMatch(isForward: true)
        case .previousMatch: goToMatch(isForward: false)
        case .verdict where key == .escape: search = nil
        default: return false
        }
        return true
    }

    private mutating func goToMatch(isForward: Bool) {
        guard var search else { return message = "There is no search yet: type /, a word and Enter." }
        let page = lines(of: page, width: columns)
        let lines = page.rows.map { String($0.compactMap(\.glyph)) }
        let found = search.next(in: lines, from: self.page == .list ? selection : scroll, isForward: isForward)
        self.search = found == nil ? nil : search
        guard let found else { return message = search.refusal(style) }
        if self.page == .list { selection = found } else { scroll = found }
        message = "match \(search.place(in: lines)): n next, N before, Esc ends the search"
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
