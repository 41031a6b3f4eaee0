import Foundation
import Synchronization
import Testing
import Trace

extension RecorderTests {
    final class Download: Operation, @unchecked Sendable {
        override func main() {}
    }

    /// Ends only when another thread says so.
    final class Asynchronous: Operation, @unchecked Sendable {
        private let finished = Atomic(false)
        override var isAsynchronous: Bool { true }
        override var isFinished: Bool { finished.load(ordering: .acquiring) }
        override func start() {
            DispatchQueue.global().async {
                self.willChangeValue(forKey: "isFinished")
                self.finished.store(true, ordering: .releasing)
                self.didChangeValue(forKey: "isFinished")
            }
        }
    }

    @Test("Operations appear with their names, dependencies and order, on the queue they were added to")
    func operations() throws {
        let trace = try Self.record {
            let queue = OperationQueue()
            queue.name = "test.operations"
            let download = Download()
            download.name = "download"
            let filter = BlockOperation {}
            filter.name = "filter"
            filter.addDependency(download)
            queue.addOperations([filter, download], waitUntilFinished: true)
        }
        let items = Self.items(on: "test.operations", in: trace)
        #expect(items.map(\.label).sorted() == ["download", "filter"])
        let filter = try #require(items.first { $0.label == "filter" })
        let download = try #require(items.first { $0.label == "download" })
        #expect(filter.how == .operation)
        #expect(filter.dependencies.map { trace.items[$0].label } == ["download"])
        #expect(try #require(download.ended) <= #require(filter.began))
        #expect(trace.queues.first { $0.label == "test.operations" }?.kind == .operation)
        #expect(trace.waits.contains { $0.kind == .operationQueue })
    }

    @Test("An asynchronous operation lasts until it announces that it is finished, not until start() returns")
    func asynchronousOperation() throws {
        let trace = try Self.record {
            let queue = OperationQueue()
            queue.name = "test.asynchronous"
            let operation = Asynchronous()
            operation.name = "later"
            queue.addOperation(operation)
            operation.waitUntilFinished()
        }
        let item = try #require(Self.items(on: "test.asynchronous", in: trace).first)
        #expect(item.label == "later")
        let began = try #require(item.began), ended = try #require(item.ended)
        let announcement = try #require(trace.items.first { $0.how == .async && $0.began.map { $0 >= began } ?? false })
        #expect(try #require(announcement.began) <= ended)
    }

