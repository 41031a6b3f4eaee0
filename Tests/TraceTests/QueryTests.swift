import Testing

@testable import Trace

@Suite("Questions about a run") struct QueryTests {
    /// Items of one queue, given as (enqueue, begin, end, barrier).
    private func trace(_ kind: Trace.Queue.Kind, _ items: [(Int64, Int64?, Int64?, Bool)]) -> Trace {
        var trace = Trace()
        trace.queues = [Trace.Queue(label: "q", kind: kind)]
        trace.items = ItemList(
            items.enumerated().map { index, item in
                Trace.Item(id: UInt64(index), isBarrier: item.3, queue: 0, enqueued: item.0, began: item.1, ended: item.2)
            })
        return trace
    }

    @Test("The items that run at an instant are those of a plain search, for random intervals", arguments: 0..<10)
    func running(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let items = (0..<Int.random(in: 0...70, using: &generator)).map { _ in
            let began = Int64.random(in: 0...50, using: &generator)
            let ended: Int64? = Int.random(in: 0...9, using: &generator) == 0 ? nil : began + Int64.random(in: 0...20, using: &generator)
            return (began, Int.random(in: 0...9, using: &generator) == 0 ? nil : began, ended, false)
        }
        let trace = trace(.concurrent, items)
        let running = RunningItems(trace)
        for time in -2...80 as ClosedRange<Int64> {
            let expected = trace.items.indices.filter {
                trace.items[$0].began.map { $0 <= time } ?? false && (trace.items[$0].ended ?? .max) > time
            }
            #expect(running.items(at: time).sorted() == expected)
        }
        let whole = running.items(overlapping: 0..<Int64.max)
        #expect(whole.count == trace.items.count { $0.began != nil && ($0.ended ?? .max) > 0 })
        #expect(whole.map { trace.items[$0].began ?? 0 } == whole.map { trace.items[$0].began ?? 0 }.sorted())
    }

