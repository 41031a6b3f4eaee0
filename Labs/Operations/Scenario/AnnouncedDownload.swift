import Foundation
import Synchronization

/// The fix: it announces each change of `isExecuting` and `isFinished`.
///
/// On Linux these are plain calls of methods that `Operation` has. They are still necessary:
/// `didChangeValue(forKey: "isFinished")` tells the queue to let the operation go.
final class AnnouncedDownload: Operation, @unchecked Sendable {  // `state` is protected by its lock.
    private enum State { case waiting, executing, finished }
    private let state = Mutex(State.waiting)
    private let console: Console

    init(_ name: String, _ console: Console) {
        self.console = console
        super.init()
        self.name = name
    }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { state.withLock { $0 == .executing } }
    override var isFinished: Bool { state.withLock { $0 == .finished } }

    override func start() {
        if isCancelled {  // It must finish all the same, or it stays in the queue for ever.
            change(to: .finished, "isFinished")
            return
        }
        change(to: .executing, "isExecuting")
        Server().fetch("coffee.png") { photo in self.finish(with: photo) }
    }

    private func finish(with photo: String) {
        console.print("received \(photo)", from: "download")
        change(to: .finished, "isExecuting", "isFinished")
    }

    private func change(to new: State, _ keys: String...) {
        for key in keys { willChangeValue(forKey: key) }
        state.withLock { $0 = new }
        for key in keys { didChangeValue(forKey: key) }
    }
}
