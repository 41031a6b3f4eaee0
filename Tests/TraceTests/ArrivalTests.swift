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
        // The group of the first one is empty, so the call itself submits the block.
        #expect(trace.items[0].due == 2)
        #expect(trace.items[1].due == 9)
        #expect(trace.items[2].due.map { $0 > 1_000_000 } == true)
        #expect(QueueLoad(trace, queue: 0).steps.filter { $0.waiting > 0 }.map(\.time).prefix(2) == [2, 9])
    }

    private static let group: UInt64 = 0x60, queue: UInt64 = 0xA0

    @Test("A notify block comes when its group is empty for the first time, though the group is entered again before the block begins")
    func enteredAgain() throws {
        for emptiedAgain in [false, true] {
            for begins in [false, true] {
                let trace = try readTrace { encoder in
                    encoder.append(.queueCreated, at: 1, lane: 1, object: Self.queue, detail: 0, text: "suspended", isPinned: true)
                    encoder.append(.groupCreated, at: 1, lane: 1, object: Self.group)
                    encoder.append(.groupEntered, at: 2, lane: 1, object: Self.group)
                    encoder.append(
                        .itemEnqueued, at: 3, lane: 1, object: 1, argument: Self.queue, detail: 3, place: .init(call: 1, extra: Self.group))
                    encoder.append(.groupLeft, at: 5, lane: 1, object: Self.group)
                    encoder.append(.groupEntered, at: 7, lane: 1, object: Self.group)
                    if emptiedAgain { encoder.append(.groupLeft, at: 8, lane: 1, object: Self.group) }
                    if begins { encoder.append(.itemBegan, at: 20, lane: 2, object: 1, argument: Self.queue, detail: 3) }
                    encoder.append(.note, at: 30, lane: 1)
                }
                #expect(trace.items[0].due == 5, "\(emptiedAgain) \(begins)")
                #expect(QueueLoad(trace, queue: 0).load(at: 10).waiting == 1)
                #expect(state(trace, before: 20).queues[0].waiting.contains(0))
            }
        }
    }

    /// The state just before a time.
    private func state(_ trace: Trace, before time: Int64) -> TraceState {
        var state = TraceState(trace)
        let subjects = EventSubjects(trace)
        for event in trace.events where event.time < time { state.apply(event, of: trace, subjects) }
        return state
    }

    /// A block that follows item 7, which begins at 20 if it begins.
    private func following(
        item: UInt64 = 7, begins: Bool = true, _ before: (inout TraceEncoder) -> Void, then: (inout TraceEncoder) -> Void
    ) throws -> (trace: Trace, block: Int) {
        let trace = try readTrace { encoder in
            encoder.append(.queueCreated, at: 1, lane: 1, object: Self.queue, detail: 0, text: "main", isPinned: true)
            before(&encoder)
            encoder.append(.itemEnqueued, at: 5, lane: 1, object: 9, argument: Self.queue, detail: 9, place: .init(call: 1, extra: item))
            then(&encoder)
            if begins { encoder.append(.itemBegan, at: 20, lane: 2, object: 9, argument: Self.queue, detail: 9) }
            encoder.append(.note, at: 30, lane: 1)
        }
        return (trace, try #require(trace.items.firstIndex { $0.id == 9 }))
    }

    private func run(_ encoder: inout TraceEncoder, from begin: UInt64, to end: UInt64) {
        encoder.append(.itemEnqueued, at: begin, lane: 1, object: 7, argument: 0xB0, place: .init(call: 1))
        encoder.append(.itemBegan, at: begin, lane: 3, object: 7, argument: 0xB0)
        encoder.append(.itemEnded, at: end, lane: 3, object: 7, argument: 0xB0)
    }

    @Test("A block that follows a work item comes when that item ends, or with the call if it has ended before", arguments: [false, true])
    func afterItem(begins: Bool) throws {
        let late = try following(begins: begins, { _ in }, then: { run(&$0, from: 8, to: 12) })
        #expect(late.trace.items[late.block].due == 12)
        #expect(late.trace.items[late.block].followed == late.trace.items.firstIndex { $0.id == 7 })
        #expect(!state(late.trace, before: 12).queues[0].waiting.contains(late.block))
        #expect(state(late.trace, before: 20).queues[0].waiting.contains(late.block))

        let early = try following(begins: begins, { run(&$0, from: 2, to: 3) }, then: { _ in })
        #expect(early.trace.items[early.block].due == 5)
        #expect(state(early.trace, before: 6).queues[0].waiting.contains(early.block))
    }

    @Test("Where the trace does not show what a block follows, or how that ended, the block comes when it begins, or never")
    func unknown() throws {
        for item: UInt64 in [0, 7, 8] {
            let ran = try following(item: item, { _ in }, then: { $0.append(.itemCancelled, at: 9, lane: 1, object: 7) })
            #expect(ran.trace.items[ran.block].due == 20)
            let never = try following(item: item, begins: false, { _ in }, then: { _ in })
            #expect(never.trace.items[never.block].due.map { $0 > 1_000_000 } == true)
            #expect(never.trace.items[never.block].followed == nil)
            #expect(!state(never.trace, before: 40).queues[0].waiting.contains(never.block))
        }
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
