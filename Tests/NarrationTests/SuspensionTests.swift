import Testing
import Trace

@testable import Narration

@Suite("The wait of a suspended task, in words") struct SuspensionTests {
    private func trace() -> Trace {
        var trace = Trace()
        trace.lanes = [Trace.Lane(name: "main", isMain: true), Trace.Lane(name: "worker 1")]
        trace.queues = [Trace.Queue(label: "Swift global", kind: .global), Trace.Queue(label: "Store", kind: .actor)]
        trace.tasks = [
            Trace.TaskFacts(id: 7, name: "load", created: 1_000),
            Trace.TaskFacts(id: 8, name: "photo", parent: 7, created: 5_000, ended: 40_000),
        ]
        func add(_ task: UInt64, _ queue: Int, _ times: (Int64, Int64, Int64), by: Int? = nil) {
            trace.items.append(
                Trace.Item(
                    id: UInt64(times.0), how: .taskJob, queue: queue, label: task == 7 ? "load" : "photo", enqueued: times.0,
                    began: times.1,
                    ended: times.2, lane: 1, enqueuedByItem: by, task: task))
        }
        add(7, 0, (2_000, 4_000, 10_000))
        add(8, 0, (6_000, 12_000, 40_000))
        add(7, 1, (38_000, 45_000, 50_000), by: 1)
        for time: Int64 in [4_000, 20_000, 60_000] { trace.events.append(Event(time: time, kind: .note, lane: 1)) }
        trace.duration = 60_000
        return trace
    }

    @Test("The detail of a stretch names its task, and what the task waited for before it and after it")
    func detail() {
        let life = ItemLife(trace())
        func rows(_ item: Int) -> [String] { life.rows(of: item).filter { ["task", "suspended"].contains($0.name) }.map(\.text) }
        #expect(rows(0) == ["task load", "28 µs after it: waits for its child task photo to end"])
        #expect(rows(2) == ["task load", "7 µs before it: waits for its turn on Store"])
    }

    @Test("The state of a recorded run names each suspended task, and not one that waits for its turn")
    func state() {
        let trace = trace(), panel = StatePanel(trace)
        var state = TraceState(trace)
        func lines() -> [String] { panel.lines(state).map { $0.map(\.text).joined() } }
        state.apply(trace.events[0], of: trace, EventSubjects(trace))
        #expect(!lines().contains { $0.contains("suspended") })
        state.apply(trace.events[1], of: trace, EventSubjects(trace))
        #expect(lines().contains("task load: is suspended: waits for its child task photo to end"))
    }
}
