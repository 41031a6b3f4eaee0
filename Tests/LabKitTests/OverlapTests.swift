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

    /// A wait by lane from (began, ended).
    private func wait(_ kind: Trace.Wait.Kind, _ lane: Int, _ began: Int64, _ ended: Int64?, timedOut: Bool = false) -> Trace.Wait {
        Trace.Wait(kind: kind, lane: lane, began: began, ended: ended, timedOut: timedOut)
    }

    @Test("The moments of waits: the first of a kind that blocks, a timeout, and the wait after which nothing goes on")
    func waits() {
        var run = trace([(0, 1, 2)])
        run.waits = [
            wait(.group, 0, 1, nil), wait(.semaphore, 1, 2, 2), wait(.semaphore, 1, 4, 9), wait(.semaphore, 2, 6, nil),
            wait(.semaphore, 3, 5, nil), wait(.mutex, 2, 3, 7, timedOut: true), wait(.group, 0, 8, nil),
        ]
        run.waits[1].passedAtOnce = true
        #expect(Moment.firstWait(.semaphore).find(run) == 4)
        #expect(Moment.firstWait(.group).find(run) == 1, "only the main thread waits for one")
        #expect(Moment.firstTimeout.find(run) == 7)
        #expect(Moment.endlessWait.find(run) == 6, "the main thread waits for the others")
        #expect(Moment.firstWait(.once).find(run) == nil && Moment.firstWait(.once).or(.endlessWait).find(run) == 6)
    }

    @Test("The moments of items: one with a number, and the last of as many as ever run at the same time")
    func numbers() {
        let run = trace([(0, 5, 10), (0, 1, 4), (0, 6, 9), (0, 8, 20), (0, 30, 40)])
        #expect(Moment.begin(1) { $0.items.map { $0 } }.find(run) == 1)
        #expect(Moment.begin(3) { $0.items.map { $0 } }.find(run) == 6)
        #expect(Moment.begin(9) { $0.items.map { $0 } }.find(run) == nil)
        #expect(Moment.mostAtOnce { $0.items.map { $0 } }.find(run) == 8)
    }

    @Test("An operation that began because another one ended: that end is a moment of the run, also if threads were what delayed the begin")
    func room() {
        // Two operations at a time. The threads are so late that no operation waited mainly because of the queue's width.
        var run = trace([(0, 30, 40), (1, 39, 43), (2, 70, 80), (3, 72, 90)])
        run.queues[0].kind = .operation
        run.queues[0].widths = [.init(time: 0, limit: 2)]
        for index in run.items.indices { run.items[index].how = .operation }
        #expect(Moment.firstWaitForRoom.find(run) == nil)
        #expect(Moment.firstWaitForRoom.or(.firstRoom(onQueue: "q")).find(run) == 43)
        #expect(Moment.firstRoom(onQueue: "other").find(run) == nil)
        run.queues[0].widths = [.init(time: 0, limit: 4)]
        #expect(Moment.firstRoom(onQueue: "q").find(run) == nil, "there was room for all of them")
    }

    @Test("The thread of a task that waits for an actor begins another task; no such moment if the actor is free")
    func actor() {
        var run = trace([(0, 1, 40), (2, 3, 30), (5, 6, 8), (7, 30, 35), (9, 10, 12)])
        run.queues.append(.init(label: "Album", kind: .actor))
        for (item, (how, queue, task, lane)) in [
            (Trace.Item.How.taskJob, 0, 1, 0), (.actorJob, 1, 1, 0), (.taskJob, 0, 2, 1), (.actorJob, 1, 2, 1), (.taskJob, 0, 3, 1),
        ].enumerated() {
            (run.items[item].how, run.items[item].queue, run.items[item].task) = (how, queue, UInt64(task))
            (run.items[item].lane, run.items[item].enqueuedOnLane) = (lane, lane)
        }
        #expect(Moment.firstBusyActor.find(run) == 7)
        #expect(Moment.threadRunsOtherTask.find(run) == 10)
        run.items[1].ended = 6
        #expect(Moment.firstBusyActor.find(run) == nil && Moment.threadRunsOtherTask.find(run) == nil)
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
