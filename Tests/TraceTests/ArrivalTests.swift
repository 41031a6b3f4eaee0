import Testing

@testable import Trace

@Suite("When items come to their queue, and when they are cancelled") struct ArrivalTests {
    @Test("A notify block comes to its queue when its group is empty; one whose group never is, never does")
    func notification() throws {
        let trace = try readTrace { encoder in
            func notify(_ item: UInt64, at time: UInt64) {
                encoder.append(
                    .itemEnqueued, at: time, lane: 1, object: item, argument: 0xA0, detail: 3, place: .init(call: 1, extra: 0x60))
            }
            encoder.append(.groupCreated, at: 1, lane: 1, object: 0x60)
            notify(1, at: 2)
            encoder.append(.itemBegan, at: 3, lane: 2, object: 1, argument: 0xA0, detail: 3)
            encoder.append(.itemEnded, at: 4, lane: 2, object: 1, argument: 0xA0, detail: 3)
            encoder.append(.groupEntered, at: 5, lane: 1, object: 0x60)
            notify(2, at: 6)
            encoder.append(.groupLeft, at: 9, lane: 3, object: 0x60)
            encoder.append(.itemBegan, at: 12, lane: 2, object: 2, argument: 0xA0, detail: 3)
            encoder.append(.itemEnded, at: 13, lane: 2, object: 2, argument: 0xA0, detail: 3)
            encoder.append(.groupEntered, at: 14, lane: 1, object: 0x60)
            notify(3, at: 15)
        }
        #expect(trace.items.map(\.group) == [0, 0, 0])
        // The group of the first one was never entered before, so the block is queued from its begin on.
        #expect(trace.items[0].due == 3)
        #expect(trace.items[1].due == 9)
        #expect(trace.items[2].due.map { $0 > 1_000_000 } == true)
        #expect(QueueLoad(trace, queue: 0).steps.filter { $0.waiting > 0 }.map(\.time).prefix(1) == [9])
    }

    @Test("A cancellation after the end is about its item, and changes nothing")
    func lateCancellation() throws {
        let trace = try readTrace { encoder in
            encoder.append(.itemEnqueued, at: 1, lane: 1, object: 1, argument: 0xA0, place: .init(call: 1))
            encoder.append(.itemBegan, at: 2, lane: 2, object: 1, argument: 0xA0)
            encoder.append(.itemEnded, at: 3, lane: 2, object: 1, argument: 0xA0)
            encoder.append(.itemCancelled, at: 4, lane: 1, object: 1)
        }
        #expect(trace.item(ofEvent: 3) == 0)
        #expect(trace.items[0].cancelled == nil)
    }
}
