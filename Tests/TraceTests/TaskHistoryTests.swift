import Testing

@testable import Trace

@Suite("The life of a Swift task: where it ran, and what it waited for") struct TaskHistoryTests {
    private typealias Stretch = TaskHistory.Stretch
    private typealias Suspension = TaskHistory.Suspension

    private func trace(_ origin: Trace.Origin = .recorder) -> Trace {
        var trace = Trace()
        trace.origin = origin
        trace.lanes = [Trace.Lane(name: "main", isMain: true), Trace.Lane(name: "task 1"), Trace.Lane(name: "task 2")]
        trace.queues = [Trace.Queue(label: "Swift global", kind: .global), Trace.Queue(label: "Store", kind: .actor)]
        trace.tasks = [
            Trace.TaskFacts(id: 7, name: "load", created: 1), Trace.TaskFacts(id: 8, name: "photo", parent: 7, created: 5, ended: 40),
        ]
        trace.duration = 100
        return trace
    }

    private func item(_ task: UInt64?, on queue: Int, _ enqueued: Int64, _ began: Int64, _ ended: Int64?, by: Int? = nil, lane: Int = 1)
        -> Trace.Item
    {
        Trace.Item(
            id: UInt64(enqueued), how: queue == 1 ? .actorJob : .taskJob, queue: queue, enqueued: enqueued, began: began, ended: ended,
            lane: lane,
            enqueuedByItem: by, task: task)
    }

    @Test("A job on an actor within a job of the pool is a stretch of its own, and the outer one goes on after it")
    func nested() {
        var trace = trace()
        for item in [item(7, on: 0, 2, 4, 30), item(7, on: 1, 8, 10, 20)] { trace.items.append(item) }
        let life = TaskHistory(trace).lives[0]
        #expect(
            life.stretches == [
                Stretch(item: 0, began: 4, ended: 10), Stretch(item: 1, began: 10, ended: 20), Stretch(item: 0, began: 20, ended: 30),
            ])
        #expect(life.suspensions.isEmpty)
    }

    @Test("A task that ends lets its parent continue: the parent awaited its child, and then its turn")
    func child() {
        var trace = trace()
        for item in [
            item(7, on: 0, 2, 4, 10), item(8, on: 0, 6, 12, 40), item(7, on: 0, 38, 45, 50, by: 1), item(7, on: 1, 48, 60, 70, by: 2),
        ] { trace.items.append(item) }
        let life = TaskHistory(trace).lives[0]
        #expect(
            life.suspensions == [
                Suspension(reason: .child(1), began: 10, ended: 38), Suspension(reason: .turn(0), began: 38, ended: 45),
                Suspension(reason: .turn(1), began: 50, ended: 60),
            ])
        #expect(life.suspension(at: 20)?.reason == .child(1) && life.suspension(at: 47) == nil && life.suspension(at: 2) == nil)
    }

    @Test("A task is resumed by a block, by another task that goes on, by a continuation, or by something that is not in the trace")
    func resumed() {
        func reason(by: Int?, _ change: (inout Trace) -> Void = { _ in }) -> Suspension.Reason? {
            var trace = trace()
            trace.items.append(item(7, on: 0, 2, 4, 10))
            trace.items.append(item(nil, on: 0, 3, 12, 30, lane: 2))
            trace.items.append(item(8, on: 0, 6, 14, 20))
            trace.items.append(item(8, on: 0, 32, 34, 40))
            trace.items.append(item(7, on: 0, 25, 26, 50, by: by))
            change(&trace)
            return TaskHistory(trace).lives[0].suspensions.first?.reason
        }
        #expect(reason(by: 1) == .resumed(byItem: 1))
        #expect(reason(by: 2) == .resumed(byItem: 2))
        #expect(reason(by: 0) == .turn(0))
        #expect(reason(by: nil) == .unknown)
        let continued = reason(by: 1) { trace in
            trace.events.append(Event(time: 24, kind: .continuationResumed, lane: 2, object: 7))
            trace.subjects = SubjectList([0])
        }
        #expect(continued == .continuation)
    }

    @Test("An explored run says itself what a task awaits; where it says nothing the task has only given way")
    func explored() {
        var trace = trace(.explorer)
        for item in [item(7, on: 0, 2, 4, 60), item(8, on: 0, 6, 8, 20, lane: 2), item(8, on: 0, 30, 32, 40, lane: 2)] {
            trace.items.append(item)
        }
        var wait = Trace.Wait(kind: .task, lane: 1, item: 0, began: 10, ended: 41)
        wait.awaitedTask = 1
        trace.waits = [wait, Trace.Wait(kind: .sleep, lane: 2, began: 22, ended: 28)]
        let lives = TaskHistory(trace).lives
        #expect(
            lives[0].stretches.map(\.began) == [4, 41] && lives[0].suspensions == [Suspension(reason: .child(1), began: 10, ended: 41)])
        #expect(
            lives[1].suspensions == [Suspension(reason: .sleep, began: 20, ended: 28), Suspension(reason: .turn(0), began: 28, ended: 32)])
        // A sleep inside a stretch blocks the thread: it is no suspension.
        trace.waits[1].item = 1
        #expect(TaskHistory(trace).lives[1].suspensions == [Suspension(reason: .turn(0), began: 20, ended: 32)])
    }

    @Test("A continuation that is never resumed suspends its task to the end of the run")
    func leak() {
        var trace = trace(.explorer)
        trace.items.append(item(7, on: 0, 2, 4, nil))
        trace.waits = [Trace.Wait(kind: .continuation, lane: 1, item: 0, began: 9)]
        let life = TaskHistory(trace).lives[0]
        #expect(life.stretches == [Stretch(item: 0, began: 4, ended: 9)])
        #expect(life.suspensions == [Suspension(reason: .continuation, began: 9, ended: nil)])
    }

    @Test("A recording says which tasks are suspended at its end, if their next job is not submitted yet")
    func suspendedAtTheEnd() {
        var trace = trace()
        trace.items.append(item(7, on: 0, 2, 4, 10))
        #expect(TaskHistory(trace).lives[0].suspensions.isEmpty)
        trace.events.append(Event(time: 100, kind: .taskSuspended, detail: 1, lane: 0, object: 7))
        trace.subjects = SubjectList([0])
        #expect(TaskHistory(trace).lives[0].suspensions == [Suspension(reason: .unknown, began: 10, ended: nil)])
        trace.items.append(
            Trace.Item(id: 90, how: .taskJob, queue: 0, enqueued: 90, began: nil, ended: nil, lane: nil, enqueuedByItem: nil, task: 7))
        #expect(TaskHistory(trace).lives[0].suspensions == [Suspension(reason: .turn(0), began: 10, ended: nil)])
    }

    @Test("An id that is used again belongs to the task that was made last before")
    func ids() {
        var trace = trace()
        trace.tasks[0].ended = 20
        trace.tasks.append(Trace.TaskFacts(id: 7, name: "again", created: 50))
        for item in [item(7, on: 0, 2, 4, 20), item(7, on: 0, 51, 52, 60)] { trace.items.append(item) }
        let history = TaskHistory(trace)
        #expect(history.task(ofItem: 0, trace) == 0 && history.task(ofItem: 1, trace) == 2)
        #expect(trace.task(ofItem: 0) == 0 && trace.task(ofItem: 1) == 2)
        #expect(history.lives[0].suspensions.isEmpty && history.lives[2].stretches.count == 1)
    }
}
