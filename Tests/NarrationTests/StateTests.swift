import TestSupport
import Testing

@testable import Narration
@testable import Trace

@Suite struct StateTests {
    @Test("Any state is the same from a checkpoint as from the start, forwards and backwards")
    func history() {
        for trace in [SampleRuns.barrier(), SampleRuns.meetings(), SampleRuns.oddments(), SampleRuns.deadlock()] {
            let subjects = EventSubjects(trace)
            var states = [TraceState(trace)]
            for event in trace.events {
                var next = states[states.count - 1]
                next.apply(event, of: trace, subjects)
                states.append(next)
            }
            for interval in [1, 3, 7, 4_096] {
                let history = StateHistory(trace, interval: interval)
                for event in trace.events.indices.reversed() { #expect(history.state(after: event) == states[event + 1]) }
                #expect(history.state(after: -1) == states[0])
                #expect(history.state(after: .max - 1) == states[states.count - 1])
            }
        }
    }

    @Test("A queue's items wait in the order of their enqueue, run, and end")
    func queue() {
        let trace = SampleRuns.barrier()
        let history = StateHistory(trace, interval: 2)
        let held = history.state(after: 6).queues[0]
        #expect(Array(held.waiting) == [2, 3])
        #expect(held.running == [0, 1])
        let alone = history.state(after: 9).queues[0]
        #expect(alone.running == [2])
        #expect(Array(alone.waiting) == [3])
        let end = history.state(after: 100).queues[0]
        #expect(end.waiting.isEmpty && end.running.isEmpty && end.mostRunning == 2 && end.ended == 4)
    }

    @Test("Lanes that wait for each other's locks are a cycle; a wait with a timeout does not make one")
    func cycle() {
        var trace = SampleRuns.deadlock()
        #expect(StateHistory(trace).state(after: 100).waitingCycle(trace).map(Set.init) == [1, 2])
        #expect(StateHistory(trace).state(after: 2).waitingCycle(trace) == nil)
        trace.events[3].argument = 1_000
        #expect(StateHistory(trace).state(after: 100).waitingCycle(trace) == nil)
    }

    @Test("An address that is used again means the object that lives at that time")
    func lives() {
        var run = Run()
        let queue = run.queue("q", .serial)
        for turn in 0..<3 {
            run.at(Int64(turn) * 10)
            let item = run.enqueue("same #\(turn + 1)", on: queue, id: 99)
            run.at(Int64(turn) * 10 + 1)
            run.begin(item, on: 1)
            run.at(Int64(turn) * 10 + 2)
            run.end(item)
        }
        #expect(EventSubjects(run.trace).subjects == [0, 0, 0, 1, 1, 1, 2, 2, 2])
        // Three hand-overs of one work item before the first of them starts.
        var twice = Run()
        let other = twice.queue("q", .concurrent)
        let first = twice.enqueue("a", on: other, id: 99)
        twice.at(1)
        let second = twice.enqueue("a", on: other, id: 99)
        twice.at(2)
        twice.begin(first, on: 1)
        twice.at(3)
        twice.end(first)
        twice.at(4)
        twice.begin(second, on: 1)
        #expect(EventSubjects(twice.trace).subjects == [0, 1, 0, 0, 1])
    }

    @Test("Kept items come out sorted whatever the order of inserting, and are found until they are removed")
    func items() {
        var items = PagedItemSet()
        var expected = Set<Int>()
        var seed: UInt64 = 1
        for _ in 0..<20_000 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let item = Int(seed >> 40) % 5_000
            if seed & 0x3_0000 == 0 {
                #expect(items.remove(item) == (expected.remove(item) != nil))
            } else {
                items.insert(item)
                expected.insert(item)
            }
        }
        #expect(Array(items) == expected.sorted())
        #expect(items.count == expected.count)
        #expect(items.first == expected.min() && items.last == expected.max())
    }

    @Test("In a million events with a third of a million items queued at the same time, any state is near")
    func million() {
        var run = Run()
        let queue = run.queue("flood", .serial)
        let count = 333_333
        run.trace.events.reserveCapacity(3 * count)
        for item in 0..<count {
            run.at(Int64(item))
            run.enqueue("add #\(item + 1)", on: queue)
        }
        for item in 0..<count {
            run.at(Int64(count + 2 * item))
            run.begin(item, on: 1)
            run.at(Int64(count + 2 * item + 1))
            run.end(item)
        }
        let trace = run.trace
        let log = StepLog(trace)
        let middle = log.history.state(after: count + count)
        // All are enqueued; every second one of the 333,334 later events is a start.
        #expect(middle.queues[queue].waiting.count == count - (count + 2) / 2)
        var characters = 0
        for index in 0..<200 { characters += log[log.count - 1 - index * 4_000].text.count }
        #expect(characters > 200 * 20)
    }
}