    @Test("An item of a serial queue waited for those ahead of it that had not ended when it was queued")
    func serialPredecessors() {
        let trace = trace(.serial, [(0, 1, 5, false), (10, 10, 20, false), (11, 20, 30, false), (12, 31, 40, false), (50, 51, 52, false)])
        let blockers = Blockers(trace)
        #expect(
            blockers.answer(trace, item: 3).blockers == [
                .init(item: 2, reason: .serialPredecessor), .init(item: 1, reason: .serialPredecessor),
            ])
        #expect(blockers.answer(trace, item: 3).ahead == 2)
        #expect(blockers.answer(trace, item: 3, limit: 1).blockers.map(\.item) == [2])
        #expect(blockers.answer(trace, item: 4) == Blockers.Answer())
    }

    @Test("A barrier waited for the reads ahead of it, and the later reads waited only for the barrier")
    func barriers() {
        let trace = trace(
            .concurrent,
            [(0, 1, 20, false), (1, 2, 25, false), (3, 26, 30, true), (4, 31, 40, false), (5, 31, 41, false), (6, nil, nil, true)])
        let blockers = Blockers(trace)
        #expect(blockers.answer(trace, item: 1).blockers == [])
        #expect(
            blockers.answer(trace, item: 2).blockers == [.init(item: 1, reason: .aheadOfBarrier), .init(item: 0, reason: .aheadOfBarrier)])
        #expect(blockers.answer(trace, item: 4).blockers == [.init(item: 2, reason: .barrierAhead)])
        #expect(blockers.answer(trace, item: 5).blockers.map(\.item) == [4, 3, 2, 1, 0])
    }

    @Test("On a global queue no item blocks another, and barriers have no effect")
    func globalQueue() {
        let trace = trace(.global, [(0, 1, 20, true), (1, 25, 30, true)])
        #expect(Blockers(trace).answer(trace, item: 1) == Blockers.Answer())
    }

    @Test("Queues that target one serial queue block each other's items")
    func sharedTarget() {
        var trace = trace(.concurrent, [(0, 1, 20, false), (2, 20, 30, false)])
        trace.queues = [
            Trace.Queue(label: "a", kind: .concurrent, target: 2), Trace.Queue(label: "b", kind: .concurrent, target: 2),
            Trace.Queue(label: "t", kind: .serial),
        ]
        trace.items[1].queue = 1
        #expect(Blockers(trace).answer(trace, item: 1).blockers == [.init(item: 0, reason: .sharedTarget)])
    }

    @Test("A delayed item waited until it was due, and an operation for those it depends on")
    func delaysAndDependencies() {
        var trace = trace(.serial, [(0, 1, 90, false), (2, 100, 110, false), (3, 120, 130, false)])
        trace.items[1].due = 95
        trace.items[2].dependencies = [0, 1]
        let blockers = Blockers(trace)
        #expect(blockers.answer(trace, item: 1).due == 95)
        #expect(blockers.answer(trace, item: 1).blockers == [])
        #expect(
            blockers.answer(trace, item: 2).blockers.prefix(2) == [
                .init(item: 0, reason: .dependency), .init(item: 1, reason: .dependency),
            ])
    }

    @Test("A queue's load counts queued and running items, and an item that begins when another ends does not overlap it")
    func load() {
        let trace = trace(
            .concurrent, [(0, 10, 20, false), (0, 10, 30, false), (5, 20, 25, false), (40, 40, 40, false), (50, nil, nil, false)])
        let load = QueueLoad(trace, queue: 0)
        #expect(load.mostRunning == 2)
        #expect(load.mostWaiting == 3)
        #expect(load.steps.map(\.time) == [0, 5, 10, 20, 25, 30, 50])
        #expect(load.load(at: 12) == QueueLoad.Step(time: 10, waiting: 1, running: 2))
        #expect(load.load(at: -1).running == 0)
        #expect(load.load(at: 60).waiting == 1)
        #expect(QueueLoad(trace, queue: 7).steps.isEmpty)
    }

    @Test("Items that were running at the end are distinguished from items that never began")
    func unfinished() {
        var trace = trace(.serial, [(0, 1, 2, false), (0, 3, nil, false), (0, nil, nil, false), (0, nil, nil, false)])
        trace.items[3].cancelled = 4
        #expect(trace.itemsStillRunning == [1])
        #expect(trace.itemsNeverBegun == [2])
    }

    @Test("A delay says for how long an operation waited for a dependency, a suspended queue, the width, and a thread")
    func startDelay() {
        var trace = trace(.operation, [(0, 10, 50, false), (0, 60, 70, false), (5, 100, 110, false)])
        trace.queues[0].widths = [.init(time: 0, limit: 1)]
        trace.queues[0].suspensions = [.init(began: 75, ended: 90)]
        for index in trace.items.indices { trace.items[index].how = .operation }
        trace.items[1].dependencies = [0]
        trace.items[2].operation.priority = -4
        #expect(trace.startDelay(of: 1)?.parts == [.init(cause: .dependency, duration: 50), .init(cause: .thread, duration: 10)])
        #expect(trace.startDelay(of: 1)?.lastDependency == 0)
        let last = trace.startDelay(of: 2)
        #expect(last?.total == 95)
        #expect(last?.duration(.width) == 50)
        #expect(last?.duration(.suspension) == 15)
        #expect(last?.duration(.thread) == 30)
        #expect(last?.madeRoom == 1)
    }

    @Test("A circle of dependencies is found, and only among operations that never began")
    func dependencyCircle() {
        var trace = trace(.operation, (0..<5).map { (Int64($0), nil, nil, false) })
        trace.items[0].dependencies = [1, 2]
        trace.items[2].dependencies = [3]
        trace.items[3].dependencies = [4]
        trace.items[4].dependencies = [1, 2]
        #expect(trace.dependencyCircle == [2, 3, 4])
        trace.items[3].cancelled = 9
        #expect(trace.dependencyCircle == nil)
    }
}
