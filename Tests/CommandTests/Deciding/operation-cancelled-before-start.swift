// deadlock: 23, 32
// Says: before the operation began
// Advises: must also finish if it is cancelled
import Foundation

final class Upload: Operation, @unchecked Sendable {
    private let lock = NSLock()
    private var state = 0

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { lock.withLock { state == 1 } }
    override var isFinished: Bool { lock.withLock { state == 2 } }

    private func change(to new: Int) {
        willChangeValue(forKey: "isExecuting")
        willChangeValue(forKey: "isFinished")
        lock.withLock { state = new }
        didChangeValue(forKey: "isExecuting")
        didChangeValue(forKey: "isFinished")
    }

    override func start() {
        guard !isCancelled else { return }
        change(to: 1)
        DispatchQueue.global().async { self.change(to: 2) }
    }
}

func scenario() {
    let queue = OperationQueue()
    queue.addOperation(Upload())
    queue.cancelAllOperations()
    queue.waitUntilAllOperationsAreFinished()
}
