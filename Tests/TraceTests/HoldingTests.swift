import Testing

@testable import Trace

@Suite("Holders of objects, waits, and names of threads") struct HoldingTests {
    @Test("A thread holds a lock from acquire to release, and a once token while its block runs")
    func holdings() throws {
        let trace = try readTrace { encoder in
            encoder.append(.lockAcquired, at: 1, lane: 1, object: 0x70)
            encoder.append(.lockAcquired, at: 2, lane: 1, object: 0x80, detail: 1)
            encoder.append(.lockAcquired, at: 3, lane: 2, object: 0x80, detail: 1)
            encoder.append(.lockReleased, at: 4, lane: 1, object: 0x70)
            encoder.append(.onceBegan, at: 5, lane: 2, object: 0x90)
            encoder.append(.onceEnded, at: 6, lane: 2, object: 0x90)
            encoder.append(.lockReleased, at: 7, lane: 2, object: 0x80)
            encoder.append(.lockReleased, at: 8, lane: 2, object: 0x70)
        }
        #expect(trace.holdings.map(\.began) == [1, 2, 3, 5])
        #expect(trace.holdings.map(\.ended) == [4, nil, 7, 6])
        #expect(trace.holdings.map(\.lane) == [0, 0, 1, 1])
        #expect(trace.holdings.map(\.isShared) == [false, true, true, false])
        #expect(trace.holdings.map { trace.objects[$0.object].label } == ["lock 1", "lock 2", "lock 2", "once block 1"])
    }

    @Test("A lock that its thread acquires twice is held twice, and one that another thread releases is no longer held")
    func nestedAndHandedOn() throws {
        let trace = try readTrace { encoder in
            encoder.append(.itemBegan, at: 1, lane: 1, object: 5, argument: 0xA0)
            encoder.append(.lockAcquired, at: 2, lane: 1, object: 0x70)
            encoder.append(.lockAcquired, at: 3, lane: 1, object: 0x70)
            encoder.append(.lockReleased, at: 4, lane: 1, object: 0x70)
            encoder.append(.lockReleased, at: 5, lane: 2, object: 0x70)
            encoder.append(.itemEnded, at: 6, lane: 1, object: 5, argument: 0xA0)
            encoder.append(.lockAcquired, at: 7, lane: 1, object: 0x70)
        }
        #expect(trace.holdings.map(\.ended) == [5, 4, nil])
        #expect(trace.holdings.map(\.item) == [0, 0, nil])
    }

    @Test("A thread that finds a positive semaphore, an empty group, a finished once block or an ended thread did not wait")
    func passedAtOnce() throws {
        let trace = try readTrace { encoder in
            func wait(_ kind: UInt16, _ object: UInt64, _ began: UInt64, _ ended: UInt64?, lane: UInt32 = 1, timedOut: Bool = false) {
                encoder.append(.waitBegan, at: began, lane: lane, object: object, argument: .max, detail: kind)
                if let ended { encoder.append(.waitEnded, at: ended, lane: lane, object: object, detail: kind | (timedOut ? 0x100 : 0)) }
            }
            encoder.append(.threadStarted, at: 0, lane: 3, object: 33)
            encoder.append(.semaphoreCreated, at: 0, lane: 1, object: 0x70, argument: 1)
            wait(1, 0x70, 1, 2)  // took its value
            encoder.append(.semaphoreSignalled, at: 3, lane: 2, object: 0x70)
            wait(1, 0x70, 4, 5)  // took a signal from before
            encoder.append(.waitBegan, at: 6, lane: 1, object: 0x70, argument: .max, detail: 1)
            encoder.append(.semaphoreSignalled, at: 9, lane: 2, object: 0x70)
            encoder.append(.waitEnded, at: 10, lane: 1, object: 0x70, detail: 1)  // waited
            wait(1, 0x70, 11, 12, timedOut: true)  // looked, in vain
            encoder.append(.groupCreated, at: 20, lane: 1, object: 0x60)
            wait(0, 0x60, 21, 22)  // empty
            encoder.append(.groupEntered, at: 23, lane: 1, object: 0x60)
            encoder.append(.waitBegan, at: 24, lane: 1, object: 0x60, argument: .max, detail: 0)
            encoder.append(.groupLeft, at: 28, lane: 2, object: 0x60)
            encoder.append(.waitEnded, at: 29, lane: 1, object: 0x60, detail: 0)  // waited
            encoder.append(.threadEnded, at: 30, lane: 3)
            wait(6, 3, 31, 32)  // it had ended
            encoder.append(.semaphoreSignalled, at: 40, lane: 2, object: 0x70)
            wait(1, 0x70, 41, nil)  // its continuation was not recorded
        }
        #expect(trace.waits.map(\.passedAtOnce) == [true, true, false, false, true, false, true, false])
        #expect(trace.waits.map { $0.endedBy == nil } == [true, true, false, true, true, false, true, true])
    }

    @Test("A lock that was released between two looks at it was not waited for; one that was held was")
    func locks() throws {
        let trace = try readTrace { encoder in
            encoder.append(.lockAcquired, at: 1, lane: 2, object: 0x70)
            encoder.append(.waitBegan, at: 2, lane: 1, object: 0x70, argument: .max, detail: 3)
            encoder.append(.lockReleased, at: 8, lane: 2, object: 0x70)
            encoder.append(.waitEnded, at: 9, lane: 1, object: 0x70, detail: 3)
            encoder.append(.waitBegan, at: 12, lane: 3, object: 0x70, argument: .max, detail: 3)
            encoder.append(.waitEnded, at: 13, lane: 3, object: 0x70, detail: 3)
        }
        #expect(trace.waits.map(\.passedAtOnce) == [false, true])
    }

    @Test("The names that libdispatch gives its threads are ignored; a program's own names are used")
    func threadNames() throws {
        let trace = try readTrace { encoder in
            for (lane, names) in [
                ["worker", "r-initiated-qos"], ["worker"], [".background-qos"], ["reader 1"], ["nightly-backup-qos"], ["thread"],
            ]
            .enumerated() {
                for name in names { encoder.append(.threadStarted, at: 1, lane: UInt32(lane + 1), object: UInt64(lane + 20), text: name) }
            }
        }
        #expect(trace.lanes.map(\.name) == ["worker 1", "worker 2", "worker 3", "reader 1", "nightly-backup-qos", "thread"])
    }

    @Test("Swift's global queues have a short name, and of several each is named after the quality of service of its workers")
    func swiftQueues() throws {
        func names(_ workers: [String], _ quality: String = "") throws -> [String] {
            try readTrace { encoder in
                for (number, name) in workers.enumerated() {
                    let lane = UInt32(number + 1), queue = UInt64(0xA0 + number)
                    encoder.append(.threadStarted, at: 1, lane: lane, object: UInt64(number + 20), text: name)
                    encoder.append(
                        .queueCreated, at: 2, lane: lane, object: queue, detail: 3, text: "Swift global concurrent queue\(quality)",
                        isPinned: true)
                    encoder.append(.itemBegan, at: 3, lane: lane, object: UInt64(number + 1), argument: queue, detail: 8)
                }
            }.queues.map(\.label)
        }
        #expect(try names(["oot.default-qos"]) == ["Swift global"])
        #expect(try names(["oot.default-qos", ".background-qos"]) == ["Swift global (default)", "Swift global (background)"])
        #expect(try names(["worker", "worker"]) == ["Swift global", "Swift global 2"])
        // A recording has the quality itself.
        #expect(try names(["worker"], " (utility)") == ["Swift global (utility)"])
    }
}