    @Test("Blocks, barriers and operations of one queue are counted right; a barrier runs alone")
    func operationCounts() throws {
        let trace = try Self.record {
            let queue = OperationQueue()
            queue.name = "test.counts"
            for _ in 0..<500 { queue.addOperation {} }
            queue.addBarrierBlock {}
            for _ in 0..<20 { queue.addOperation(Download()) }
            queue.waitUntilAllOperationsAreFinished()
        }
        let items = Self.items(on: "test.counts", in: trace)
        #expect(items.count == 521)
        #expect(items.allSatisfy { $0.ended != nil })
        let barrier = try #require(items.first { $0.isBarrier })
        let (from, to) = (try #require(barrier.began), try #require(barrier.ended))
        #expect(items.filter { !$0.isBarrier && $0.began! < to && $0.ended! > from }.isEmpty)
    }

    @Test("A cancelled operation is recorded as cancelled, and an operation started by hand runs without a queue")
    func cancelledAndByHand() throws {
        let trace = try Self.record {
            let queue = OperationQueue()
            queue.name = "test.cancelled"
            queue.isSuspended = true
            let operation = Download()
            queue.addOperation(operation)
            operation.cancel()
            queue.isSuspended = false
            operation.waitUntilFinished()
            BlockOperation {}.start()
        }
        #expect(trace.events.filter { $0.kind == .operationCancelled }.count == 1)
        #expect(trace.events.contains { $0.kind == .queueSuspended })
        #expect(Self.items(on: "test.cancelled", in: trace).count == 1)
        #expect(trace.items.filter { $0.operation.isByHand && $0.ended != nil }.count == 1)
        let byHand = try #require(trace.items.first { $0.operation.isByHand })
        #expect(byHand.how == .operation)
        #expect(trace.queues[byHand.queue].label == "no queue")
    }

    @Test("The width of a queue, its changes, and its suspension are recorded, also before the queue has its name")
    func widthAndSuspension() throws {
        let trace = try Self.record {
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            queue.isSuspended = true
            queue.isSuspended = true
            queue.name = "test.width"
            queue.addOperation {}
            queue.isSuspended = false
            queue.maxConcurrentOperationCount = 3
            queue.waitUntilAllOperationsAreFinished()
        }
        let queue = try #require(trace.queues.first { $0.label == "test.width" })
        #expect(queue.widths.map(\.limit) == [1, 3])
        #expect(queue.widthWords == "width 1, 3")
        #expect(queue.suspensions.count == 1)
        let item = try #require(Self.items(on: "test.width", in: trace).first), stretch = try #require(queue.suspensions.first)
        #expect(try #require(item.began) >= #require(stretch.ended))
    }

    @Test("A second queue at the address of a queue that is gone is another queue")
    func queuesAtOneAddress() throws {
        let trace = try Self.record {
            for number in 1...8 {
                let queue = OperationQueue()
                queue.name = "test.address \(number)"
                queue.maxConcurrentOperationCount = number
                queue.addOperation {}
                queue.waitUntilAllOperationsAreFinished()
            }
        }
        let queues = trace.queues.filter { $0.label.hasPrefix("test.address") }
        #expect(queues.map(\.label) == (1...8).map { "test.address \($0)" })
        #expect(queues.map { $0.widths.map(\.limit) } == (1...8).map { [$0] })
    }

    @Test("The priorities of operations, and a completion block with its operation, are recorded")
    func prioritiesAndCompletion() throws {
        let completing = Atomic<pid_t>(0)
        let trace = try Self.record {
            let queue = OperationQueue()
            queue.name = "test.priority"
            queue.maxConcurrentOperationCount = 1
            queue.isSuspended = true
            for (name, priority) in [("low", Operation.QueuePriority.low), ("high", .veryHigh), ("changed", .normal)] {
                let operation = BlockOperation {}
                operation.name = name
                operation.queuePriority = priority
                if name == "high" { operation.completionBlock = { completing.store(Self.thread(), ordering: .releasing) } }
                queue.addOperation(operation)
                if name == "changed" { operation.queuePriority = .high }
            }
            queue.isSuspended = false
            queue.waitUntilAllOperationsAreFinished()
            while completing.load(ordering: .acquiring) == 0 { sched_yield() }
            // The thread has left the block, and waits for another one.
            Self.waitUntilBlocked(completing.load(ordering: .acquiring))
        }
        let items = Self.items(on: "test.priority", in: trace)
        #expect(items.map(\.operation.priority) == [-4, 8, 4])
        #expect(items.map(\.operation.priorityWhenAdded) == [-4, 8, 0])
        let completion = try #require(trace.items.first { $0.how == .completion })
        #expect(completion.operation.completes.map { trace.items[$0].label } == "high")
        #expect(completion.label == "completion of high")
        #expect(completion.ended != nil)
    }

    @Test("The return of an asynchronous operation's start() is recorded; its thread is free then")
    func returnOfStart() throws {
        let trace = try Self.record {
            let queue = OperationQueue()
            queue.name = "test.returned"
            let operation = Asynchronous()
            queue.addOperation(operation)
            operation.waitUntilFinished()
        }
        let item = try #require(Self.items(on: "test.returned", in: trace).first)
        // It may announce its end on another thread before its start() has returned.
        let returned = item.operation.startReturned ?? item.ended
        #expect(try #require(returned) >= #require(item.began))
        #expect(try #require(returned) <= #require(item.ended))
    }

    @Test("A barrier that cancelAllOperations cancels before it begins counts as cancelled")
    func cancelledBarrier() throws {
        for _ in 1...100 {
            let trace = try Self.record {
                let queue = OperationQueue()
                queue.name = "test.barrier"
                queue.isSuspended = true
                // No operation before it: Foundation on Linux uses a cancelled barrier after it has freed it, when the operations
                // before the barrier end.
                queue.addBarrierBlock {}
                queue.cancelAllOperations()
                queue.isSuspended = false
                queue.waitUntilAllOperationsAreFinished()
            }
            let barrier = try #require(Self.items(on: "test.barrier", in: trace).first { $0.isBarrier })
            // Foundation on Linux runs the barrier of an empty queue now and then although it was cancelled
            // in time: a plain program does the same in up to a third of its runs, and on a busy processor
            // in each.
            #expect(barrier.cancelled != nil || barrier.began != nil)
        }
    }

    @Test("A dependency that no queue has got is named")
    func unaddedDependency() throws {
        let trace = try Self.record {
            let queue = OperationQueue()
            let never = BlockOperation {}, waiting = BlockOperation {}
            never.name = "never added"
            waiting.name = "waiting"
            waiting.addDependency(never)
            queue.addOperation(waiting)
            waiting.cancel()
            queue.waitUntilAllOperationsAreFinished()
        }
        let waiting = try #require(trace.items.first { $0.label == "waiting" })
        #expect(waiting.operation.unaddedDependencies == ["never added"])
    }
}
