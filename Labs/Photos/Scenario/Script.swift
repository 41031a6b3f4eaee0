/// A user that scrolls by itself: it looks at a screen until all of its rows are ready, scrolls on,
/// stops very shortly, and scrolls on before anything is ready.
public final class Script: User {
    private enum Step {
        case look
        case scroll(rows: Int)
        /// One frame.
        case stopShortly
    }

    private var steps: [Step]
    private var framesHere = 0
    private let patience: Int
    /// Called when the user has looked at a screen.
    private let onLook: () -> Void

    /// Rows that were still waiting when the user scrolled on.
    public private(set) var rowsNotReady = 0
    /// The longest time until all rows of a screen were ready, in frames.
    public private(set) var longestLook = 0
    /// Screens that the user looked at.
    public private(set) var looks = 0

    /// - Parameter stops: how often the user stops to look, from the first row to the last.
    /// - Parameter patience: frames until the user scrolls on, ready or not.
    public init(rows: Int, stops: Int, patience: Int, onLook: @escaping () -> Void) {
        let half = max(1, rows / stops / 2)
        steps = [.look] + (0..<stops).flatMap { _ in [Step.scroll(rows: half), .stopShortly, .scroll(rows: half), .look] }
        steps.reverse()
        self.patience = patience
        self.onLook = onLook
    }

    public func act(on table: TableView) -> Bool {
        guard table.failure == nil, let step = steps.last else { return false }
        if table.isScrolling { return true }
        switch step {
        case .scroll(let rows):
            table.scroll(to: table.offset + rows * table.rowHeight)
            steps.removeLast()
        case .stopShortly:
            framesHere += 1
            if framesHere > 1 { goOn() }
        case .look:
            framesHere += 1
            guard framesHere > 2, table.waitingRows == 0 || framesHere >= patience else { return true }
            looks += 1
            rowsNotReady += table.waitingRows
            longestLook = max(longestLook, framesHere)
            onLook()
            goOn()
        }
        return true
    }

    private func goOn() {
        framesHere = 0
        steps.removeLast()
    }
}
