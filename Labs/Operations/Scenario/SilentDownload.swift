import Foundation
import Synchronization

/// An asynchronous operation: it goes on after `start()` has returned, until the answer comes.
///
/// The bug: it changes its state and announces nothing. A queue does not ask an operation again and
/// again whether it has finished. It waits for the notification.
final class SilentDownload: Operation, @unchecked Sendable {  // `state` is protected by its lock.
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
        state.withLock { $0 = .executing }
        Server().fetch("coffee.png") { photo in self.finish(with: photo) }
    }

    private func finish(with photo: String) {
        console.print("received \(photo)", from: "download")
        state.withLock { $0 = .finished }
    }
}
