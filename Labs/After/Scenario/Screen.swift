import Dispatch

/// A screen that shows a prompt if the user has looked at it for a while.
///
/// All its functions run on its serial queue, as those of an app run on the main queue. Its subclasses
/// decide when the prompt is shown.
public class Screen: @unchecked Sendable {
    let queue = DispatchQueue(label: "screen")
    /// In milliseconds.
    let delay: Int
    /// Prompts that are not finished: neither shown nor cancelled.
    let pending = DispatchGroup()
    private(set) var visit = 0
    private(set) var isOpen = false
    /// For each prompt that was shown: the visit that asked for it, and the visit that saw it.
    private var prompts: [(asked: Int, seen: Int)] = []

    public required init(delay: Int) { self.delay = delay }

    func didOpen() {}
    func didClose() {}

    func showPrompt(askedBy visit: Int) { prompts.append((visit, self.visit)) }

    /// The user opens the screen, closes it, and opens it again.
    public func visitTwice() -> ScreenReport {
        queue.sync {
            open()
            close()
            open()
        }
        pending.wait()
        return queue.sync {
            ScreenReport(prompts: prompts.count, fromClosedVisit: prompts.count { $0.asked != $0.seen })
        }
    }

    /// The user opens the screen and closes it.
    public func visitOnce() -> ScreenReport {
        queue.sync {
            open()
            close()
        }
        pending.wait()
        return queue.sync { ScreenReport(prompts: prompts.count, fromClosedVisit: prompts.count) }
    }

    private func open() {
        visit += 1
        isOpen = true
        pending.enter()
        didOpen()
    }

    private func close() {
        isOpen = false
        didClose()
    }
}

public struct ScreenReport: Codable, Sendable {
    public var prompts: Int
    /// Prompts that a visit had asked for which was over when they were shown.
    public var fromClosedVisit: Int
}
