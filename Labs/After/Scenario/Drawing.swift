import Dispatch

/// Draws the rows of a photo in a work item, some time after it was asked to.
public final class Drawing: @unchecked Sendable {  // The item and the caller take turns: `item.wait()` and `Pause` order them.
    private let queue = DispatchQueue(label: "drawing")
    private let rows: Int
    private let pause: Pause?
    private var item: DispatchWorkItem?
    private var drawn = 0

    public init(rows: Int, pause: Pause?) {
        self.rows = rows
        self.pause = pause
    }

    /// Cancels the item while it runs.
    public func cancelDuring(looks: Bool, after delay: Int) -> DrawingReport {
        let item = DispatchWorkItem { [unowned self] in looks ? drawAndLook() : draw() }
        self.item = item
        queue.asyncAfter(deadline: .now() + .milliseconds(delay), execute: item)

        pause?.waitForItem()
        item.cancel()
        pause?.end()

        item.wait()
        return DrawingReport(rows: rows, drawn: drawn, isCancelled: item.isCancelled)
    }

    /// Never looks, so it runs to its end.
    private func draw() {
        for row in 0..<rows { draw(row) }
    }

    /// Looks before each row.
    private func drawAndLook() {
        for row in 0..<rows {
            if item?.isCancelled == true { return }
            draw(row)
        }
    }

    private func draw(_ row: Int) {
        calculate()
        drawn += 1
        if row == 0 { pause?.itemArrives() }
    }
}

public struct DrawingReport: Codable, Sendable {
    public var rows: Int
    public var drawn: Int
    public var isCancelled: Bool
}
