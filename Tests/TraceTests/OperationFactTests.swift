import Testing

@testable import Trace

@Suite("Facts of operations and their queues") struct OperationFactTests {
    @Test("Widths, suspensions, priorities, returns, completion blocks and dependencies that were never added are facts of operations")
    func operationFacts() throws {
        let trace = try readTrace { encoder in
            encoder.append(.queueCreated, at: 0, lane: 1, object: 0xA0, detail: 4, text: "operation queue", isPinned: true)
            encoder.append(.queueWidth, at: 1, lane: 1, object: 0xA0, argument: 2)
            encoder.append(.queueSuspended, at: 2, lane: 1, object: 0xA0)
            encoder.append(.queueSuspended, at: 3, lane: 1, object: 0xA0)
            encoder.append(.operationDepends, at: 4, lane: 1, object: 1, argument: 9, text: "never added")
            encoder.append(.itemEnqueued, at: 5, lane: 1, object: 1, argument: 0xA0, detail: 7)
            encoder.append(.operationAdded, at: 5, lane: 1, object: 1, argument: 0xC1, text: "load")
            encoder.append(.operationPriority, at: 6, lane: 1, object: 1, argument: UInt64(bitPattern: -4), detail: 1)
            encoder.append(.itemEnqueued, at: 7, lane: 1, object: 2, argument: 0xA0, detail: 7 | 1 << 8)
            encoder.append(.queueCancelled, at: 8, lane: 1, object: 0xA0)
            encoder.append(.queueResumed, at: 9, lane: 1, object: 0xA0)
            encoder.append(.queueWidth, at: 10, lane: 1, object: 0xA0, argument: UInt64(bitPattern: -1))
            encoder.append(.itemBegan, at: 11, lane: 2, object: 1, argument: 0xA0, detail: 7)
            encoder.append(.operationReturned, at: 12, lane: 2, object: 1)
            encoder.append(.itemBegan, at: 13, lane: 2, object: 5, detail: 7)
            encoder.append(.itemEnded, at: 14, lane: 2, object: 5, detail: 7)
            encoder.append(.itemEnded, at: 15, lane: 3, object: 1, argument: 0xA0, detail: 7)
            encoder.append(.itemBegan, at: 16, lane: 3, object: 6, detail: 14, place: .init(closure: 0x300, extra: 1))
            encoder.append(.itemEnded, at: 17, lane: 3, object: 6, detail: 14)
        }
        let queue = try #require(trace.queues.first { $0.kind == .operation })
        #expect(queue.widths == [.init(time: 1, limit: 2), .init(time: 10, limit: nil)])
        #expect(queue.width(at: 0) == 2 && queue.width(at: 5) == 2 && queue.width(at: 10) == nil)
        #expect(queue.suspensions == [.init(began: 2, ended: 9)])
        let load = trace.items[0]
        #expect(load.operation.priority == -4 && load.operation.priorityWhenAdded == -4)
        #expect(load.operation.startReturned == 12 && load.ended == 15)
        #expect(load.operation.unaddedDependencies == ["never added"])
        #expect(trace.items[1].isBarrier && trace.items[1].cancelled == 8)
        #expect(trace.items[2].operation.isByHand && trace.queues[trace.items[2].queue].label == "no queue")
        #expect(trace.items[3].operation.completes == 0 && trace.items[3].label == "completion of load")
    }
}
