import Dispatch
import Foundation

/// An asynchronous operation: it continues after its `start()` has returned, as if it waited for a
/// response.
private final class Download: Operation, @unchecked Sendable {
    private let lock = NSLock()
    private var isDone = false, isUnderWay = false
    private let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { lock.withLock { isUnderWay } }
    override var isFinished: Bool { lock.withLock { isDone } }

    override func start() {
        if isCancelled {
            finish()
            return
        }
        willChangeValue(forKey: "isExecuting")
        lock.withLock { isUnderWay = true }
        didChangeValue(forKey: "isExecuting")
        DispatchQueue.global().async {
            litmusDelay()
            self.work()
            self.finish()
        }
    }

    private func finish() {
        willChangeValue(forKey: "isExecuting")
        willChangeValue(forKey: "isFinished")
        lock.withLock {
            isUnderWay = false
            isDone = true
        }
        didChangeValue(forKey: "isExecuting")
        didChangeValue(forKey: "isFinished")
    }
}

/// An operation that checks now and then whether it was cancelled.
private final class Patient: Operation, @unchecked Sendable {
    private let story: Story
    init(_ story: Story) { self.story = story }

    override func main() {
        story.tell("begins")
        litmusDelay()
        story.tell(isCancelled ? "stops" : "works")
    }
}

