import Testing

@testable import Trace

@Suite("A recording that was stopped and started again") struct RestartTests {
    private static let queue: UInt64 = 0x10, lock: UInt64 = 0x20

    /// Stopped at 20, started at 30: block 1 and the lock are not seen to end, block 2 is.
    private func trace() throws -> Trace {
        var header = TraceEncoder.Header()
        header.completeFrom = 30
        header.restarted = 30
        return try readTrace(header) { encoder in
            encoder.append(.queueCreated, at: 1, lane: 1, object: Self.queue, detail: 1, text: "worker", isPinned: true)
            encoder.append(.itemEnqueued, at: 2, lane: 1, object: 1, argument: Self.queue, place: .init(call: 0x500))
            encoder.append(.itemEnqueued, at: 3, lane: 1, object: 2, argument: Self.queue, place: .init(call: 0x500))
            encoder.append(.itemBegan, at: 10, lane: 2, object: 1, argument: Self.queue)
            encoder.append(.lockAcquired, at: 11, lane: 2, object: Self.lock)
            encoder.append(.itemBegan, at: 12, lane: 3, object: 2, argument: Self.queue)
            encoder.append(.itemEnded, at: 40, lane: 3, object: 2, argument: Self.queue)
        }
    }

    @Test("An item and a lock that were not seen to end are not said to be going on; an item whose end is seen is whole")
    func open() throws {
        let trace = try trace()
        #expect(trace.items.map(\.id) == [2])
        #expect(trace.items.map(\.began) == [12] && trace.items.map(\.ended) == [40])
        #expect(trace.holdings.isEmpty)
        #expect(!trace.items.indices.contains { trace.isUnfinished($0) })
    }

    @Test("A lock that another thread releases is held by none of those that can have acquired it, and by all others")
    func releasedElsewhere() throws {
        for releases in [false, true] {
            var header = TraceEncoder.Header()
            header.completeFrom = 30
            let trace = try readTrace(header) { encoder in
                for (time, lane) in [(10, 2), (11, 3), (12, 4)] as [(UInt64, UInt32)] {
                    encoder.append(.lockAcquired, at: time, lane: lane, object: Self.lock, detail: 1)
                }
                encoder.append(.lockAcquired, at: 13, lane: 5, object: 0x30)
                encoder.append(.lockReleased, at: 14, lane: 3, object: Self.lock, detail: 1)
                if releases { encoder.append(.lockReleased, at: 15, lane: 6, object: Self.lock, detail: 1) }
                encoder.append(.note, at: 40, lane: 1)
            }
            let held = trace.holdings.map { [trace.objects[$0.object].address, UInt64($0.began)] }
            #expect(held.sorted { $0[1] < $1[1] } == (releases ? [[0x30, 13]] : [[Self.lock, 10], [Self.lock, 12], [0x30, 13]]))
        }
    }
}
