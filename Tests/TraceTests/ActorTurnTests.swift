import Testing

@testable import Trace

@Suite("Jobs on an actor") struct ActorTurnTests {
    private static let actor: UInt64 = 0xA0
    private static let job: UInt16 = 12

    private func read(_ build: (inout TraceEncoder) -> Void) throws -> Trace {
        var encoder = TraceEncoder(TraceEncoder.Header())
        encoder.append(.queueCreated, at: 0, lane: 1, object: Self.actor, detail: 5, text: "Counter", isPinned: true)
        build(&encoder)
        let trace = try TraceReader.read(bytes: encoder.encoded())
        #expect(trace.inconsistencies == [])
        return trace
    }

    /// The most jobs on the actor that the state shows at the same time.
    private func most(_ trace: Trace) -> Int {
        var state = TraceState(trace)
        let subjects = EventSubjects(trace)
        for event in trace.events { state.apply(event, of: trace, subjects) }
        return state.queues[0].mostRunning
    }

    @Test("A job whose end was written after the next job began has ended when that one begins")
    func late() throws {
        let trace = try read { encoder in
            for number in 0..<50 as Range<UInt64> {
                let time = 10 + number * 10, lane = UInt32(2 + number % 3)
                encoder.append(
                    .itemEnqueued, at: time, lane: lane, object: number + 1, argument: Self.actor, detail: Self.job,
                    place: .init(call: 0x500, extra: 7 + number % 3))
                encoder.append(.itemBegan, at: time + 1, lane: lane, object: number + 1, argument: Self.actor, detail: Self.job)
                // The next job begins at `time + 11`.
                encoder.append(.itemEnded, at: time + 13, lane: lane, object: number + 1, argument: Self.actor, detail: Self.job)
            }
        }
        #expect(trace.items.count == 50)
        #expect(most(trace) == 1)
        for (earlier, later) in zip(trace.items, trace.items.dropFirst()) {
            #expect(try #require(earlier.ended) == #require(later.began))
        }
        // Values that belong to an event by its position are still those of the same event.
        let tasks: [UInt64?] = (0..<50).map { number in 7 + UInt64(number) % 3 }
        #expect(trace.items.map(\.task) == tasks)
        #expect(trace.items.last?.ended == 513)
    }

    @Test("A job that has no end in the trace has ended when the next one begins; the last one is still running")
    func missing() throws {
        let trace = try read { encoder in
            for number in 1...3 as ClosedRange<UInt64> {
                encoder.append(.itemBegan, at: number * 10, lane: UInt32(number), object: number, argument: Self.actor, detail: Self.job)
            }
        }
        #expect(trace.items.map(\.ended) == [20, 30, nil])
        #expect(most(trace) == 1)
    }

    @Test("Jobs on an actor that begin and end at one instant are one after the other")
    func sameInstant() throws {
        let trace = try read { encoder in
            // If two lanes have events at one time, the lower lane comes first: here the job that begins.
            encoder.append(.itemBegan, at: 10, lane: 2, object: 1, argument: Self.actor, detail: Self.job)
            encoder.append(.itemEnded, at: 20, lane: 2, object: 1, argument: Self.actor, detail: Self.job)
            encoder.append(.itemBegan, at: 20, lane: 1, object: 2, argument: Self.actor, detail: Self.job)
            encoder.append(.itemEnded, at: 30, lane: 1, object: 2, argument: Self.actor, detail: Self.job)
        }
        #expect(most(trace) == 1)
        #expect(trace.items.map(\.ended) == [20, 30])
    }

    @Test("Jobs on two actors stay as they are")
    func twoActors() throws {
        let trace = try read { encoder in
            encoder.append(.itemBegan, at: 10, lane: 1, object: 1, argument: Self.actor, detail: Self.job)
            encoder.append(.itemBegan, at: 11, lane: 2, object: 2, argument: 0xB0, detail: Self.job)
            encoder.append(.itemEnded, at: 20, lane: 1, object: 1, argument: Self.actor, detail: Self.job)
            encoder.append(.itemEnded, at: 21, lane: 2, object: 2, argument: 0xB0, detail: Self.job)
        }
        #expect(trace.items.map(\.ended) == [20, 21])
    }
}