extension Litmus {
    /// Foundation's operations: order, overlap, dependencies, barriers, cancelling, waiting.
    public static let ofOperations: [Litmus] = [
        Litmus("a barrier of an operation queue that is empty does not wait for items of its underlying queue", ["0 1", "0 1 B", "0 B 1"]) {
            let story = Story(), below = DispatchQueue(label: "below"), queue = OperationQueue()
            queue.underlyingQueue = below
            queue.addOperation { story.tell("0") }
            queue.addBarrierBlock { story.tell("B") }
            litmusDelay()
            below.async { story.tell("1") }
            queue.waitUntilAllOperationsAreFinished()
            litmusDelay()
            below.sync {}
            return story.text
        },
        Litmus("operations of one queue can overlap in every way", interleavings([["a1", "a2"], ["b1", "b2"]])) {
            let story = Story(), queue = OperationQueue()
            for name in ["a", "b"] {
                queue.addOperation {
                    litmusDelay()
                    story.tell(name + "1")
                    litmusDelay()
                    story.tell(name + "2")
                }
            }
            queue.waitUntilAllOperationsAreFinished()
            return story.text
        },
        Litmus("one at a time, operations run in the order in which they came", ["a1 a2 b1 b2 c1 c2"]) {
            let story = Story(), queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            for name in ["a", "b", "c"] {
                queue.addOperation {
                    story.tell(name + "1")
                    litmusDelay()
                    story.tell(name + "2")
                }
            }
            queue.waitUntilAllOperationsAreFinished()
            return story.text
        },
        Litmus("two at a time, the third begins when one of the first two has ended", ["a b c", "b a c", "a c b", "b c a"]) {
            let story = Story(), queue = OperationQueue()
            queue.maxConcurrentOperationCount = 2
            for name in ["a", "b", "c"] {
                queue.addOperation {
                    litmusDelay()
                    story.tell(name)
                    litmusDelay()
                }
            }
            queue.waitUntilAllOperationsAreFinished()
            return story.text
        },
        Litmus("an operation begins after all that it depends on", ["a b c", "b a c"]) {
            let story = Story(), queue = OperationQueue()
            let all = ["a", "b", "c"].map { name in
                BlockOperation {
                    litmusDelay()
                    story.tell(name)
                }
            }
            all[2].addDependency(all[0])
            all[2].addDependency(all[1])
            queue.addOperations(all.reversed(), waitUntilFinished: true)
            return story.text
        },
        Litmus("dependencies hold across queues", ["a b c"]) {
            let story = Story(), queues = [OperationQueue(), OperationQueue()]
            var before: Operation?
            let all = ["a", "b", "c"].map { name in
                let operation = BlockOperation {
                    litmusDelay()
                    story.tell(name)
                }
                if let before { operation.addDependency(before) }
                before = operation
                return operation
            }
            // (Waiting operations are added first, as everywhere here: see `isSafeForReal`.)
            for (index, operation) in all.enumerated().reversed() { queues[index % 2].addOperation(operation) }
            all[2].waitUntilFinished()
            return story.text
        },
        Litmus("a barrier runs alone, after earlier operations and before later ones", ["a b w c", "b a w c"]) {
            let story = Story(), queue = OperationQueue()
            for name in ["a", "b"] {
                queue.addOperation {
                    litmusDelay()
                    story.tell(name)
                }
            }
            queue.addBarrierBlock {
                litmusDelay()
                story.tell("w")
            }
            let last = BlockOperation { story.tell("c") }
            queue.addOperation(last)
            last.waitUntilFinished()
            return story.text
        },
        Litmus("of two queued operations, the one with the higher priority goes first", ["first high low"]) {
            let story = Story(), queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            queue.isSuspended = true
            queue.addOperation { story.tell("first") }
            let low = BlockOperation { story.tell("low") }, high = BlockOperation { story.tell("high") }
            low.queuePriority = .low
            high.queuePriority = .high
            queue.isSuspended = false
            queue.waitUntilAllOperationsAreFinished()
            queue.isSuspended = true
            queue.addOperation(low)
            queue.addOperation(high)
            queue.isSuspended = false
            queue.waitUntilAllOperationsAreFinished()
            return story.text
        },
        Litmus("a higher priority goes first only if it was added in time", ["a high low", "a low high"]) {
            let story = Story(), queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            queue.addOperation {
                litmusDelay()
                story.tell("a")
            }
            let low = BlockOperation { story.tell("low") }, high = BlockOperation { story.tell("high") }
            low.queuePriority = .low
            high.queuePriority = .high
            queue.addOperation(low)
            litmusDelay()
            queue.addOperation(high)
            queue.waitUntilAllOperationsAreFinished()
            return story.text
        },
        Litmus("of two waiting operations of one queue, the one whose dependency finishes first goes first", ["a b", "b a"]) {
            let story = Story(), queue = OperationQueue(), other = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            let gates = (0..<2).map { _ in BlockOperation { litmusDelay() } }
            for (gate, name) in zip(gates, ["a", "b"]) {
                let operation = BlockOperation { story.tell(name) }
                operation.addDependency(gate)
                queue.addOperation(operation)
            }
            for gate in gates { other.addOperation(gate) }
            queue.waitUntilAllOperationsAreFinished()
            other.waitUntilAllOperationsAreFinished()
            return story.text
        },
        Litmus("a waiting operation that becomes ready while another runs can go before an earlier one", ["x a b", "x b a"]) {
            let story = Story(), queue = OperationQueue(), other = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            let gates = (0..<2).map { _ in BlockOperation { litmusDelay() } }
            queue.addOperation {
                litmusDelay()
                story.tell("x")
            }
            for (gate, name) in zip(gates, ["a", "b"]) {
                let operation = BlockOperation { story.tell(name) }
                operation.addDependency(gate)
                queue.addOperation(operation)
            }
            for gate in gates { other.addOperation(gate) }
            queue.waitUntilAllOperationsAreFinished()
            other.waitUntilAllOperationsAreFinished()
            return story.text
        },
        Litmus("an operation that is cancelled before it begins is skipped; its dependents run", ["a b", "b"], isSafeForReal: false) {
            let story = Story(), queue = OperationQueue()
            let first = BlockOperation { story.tell("a") }, second = BlockOperation { story.tell("b") }
            second.addDependency(first)
            queue.addOperation(first)
            queue.addOperation(second)
            litmusDelay()
            first.cancel()
            queue.waitUntilAllOperationsAreFinished()
            return story.text
        },
        Litmus("a cancelled operation does not wait for its dependencies any more", ["a", "a b"], isSafeForReal: false) {
            let story = Story(), queue = OperationQueue()
            let first = BlockOperation {
                litmusDelay()
                story.tell("a")
            }
            let second = BlockOperation { story.tell("b") }
            second.addDependency(first)
            queue.addOperation(first)
            queue.addOperation(second)
            litmusDelay()
            second.cancel()
            second.waitUntilFinished()
            first.waitUntilFinished()
            // Foundation reads the dependents of an operation while the operation is already
            // finishing: they must live until it has left its queue.
            queue.waitUntilAllOperationsAreFinished()
            return story.text
        },
        Litmus(
            "a running operation continues until it checks isCancelled", ["", "begins works", "begins stops"], isSafeForReal: false
        ) {
            let story = Story(), queue = OperationQueue(), operation = Patient(story)
            queue.addOperation(operation)
            litmusDelay()
            operation.cancel()
            queue.waitUntilAllOperationsAreFinished()
            return story.text
        },
        Litmus("an asynchronous operation is finished when it reports isFinished", ["a b"]) {
            let story = Story(), queue = OperationQueue()
            let first = Download { story.tell("a") }, second = Download { story.tell("b") }
            second.addDependency(first)
            queue.addOperation(second)
            queue.addOperation(first)
            queue.waitUntilAllOperationsAreFinished()
            return story.text
        },
        Litmus("an asynchronous operation may finish before its start() has returned, once", ["1"]) {
            let queue = OperationQueue(), count = Story()
            let operation = Download { count.tell("1") }
            queue.addOperation(operation)
            operation.waitUntilFinished()
            queue.waitUntilAllOperationsAreFinished()
            return count.text
        },
        Litmus("a completion block runs after its operation, but a waiting thread can continue before it", ["a w", "a w c", "a c w"]) {
            let story = Story(), queue = OperationQueue()
            let operation = BlockOperation { story.tell("a") }
            let completed = DispatchSemaphore(value: 0)
            operation.completionBlock = {
                litmusDelay()
                story.tell("c")
                completed.signal()
            }
            queue.addOperation(operation)
            operation.waitUntilFinished()
            litmusDelay()
            story.tell("w")
            let text = story.text
            completed.wait()
            return text
        },
        Litmus("after waiting for an operation, a thread can still find it in its queue", ["0", "1"]) {
            let queue = OperationQueue(), operation = BlockOperation { litmusDelay() }
            queue.addOperation(operation)
            operation.waitUntilFinished()
            return "\(queue.operationCount)"
        },
        Litmus("a suspended queue keeps added operations", ["b a"]) {
            let story = Story(), queue = OperationQueue()
            queue.isSuspended = true
            queue.addOperation { story.tell("a") }
            litmusDelay()
            story.tell("b")
            queue.isSuspended = false
            queue.waitUntilAllOperationsAreFinished()
            return story.text
        },
        Litmus("operations may add operations, and all are waited for", ["a b c", "a c b"]) {
            let story = Story(), queue = OperationQueue()
            queue.addOperation {
                story.tell("a")
                for name in ["b", "c"] {
                    queue.addOperation {
                        litmusDelay()
                        story.tell(name)
                    }
                }
            }
            queue.waitUntilAllOperationsAreFinished()
            return story.text
        },
        Litmus("on a serial queue of the program, operations and items run one at a time", ["a b c"]) {
            let story = Story(), serial = DispatchQueue(label: "serial"), queue = OperationQueue()
            queue.underlyingQueue = serial
            queue.addOperation {
                litmusDelay()
                story.tell("a")
            }
            serial.async { story.tell("b") }
            queue.addOperation { story.tell("c") }
            queue.waitUntilAllOperationsAreFinished()
            return story.text
        },
        Litmus("an operation's blocks run one after the other, on the thread that starts it", ["a b c"]) {
            let story = Story(), operation = BlockOperation { story.tell("a") }
            operation.addExecutionBlock {
                litmusDelay()
                story.tell("b")
            }
            operation.start()
            story.tell("c")
            return story.text
        },
        Litmus("two threads add at the same time", ["2 a b", "2 b a"]) {
            let story = Story(), queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            DispatchQueue.concurrentPerform(iterations: 2) { index in
                litmusDelay()
                queue.addOperation { story.tell(index == 0 ? "a" : "b") }
            }
            queue.waitUntilAllOperationsAreFinished()
            return "2 " + story.text
        },
    ]
}
