import TestSupport
import Testing
import Trace

@testable import Narration

/// Sentences and panels that would be easy to get wrong: each says only what is so.
@Suite struct TruthTests {
    private func sentences(_ trace: Trace) -> [String] {
        var all: [String] = []
        StepLog(trace).forEach {
            all.append($0.sentence)
            return true
        }
        return all
    }

    private func panel(_ trace: Trace, after step: Int) -> [String] {
        let log = StepLog(trace)
        return StatePanel(trace).lines(log.state(at: step), limit: 20).map { $0.map(\.text).joined() }
    }

    // MARK: Tasks

    /// A task runs on the pool, enters a free actor on the same thread, waits, and comes back to the pool.
    private func task() -> Trace {
        var run = Run()
        let pool = run.queue("pool", .global)
        let counter = run.queue("Counter", .actor)
        run.trace.tasks = [.init(id: 7, name: "download #1")]
        func stretch(_ how: Trace.Item.How, on queue: Int) -> Int {
            let item = run.enqueue("download #1", on: queue, by: 1, how: how)
            run.trace.items[item].task = 7
            return item
        }
        let first = stretch(.taskJob, on: pool)
        run.at(1)
        run.begin(first, on: 1)
        run.at(2)
        let inside = stretch(.actorJob, on: counter)
        run.at(3)
        run.begin(inside, on: 1)
        run.at(6)
        run.end(inside)
        run.at(7)
        run.end(first)
        run.at(8)
        let last = stretch(.taskJob, on: pool)
        run.at(9)
        run.begin(last, on: 2)
        run.at(10)
        run.end(last)
        return run.trace
    }

    @Test("A suspended task has not ended, and the sentence says where it continues")
    func stretches() {
        let all = sentences(task())
        #expect(all.contains("Counter: task download #1 leaves the actor after 3 µs"))
        #expect(all.contains("pool: task download #1 is suspended after 6 µs; it continues later on pool"))
        #expect(all.filter { $0.contains(" ends ") } == ["pool: task download #1 ends after 1 µs"])
    }

    @Test("No sentence says that a task that enters a free actor waited for a thread")
    func freeActor() {
        let all = sentences(task())
        #expect(all.contains("Counter: task download #1 starts on worker 1; the actor was free"))
        #expect(!all.contains { $0.hasPrefix("Counter") && $0.contains("for a thread") })
    }

    // MARK: Why an item waits

    @Test(
        "An item whose queue has a serial target waits for the items of other queues there, and never for a thread",
        arguments: [
            Trace.Queue.Kind.serial, .concurrent,
        ])
    func serialTarget(_ kind: Trace.Queue.Kind) {
        var run = Run()
        let album = run.queue("album", .serial, created: true)
        let queues = ["camera", "downloads"].map { run.queue($0, kind, target: album, created: true) }
        let first = run.enqueue("add #1", on: queues[0])
        run.at(1)
        run.begin(first, on: 1)
        run.at(2)
        let second = run.enqueue("add #2", on: queues[1])
        let third = run.enqueue("add #3", on: queues[1])
        run.at(5)
        run.end(first)
        run.begin(second, on: 1)
        run.at(9)
        run.end(second)
        run.begin(third, on: 2)
        let all = sentences(run.trace)
        let submitted = "album runs one item of all its queues at a time, so it waits for"
        #expect(all.contains("camera: main thread submits add #1 and continues; nothing is ahead of it"), "\(all)")
        #expect(all.contains("downloads: main thread submits add #2 and continues; \(submitted) add #1"))
        #expect(all.contains("downloads: main thread submits add #3 and continues; \(submitted) 2 items"))
        #expect(all.contains("downloads: add #2 starts on worker 1; it waited 3 µs for add #1 to end"))
        #expect(all.contains("downloads: add #3 starts on worker 2; it waited 7 µs for 2 items to end"))
    }

    @Test("A block of the main queue waits for the main thread, where only that thread can run it")
    func mainThread() {
        for (lane, words) in [(0, "starts on main thread; it waited 5 µs for the main thread"), (1, "it waited 5 µs for a thread")] {
            var run = Run()
            let block = run.enqueue("show", on: run.queue("main queue", .main))
            run.at(5)
            run.begin(block, on: lane)
            #expect(sentences(run.trace).contains { $0.contains(words) }, "\(sentences(run.trace))")
        }
    }

