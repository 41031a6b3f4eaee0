import Testing

@testable import Trace

@Suite("How long items waited and ran") struct WorkLoadTests {
    private func trace(_ items: [Trace.Item], queues: [Trace.Queue] = [Trace.Queue(label: "q", kind: .serial)]) -> Trace {
        var trace = Trace()
        trace.queues = queues
        trace.items = ItemList(items)
        return trace
    }

    @Test("A percentile is the smallest duration that so many percent do not exceed")
    func percentiles() throws {
        let hundred = try #require(WorkLoad.Spread((1...100).shuffled()))
        #expect(hundred.median == 50 && hundred.percentile90 == 90 && hundred.percentile99 == 99 && hundred.longest == 100)
        #expect(hundred.count == 100 && hundred.total == 5_050)
        let three = try #require(WorkLoad.Spread([30, 10, 20]))
        #expect(three.median == 20 && three.percentile90 == 30 && three.percentile99 == 30)
        let one = try #require(WorkLoad.Spread([7]))
        #expect(one.median == 7 && one.longest == 7)
        #expect(WorkLoad.Spread([]) == nil)
    }

    @Test(
        "Waiting lasts from the enqueue to the begin, running from the begin to the end; what never began or ended counts only as an item")
    func times() throws {
        let loads = WorkLoads(
            trace([
                Trace.Item(id: 1, queue: 0, enqueued: 0, began: 10, ended: 40),
                Trace.Item(id: 2, queue: 0, enqueued: 5, began: 40, ended: nil),
                Trace.Item(id: 3, queue: 0, enqueued: 6),
                Trace.Item(id: 4, queue: 0, enqueued: 7, cancelled: 20),
            ]))
        let load = try #require(loads.queues.first)
        #expect(loads.queues.count == 1 && load.subject == .queue(0) && load.items == 4)
        #expect(load.waiting.map { [$0.count, Int($0.longest)] } == [2, 35])
        #expect(load.running.map { [$0.count, Int($0.longest)] } == [1, 30])
        #expect(load.worst == [0])
    }

    @Test("A delayed item waits from the moment at which it was due")
    func delayed() throws {
        let loads = WorkLoads(trace([Trace.Item(id: 1, how: .after, queue: 0, enqueued: 0, began: 130, ended: 131, due: 100)]))
        #expect(loads.queues.first?.waiting?.longest == 30)
    }

    @Test("The most that were queued is that of the queue's load at each moment, whatever the run", arguments: 0..<20)
    func depth(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let items = (0..<60).map { number -> Trace.Item in
            let enqueued = Int64.random(in: 0...40, using: &generator)
            let began = Int.random(in: 0...5, using: &generator) == 0 ? nil : enqueued + Int64.random(in: 0...9, using: &generator)
            return Trace.Item(
                id: UInt64(number), queue: Int.random(in: 0...1, using: &generator), enqueued: enqueued, began: began,
                ended: began.map { $0 + Int64.random(in: 0...9, using: &generator) })
        }
        let trace = trace(items, queues: [Trace.Queue(label: "a", kind: .serial), Trace.Queue(label: "b", kind: .concurrent)])
        for load in WorkLoads(trace).queues {
            guard case .queue(let queue) = load.subject else { continue }
            #expect(load.mostQueued == QueueLoad(trace, queue: queue).mostWaiting)
            let lengths = load.worst.map { (trace.items[$0].ended ?? 0) - (trace.items[$0].enqueued ?? 0) }
            let all = items.filter { $0.queue == queue && $0.ended != nil }.map { ($0.ended ?? 0) - ($0.enqueued ?? 0) }
            #expect(lengths == Array(all.sorted(by: >).prefix(10)))
        }
    }

    @Test("Stretches of tasks with one name are one row, whatever the ordinals of the tasks")
    func tasks() {
        var items = (0..<3).map { Trace.Item(id: $0, how: .taskJob, queue: 0, began: 0, ended: 5, task: $0 + 1) }
        items[0].label = "download(_:) #1"
        items[1].setLabel("download(_:)", ordinal: 2)
        items[2].label = "upload"
        let loads = WorkLoads(trace(items))
        #expect(Set(loads.tasks.map(\.subject)) == [.tasks("download(_:)"), .tasks("upload")])
        #expect(loads.tasks.first { $0.subject == .tasks("download(_:)") }?.items == 2)
    }

    @Test("With a part of the time, items count that were there in it")
    func part() {
        let trace = trace([
            Trace.Item(id: 1, queue: 0, enqueued: 0, began: 1, ended: 2), Trace.Item(id: 2, queue: 0, enqueued: 9, began: 10, ended: 50),
            Trace.Item(id: 3, queue: 0, enqueued: 60, began: 61, ended: 62),
        ])
        #expect(WorkLoads(trace, in: 20..<30).queues.first?.items == 1)
        #expect(WorkLoads(trace, in: 100..<200).queues.isEmpty)
    }
}
