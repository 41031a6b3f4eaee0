import TestSupport
import Testing

@testable import LabKit

@Suite(.startsProcesses) struct OverlapTests {
    /// Items on one queue, from (enqueued, began, ended).
    private func trace(_ spans: [(Int64, Int64, Int64?)]) -> Trace {
        var trace = Trace()
        trace.queues = [.init(label: "q", kind: .concurrent)]
        trace.lanes = spans.indices.map { .init(name: "thread \($0)") }
        trace.items = ItemList(
            spans.enumerated().map { index, span in
                .init(id: UInt64(index), queue: 0, enqueued: span.0, began: span.1, ended: span.2, lane: index, enqueuedOnLane: index)
            })
        trace.duration = 100
        return trace
    }

    @Test("The maximum at the same time is exact, and items that only touch do not overlap")
    func mostAtOnce() {
        let run = trace([(0, 1, 10), (0, 10, 20), (0, 5, 12), (0, 11, 30)])
        #expect(run.mostAtOnce(run.items) == 3)
        #expect(run.mostAtOnce(Array(run.items.prefix(2))) == 1)
        #expect(run.mostAtOnce([]) == 0)
    }

    @Test("The moment of the first overlap is the begin of the second item; with a function's name, of the second of its items")
    func moments() {
        var run = trace([(0, 1, 10), (0, 12, 40), (0, 15, 30), (0, 20, 25)])
        #expect(Moment.firstOverlap.find(run) == 15)
        #expect(Moment.firstOverlap.find(trace([(0, 1, 10), (0, 10, 20)])) == nil)
        run.places = [.init(call: .init(function: "Library.add(_:)")), .init(call: .init(function: "Library.photos()"))]
        for (item, place) in [0, 0, 1, 0].enumerated() { run.items[item].place = place }
        #expect(Moment.overlap(in: "add(_:)").find(run) == 20)
        #expect(Moment.overlap(in: "photos()").find(run) == nil)
    }

    @Test("An item that never ended runs until the end of the trace")
    func unfinished() {
        let run = trace([(0, 1, nil), (0, 90, 95)])
        #expect(run.overlapping(run.items[1], among: run.items).map(\.id) == [0])
    }

    @Test("An item that was cancelled before it began is on no timeline of its queue")
    func neverBegan() {
        var run = trace([(0, 1, 2), (0, 3, 4)])
        run.items[1].began = nil
        #expect(run.items(onQueue: "q").map(\.id) == [0])
        #expect(run.items(onQueue: "other").isEmpty)
    }

    @Test("An item counts as submitted after another one only if the other submitting call had certainly returned")
    func behind() {
        var run = trace([(10, 30, 40), (12, 50, 60), (25, 50, 60)])
        // The thread that submitted item 0 has its next record at 20, so a submission at 12 can be
        // earlier.
        run.events = [
            Event(time: 10, kind: .itemEnqueued, lane: 0), Event(time: 12, kind: .itemEnqueued, lane: 1),
            Event(time: 20, kind: .waitBegan, lane: 0), Event(time: 25, kind: .itemEnqueued, lane: 2),
        ]
        #expect(run.enqueued(after: run.items[0], among: run.items).map(\.id) == [2])
    }
}