    @Test("A block after a barrier waits for it, and a barrier that has not started does not run")
    func behindABarrier() {
        var run = Run()
        let queue = run.queue("album", .concurrent, created: true)
        let read = run.enqueue("read", on: queue)
        run.begin(read, on: 1)
        let barrier = run.enqueue("add", on: queue, barrier: true)
        run.enqueue("read 2", on: queue)
        run.at(3)
        run.end(read)
        run.begin(barrier, on: 1)
        run.enqueue("read 3", on: queue)
        let all = sentences(run.trace)
        let waits = "and continues; it waits for barrier add, which is"
        #expect(all.contains { $0.hasSuffix("read 2 \(waits) queued before it, and must run alone") }, "\(all)")
        #expect(all.contains { $0.hasSuffix("read 3 \(waits) running, alone") }, "\(all)")
    }

    // MARK: Waits that are as good as over

    @Test("Between the signal and the waiting thread's next step the panel says that it was signalled")
    func signalled() {
        var run = Run()
        let semaphore = run.object("semaphore 1", .semaphore, firstValue: 0)
        run.wait(.semaphore, for: semaphore, by: 1)
        run.wait(.semaphore, for: semaphore, by: 2)
        run.on(semaphore, .semaphoreSignalled, by: 0)
        run.on(semaphore, .semaphoreSignalled, by: 0)
        #expect(panel(run.trace, after: 1).contains("worker 1: waits for semaphore 1 (it has not been signalled)"))
        #expect(
            panel(run.trace, after: 2).contains(
                "worker 1: waits for semaphore 1 (signalled for 1 of 2 waiting threads, but it is not awake yet)"))
        #expect(panel(run.trace, after: 3).contains("worker 1: waits for semaphore 1 (signalled, but it is not awake yet)"))
    }

    @Test("A group that is empty, a lock that is free and a condition that was signalled are not reported as blocking a thread")
    func open() {
        var run = Run()
        let group = run.object("group 1", .group)
        run.on(group, .groupEntered, by: 0)
        run.wait(.group, for: group, by: 1)
        run.on(group, .groupLeft, by: 0)
        #expect(panel(run.trace, after: 1).contains("worker 1: waits for group 1 (its count is 1)"))
        #expect(panel(run.trace, after: 2).contains("worker 1: waits for group 1 (already empty, but it is not awake yet)"))

        run = Run()
        let lock = run.object("lock 1", .lock)
        run.on(lock, .lockAcquired, by: 0)
        run.wait(.mutex, for: lock, by: 1)
        run.on(lock, .lockReleased, by: 0)
        #expect(panel(run.trace, after: 1).contains("worker 1: waits for lock 1 (held by main thread)"))
        #expect(panel(run.trace, after: 2).contains("worker 1: waits for lock 1 (already free, but it is not awake yet)"))

        run = Run()
        let condition = run.object("condition 1", .condition)
        run.wait(.condition, for: condition, by: 1)
        run.on(condition, .conditionSignalled, by: 0)
        #expect(panel(run.trace, after: 0).contains("worker 1: waits for condition 1 (it has not been signalled since)"))
        #expect(panel(run.trace, after: 1).contains("worker 1: waits for condition 1 (signalled, but it is not awake yet)"))
    }

    @Test("The thread that wakes uses up a signal, and the next thread waits again")
    func usedSignal() {
        var run = Run()
        let condition = run.object("condition 1", .condition)
        run.wait(.condition, for: condition, by: 1)
        run.on(condition, .conditionSignalled, by: 0)
        run.waitOver(by: 1)
        run.wait(.condition, for: condition, by: 2)
        #expect(panel(run.trace, after: 3).contains("worker 2: waits for condition 1 (it has not been signalled since)"))
    }

    // MARK: The main queue

    @Test("The sentence says that the main queue runs on the main thread only where it did", arguments: [0, 1])
    func mainQueue(lane: Int) {
        var run = Run()
        let queue = run.queue("main queue", .main, created: true)
        let item = run.enqueue("show", on: queue)
        run.begin(item, on: lane)
        run.end(item)
        let sentence = sentences(run.trace)[0]
        #expect(sentence.contains("its items run on the main thread, one at a time") == (lane == 0))
        #expect(sentence.contains("its items run one at a time. In this run they ran on worker 1") == (lane == 1))
    }

    // MARK: Unfinished work

    /// The process ends while an item runs that belongs to a task.
    private func unfinished(_ function: String, created: Int64?, _ ending: Trace.Ending) -> Trace {
        var run = Run()
        let queue = run.queue("main queue", .main)
        run.trace.places = [.init(closureAddress: 9, closure: .init(function: function))]
        run.trace.tasks = [.init(id: 7, name: "main #1", created: created, place: 0)]
        let item = run.enqueue("main #1", on: queue, how: .taskJob)
        run.trace.items[item].task = 7
        run.begin(item, on: 0)
        run.trace.ending = ending
        return run.trace
    }

    @Test("An async main that ends the process, and a task that stops the recording it began, are not reported")
    func noAlarm() {
        for trace in [
            unfinished("main", created: 0, .exited(code: 0)), unfinished("main", created: 0, .stopped),
            unfinished("closure #1 in run()", created: nil, .stopped),
        ] {
            #expect(!Summary(trace).lines.contains { $0.hasPrefix("Unfinished") })
            #expect(!sentences(trace).contains { $0.contains("still running") })
        }
    }

    @Test("Any other interrupted task is reported, and so is an async main whose process was killed")
    func alarm() {
        for trace in [
            unfinished("closure #1 in main", created: 0, .exited(code: 0)), unfinished("closure #1 in run()", created: 0, .stopped),
            unfinished("main", created: 0, .killed(signal: 9)), unfinished("closure #1 in run()", created: nil, .killed(signal: 9)),
        ] {
            #expect(Summary(trace).lines.contains { $0.hasPrefix("Unfinished") })
            #expect(sentences(trace).contains { $0.contains("main #1 was still running") })
        }
    }

    @Test("A task is reported as never started only if no stretch of it was recorded")
    func neverStarted() {
        var trace = unfinished("closure #1 in run()", created: 0, .stopped)
        trace.items[0].ended = 100
        trace.items[0].task = 7
        var run = Run()
        run.event(.taskCreated, 0, object: 7)
        trace.events = run.trace.events + trace.events
        #expect(!sentences(trace).contains { $0.contains("never started") })
        trace.items[0].task = nil
        #expect(sentences(trace).contains { $0.contains("main #1: never started") })
    }

    // MARK: Operations

    @Test("An operation that is cancelled before it is added is named, and no sentence says that it waited for its dependencies")
    func cancelledEarly() {
        var run = Run()
        let queue = run.queue("photo operations", .operation)
        let save = run.enqueue("save", on: queue, how: .operation)
        let id: UInt64 = 0x9_0000
        run.event(.operationDepends, 0, object: id, argument: run.trace.items[save].id)
        run.event(.operationCancelled, 0, object: id)
        run.at(1)
        let never = run.enqueue("never", on: queue, how: .operation, id: id, dependencies: [save])
        run.trace.items[never].cancelled = 0
        run.at(2)
        run.begin(save, on: 1)
        run.begin(never, on: 2)
        run.end(never)
        // As the trace's reader finds it: the cancelled operation was not known yet.
        run.trace.subjects = SubjectList(
            run.trace.events.map { event -> Int32 in
                switch event.kind {
                case .operationDepends, .operationCancelled: -1
                default: event.object == id ? Int32(never) : Int32(save)
                }
            })
        let all = sentences(run.trace)
        #expect(all.contains { $0.contains("main thread cancels operation never; it will not run") })
        #expect(!all.contains { $0.contains("does not name") })
        #expect(all.contains { $0.contains("operation never starts on worker 2; it was cancelled, so it should return immediately") })
        #expect(!all.contains { $0.contains("had to end first") || $0.contains("adds operation never; it must wait") })
    }
}
