import Testing
import Trace

@testable import Timeline

@Suite("Each moment of a task, of a thread and of a delay counts once, and where it belongs") struct OwnTimeTests {
    private func bars(_ layout: Layout, _ lane: Int) -> [[ClosedRange<Int64>]] {
        layout.lanes[lane].subLanes.map { $0.bars.map { $0.start...$0.end } }
    }

    /// A task that enters a free actor twice, on the thread of its job.
    private func hops() -> Trace {
        var build = TraceBuilder()
        let pool = build.queue("Swift global concurrent queue", .global), counter = build.queue("Counter", .actor)
        build.item("main() #1", on: pool, enqueued: 0, 1, 9, thread: 1, how: .taskJob, task: 7)
        for start in [2.0, 5.0] {
            build.item("main() #1", on: counter, enqueued: start, start, start + 2, thread: 1, how: .actorJob, by: 0, from: 1, task: 7)
        }
        // Another task's turn on another thread meanwhile is no part of the job.
        build.item("main() #2", on: counter, enqueued: 7, 7.5, 8, thread: 2, how: .actorJob, from: 1, task: 8)
        build.trace.tasks = [Trace.TaskFacts(id: 7, name: "main() #1"), Trace.TaskFacts(id: 8, name: "main() #2")]
        return build.trace
    }

    @Test("A task that enters a free actor is on that actor, and meanwhile not on the thread pool's queue")
    func queues() {
        let layout = Layout(hops(), mode: .queues)
        #expect(bars(layout, 0) == [[1_000...2_000, 4_000...5_000, 7_000...9_000]])
        #expect(bars(layout, 1) == [[2_000...4_000, 5_000...7_000, 7_500...8_000]])
        #expect(layout.lanes[0].load == 4_000)
    }

    @Test("On its thread, its job and its turns on the actor are one row")
    func threads() {
        let layout = Layout(hops(), mode: .threads)
        let row = layout.lanes.firstIndex { $0.subject == .thread(1) }
        #expect(row.map { bars(layout, $0) } == [[1_000...2_000, 2_000...4_000, 4_000...5_000, 5_000...7_000, 7_000...9_000]])
    }

    @Test("The times of a task's stretches together are the time in which it ran")
    func loads() {
        let loads = WorkLoads(hops())
        let first = loads.tasks.first
        #expect(first?.running?.total == 8_500 && loads.queues.first { $0.subject == .queue(0) }?.running?.total == 4_000)
    }

    @Test("An asynchronous operation has its thread until start() returns, and its place in the queue until it is finished")
    func operation() {
        var build = TraceBuilder()
        let queue = build.queue("fetches", .operation)
        let fetch = build.item("Fetch", on: queue, enqueued: 0, 1, 20, thread: 1, how: .operation)
        build.trace.items[fetch].operation.startReturned = 3_000
        let threads = Layout(build.trace, mode: .threads)
        #expect(threads.lanes.firstIndex { $0.subject == .thread(1) }.map { bars(threads, $0) } == [[1_000...3_000]])
        #expect(bars(Layout(build.trace, mode: .queues), 0) == [[1_000...20_000]])
    }

    @Test("The delay that a program asks for is not waiting, in the table of the items too")
    func delay() {
        var build = TraceBuilder()
        let queue = build.queue("q", .serial)
        let late = build.item("late", on: queue, enqueued: 0, 60, 61, how: .after)
        (build.trace.items[late].due, build.trace.items[late].delay) = (50_000, 50_000)
        let table = ItemTable(build.trace).text()
        #expect(table.contains("10 µs") && !table.contains("60 µs"), "\(table)")
    }
}
