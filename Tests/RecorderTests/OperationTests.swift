import Foundation
import Recorder
import Synchronization
import Testing
import Trace

extension RecorderTests {
    final class Download: Operation, @unchecked Sendable {
        override func main() {}
    }

    /// Ends only when somebody says so, from another thread.
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

    @Test("A cancelled operation is told to be cancelled, and an operation started by hand runs without a queue")
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
        #expect(trace.items.filter { $0.how == .performed && $0.ended != nil }.count == 1)
    }
}
