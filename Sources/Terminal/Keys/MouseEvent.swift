/// A click or a turn of the wheel.
public struct MouseEvent: Hashable, Sendable {
    public enum Action: Hashable, Sendable { case click, doubleClick, wheelUp, wheelDown }

    public var action: Action
    /// With the key Shift.
    public var isShifted: Bool
    /// With the key Ctrl.
    public var isControl: Bool
    /// From 0, at the left and at the top of the terminal.
    public var column: Int
    public var row: Int

    public init(_ action: Action, isShifted: Bool = false, isControl: Bool = false, column: Int = 0, row: Int = 0) {
        self.action = action
        self.isShifted = isShifted
        self.isControl = isControl
        self.column = column
        self.row = row
    }

    /// The event of a terminal's report; nil for a release, a movement, and other buttons than the first.
    /// - Parameters:
    ///   - code: the button, with 4 for Shift, 16 for Ctrl, 32 for a movement and 64 for the wheel.
    ///   - column: from 1; `row`, likewise.
    init?(code: Int, column: Int, row: Int, isRelease: Bool) {
        guard !isRelease, code & ~0b1011111 == 0, code & 32 == 0 else { return nil }
        switch (code & 64 != 0, code & 3) {
        case (false, 0): action = .click
        case (true, 0): action = .wheelUp
        case (true, 1): action = .wheelDown
        default: return nil
        }
        isShifted = code & 4 != 0
        isControl = code & 16 != 0
        self.column = max(0, column - 1)
        self.row = max(0, row - 1)
    }

    /// The same for a report in the form of today: "0;48;5".
    init?(report: String, isRelease: Bool) {
        let numbers = report.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 3, let code = numbers[0], let column = numbers[1], let row = numbers[2], code >= 0 else { return nil }
        self.init(code: code, column: column, row: row, isRelease: isRelease)
    }
}
