import Dispatch
import Foundation

// What is cancelled before it runs, what is cancelled while it runs, and what runs.

/// Says itself when it has finished, as an asynchronous operation does; gives up immediately if it was cancelled.
final class Download: Operation, @unchecked Sendable {
    private let lock = NSLock()
    private var hasBegun = false, hasEnded = false

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { lock.withLock { hasBegun && !hasEnded } }
    override var isFinished: Bool { lock.withLock { hasEnded } }

    override func start() {
        if isCancelled { return finish() }
        lock.withLock { hasBegun = true }
        DispatchQueue.global().async { self.finish() }
    }

    private func finish() {
        willChangeValue(forKey: "isFinished")
        lock.withLock { hasEnded = true }
        didChangeValue(forKey: "isFinished")
    }
}

final class Step: Operation, @unchecked Sendable {
    override func main() { print("ran \(name ?? "")") }
}

let suspended = OperationQueue()
suspended.name = "test.suspended"
suspended.maxConcurrentOperationCount = 1
for round in 1...3 {
    suspended.isSuspended = true
    for number in 1...20 { suspended.addOperation { print("never \(round) \(number)") } }
    suspended.addOperation(Step())
    suspended.addOperation(Download())
    suspended.cancelAllOperations()
    suspended.isSuspended = false
    suspended.waitUntilAllOperationsAreFinished()
}

let queue = OperationQueue()
queue.name = "test.queue"
queue.maxConcurrentOperationCount = 1
let early = Step()
early.name = "early"
early.cancel()
queue.addOperation(early)
let begun = DispatchSemaphore(value: 0), mayEnd = DispatchSemaphore(value: 0)
let interrupted = BlockOperation {
    begun.signal()
    mayEnd.wait()
}
interrupted.name = "interrupted"
queue.addOperation(interrupted)
begun.wait()
interrupted.cancel()
mayEnd.signal()
let after = Step()
after.name = "after"
after.addDependency(interrupted)
after.addDependency(early)
queue.addOperation(after)
queue.addOperation(Download())
queue.waitUntilAllOperationsAreFinished()
// A thread that waits for an operation can continue before the operation's thread has returned from
// it: this process must outlive that.
usleep(200_000)
