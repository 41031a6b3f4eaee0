import Foundation

final class Download: Operation, @unchecked Sendable {
    private var isDone = false
    private let lock = NSLock()
    override var isAsynchronous: Bool { true }
    override var isFinished: Bool { lock.withLock { isDone } }
    override func start() {
        DispatchQueue.global().async {
            self.lock.withLock { self.isDone = true }
        }
    }
}

func scenario() {
    let queue = OperationQueue()
    queue.addOperation(Download())
    queue.waitUntilAllOperationsAreFinished()
}
