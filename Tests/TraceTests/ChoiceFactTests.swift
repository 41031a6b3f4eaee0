import Testing

@testable import Trace

/// Traces from which something was left out by choice: what they prove, and what they do not.
@Suite struct ChoiceFactTests {
    private func trace(_ choice: RecordedChoice) throws -> Trace {
        var header = TraceEncoder.Header()
        header.choice = choice
        return try readTrace(header) { encoder in
            encoder.append(.queueCreated, at: 1, lane: 1, object: 0xA0, text: "work", isPinned: true)
            encoder.append(.queueCreated, at: 1, lane: 1, object: 0xB0, detail: 4, text: "reports", isPinned: true)
            encoder.append(.groupCreated, at: 2, lane: 1, object: 0x60)
            encoder.append(.semaphoreCreated, at: 2, lane: 1, object: 0x70)
            for item: UInt64 in 1...2 {
                encoder.append(.itemEnqueued, at: 2 + item, lane: 1, object: item, argument: 0xA0, place: .init(call: 1))
            }
        }
    }

    @Test("A choice is the same after it was written to a file and read again")
    func header() throws {
        let choice = RecordedChoice(kinds: [.locks, .sleeps, .queues], queues: ["net.*", "database"])
        #expect(try trace(choice).coverage.choice == choice)
        #expect(try trace(.all).coverage == .whole)
    }

    @Test("A queue is fully known if items of its kind were recorded, a group only together with the items that enter and leave it")
    func known() throws {
        let all = try trace(.all), queues = try trace(RecordedChoice(kinds: [.queues, .semaphores])),
            groups = try trace(RecordedChoice(kinds: [.groups]))
        func known(_ trace: Trace) -> [Bool] { trace.queues.map(\.isFullyKnown) + trace.objects.map(\.isFullyKnown) }
        #expect(known(all) == [true, true, true, true])
        #expect(known(queues) == [true, false, false, true])
        #expect(known(groups) == [false, false, false, false])
        // A queue that was chosen can wait for one that was not.
        #expect(try known(trace(RecordedChoice(queues: ["work"]))) == [false, false, false, true])
    }

    @Test("A trace with a choice is not whole, and says so in sentences that name what is missing or what is there, whichever is shorter")
    func words() {
        #expect(RecordedChoice.all.sentences == [])
        #expect(
            RecordedChoice(kinds: [.queues, .locks]).predicates == [
                "has only queues and locks: no other kind of event was recorded (--only)"
            ])
        let most = Set(RecordedChoice.Kind.allCases).subtracting([.locks])
        #expect(RecordedChoice(kinds: most).predicates == ["is without locks: they were not recorded (--without)"])
        #expect(RecordedChoice(queues: ["a", "b*"]).sentences.first?.contains("called \"a\" and \"b*\"") == true)
        #expect(!Coverage(choice: RecordedChoice(kinds: most)).isWhole && !Coverage(choice: RecordedChoice(kinds: most)).isWhole(from: 0))
    }
}
