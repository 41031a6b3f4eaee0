import Trace

/// Runs that several tests read.
package enum SampleRuns {
    /// Two reads overlap, a barrier waits for both and runs alone, a later read waits for it.
    package static func barrier() -> Trace {
        var run = Run()
        let queue = run.queue("photoQueue", .concurrent, created: true)
        let place = run.place("/home/student/Sources/PhotoLibrary.swift", 14, closureLine: 15)
        run.at(100)
        let first = run.enqueue("photos() #1", on: queue, place: place)
        run.at(110)
        let second = run.enqueue("photos() #2", on: queue, place: place)
        run.at(150)
        run.begin(first, on: 1)
        run.at(160)
        run.begin(second, on: 2)
        run.at(200)
        let write = run.enqueue("add(_:) #1", on: queue, barrier: true, place: place)
        run.at(210)
        let third = run.enqueue("photos() #3", on: queue, place: place)
        run.at(400)
        run.end(first)
        run.at(500)
        run.end(second)
        run.at(510)
        run.begin(write, on: 1)
        run.at(800)
        run.end(write)
        run.at(810)
        run.begin(third, on: 2)
        run.at(900)
        run.end(third)
        return run.trace
    }

    /// A group that main waits for, a semaphore, a lock that is fought for and one that is not, a once block with two callers.
    package static func meetings() -> Trace {
        var run = Run()
        let queue = run.queue("global (default)", .global)
        let group = run.object("group 1", .group)
        let semaphore = run.object("semaphore 1", .semaphore, firstValue: 1)
        let lock = run.object("lock 1", .lock)
        let once = run.object("once block 1", .once)
        let first = run.enqueue("download() #1", on: queue, group: group)
        let second = run.enqueue("download() #2", on: queue, group: group)
        run.at(10)
        run.wait(.group, for: group, by: 0, timeout: 500_000_000)
        run.at(20)
        run.begin(first, on: 1)
        run.at(25)
        run.begin(second, on: 2)
        run.at(30)
        run.wait(.semaphore, for: semaphore, by: 1)
        run.at(31)
        run.waitOver(by: 1)
        run.at(40)
        run.wait(.semaphore, for: semaphore, by: 2)
        run.at(90)
        run.on(semaphore, .semaphoreSignalled, by: 1)
        let signal = run.trace.events.count - 1
        run.at(95)
        run.waitOver(by: 2, endedBy: signal)
        run.at(100)
        run.on(lock, .lockAcquired, by: 1)
        run.at(103)
        run.on(lock, .lockReleased, by: 1)
        run.at(110)
        run.on(lock, .lockAcquired, by: 1)
        run.at(112)
        run.wait(.mutex, for: lock, by: 2)
        run.at(120)
        run.on(lock, .lockReleased, by: 1)
        let release = run.trace.events.count - 1
        run.at(122)
        run.waitOver(by: 2, endedBy: release)
        run.on(lock, .lockAcquired, by: 2)
        run.at(125)
        run.on(lock, .lockReleased, by: 2)
        run.at(130)
        run.on(once, .onceBegan, by: 1)
        run.at(135)
        run.wait(.once, for: once, by: 2)
        run.at(150)
        run.on(once, .onceEnded, by: 1)
        run.at(152)
        run.waitOver(by: 2)
        run.at(200)
        run.end(first)
        run.at(300)
        run.end(second)
        let last = run.trace.events.count - 1
        run.at(305)
        run.waitOver(by: 0, endedBy: last)
        return run.trace
    }

    /// Everything else: sync, operations, tasks, sources, conditions, threads, and things that never end.
    package static func oddments() -> Trace {
        var run = Run()
        let serial = run.queue("log", .serial, created: true)
        let operations = run.queue("photo operations", .operation, created: true)
        let actor = run.queue("Counter", .actor)
        let source = run.object("signal source SIGUSR1", .source)
        let timer = run.object("timer source 1", .source)
        let condition = run.object("condition 1", .condition)
        let group = run.object("group 1", .group)
        run.at(10)
        let quick = run.enqueue("append(_:) #1", on: serial, how: .sync)
        run.begin(quick, on: 0)
        run.at(14)
        run.end(quick)
        run.at(20)
        let download = run.enqueue("download", on: operations, how: .operation)
        let filter = run.enqueue("filter", on: operations, how: .operation, dependencies: [download])
        run.event(.operationDepends, 0, object: run.trace.items[filter].id, argument: run.trace.items[download].id)
        let stray = run.enqueue("upload", on: operations, how: .operation)
        run.at(30)
        run.cancel(stray)
        run.begin(download, on: 1)
        run.at(90)
        run.end(download)
        run.event(.operationReady, 1, object: run.trace.items[filter].id)
        run.end(stray)
        run.at(95)
        run.begin(filter, on: 2)
        run.at(99)
        run.event(.sourceCreated, 0, object: run.trace.objects[source].address, argument: 10, detail: 1)
        run.on(source, .sourceFired, by: 1, argument: 3, detail: 1)
        run.on(timer, .timerArmed, by: 0, argument: 50_000)
        run.at(170)
        run.on(timer, .sourceFired, by: 1, argument: 1, detail: 0)
        run.on(condition, .conditionSignalled, by: 0, detail: 0)
        run.wait(.condition, for: condition, by: 3)
        run.at(180)
        run.on(condition, .conditionSignalled, by: 0, detail: 1)
        run.at(181)
        run.waitOver(by: 3)
        run.trace.tasks = [Trace.TaskFacts(id: 7, name: "refresh"), Trace.TaskFacts(id: 8, name: "")]
        run.event(.taskCreated, 0, object: 7)
        run.event(.taskCreated, 0, object: 8, argument: 7)
        run.at(190)
        run.event(.taskResumed, 1, object: 7)
        run.at(195)
        run.event(.taskSuspended, 1, object: 7, argument: run.trace.queues[actor].address)
        run.at(199)
        run.event(.taskResumed, 2, object: 7, argument: run.trace.queues[actor].address)
        run.event(.taskCancelled, 0, object: 7)
        run.event(.taskEnded, 2, object: 7)
        run.event(.queueSuspended, 0, object: run.trace.queues[serial].address)
        run.enqueue("append(_:) #2", on: serial)
        run.trace.notes.append(.init(time: 199_000, lane: 0, text: "half way"))
        run.event(.note, 0)
        run.event(.threadStarted, 3, object: 103)
        run.on(group, .groupEntered, by: 0)
        run.at(250)
        run.wait(.group, for: group, by: 0, timeout: 1_000)
        run.at(260)
        run.waitOver(by: 0, timedOut: true)
        run.wait(.group, for: group, by: 0)
        run.trace.ending = .killed(signal: 9)
        run.trace.droppedRecords = 12
        run.trace.duration = 400_000
        return run.trace
    }

    /// Two threads take two locks in opposite order.
    /// Two blocks of a lab take two locks in two orders. Another file starts them, with a group and a lock of its own.
    package static func drivenDeadlock() -> Trace {
        var run = Run(lanes: ["main", "block 1", "block 2"])
        run.trace.origin = .explorer
        let start = run.place("/lab/Bank.swift", 49), wait = run.place("/lab/Bank.swift", 54)
        let first = run.place("/lab/FromThenTo.swift", 12), second = run.place("/lab/FromThenTo.swift", 14)
        let queues = [run.queue("transfer 1", .serial), run.queue("transfer 2", .serial)], everybody = run.object("everybody", .group)
        let locks = [run.object("lock 1", .lock), run.object("lock 2", .lock)], log = run.object("log", .lock)
        var step: Int64 = 0
        func next() {
            step += 1
            run.now(step)
        }
        var items: [Int] = []
        for index in 0..<2 {
            next()
            items.append(run.enqueue("block \(index + 1)", on: queues[index], group: everybody, place: start))
        }
        next()
        run.wait(.group, for: everybody, by: 0, place: wait)
        for index in 0..<2 {
            next()
            run.begin(items[index], on: index + 1)
            next()
            run.on(log, .lockAcquired, by: index + 1, place: start)
            next()
            run.on(log, .lockReleased, by: index + 1, place: start)
            next()
            run.on(locks[index], .lockAcquired, by: index + 1, place: first)
        }
        for index in 0..<2 {
            next()
            run.wait(.mutex, for: locks[1 - index], by: index + 1, place: second)
        }
        run.trace.duration = step + 1
        return run.trace
    }

    package static func deadlock() -> Trace {
        var run = Run()
        let a = run.object("lock 1", .lock)
        let b = run.object("lock 2", .lock)
        run.on(a, .lockAcquired, by: 1)
        run.at(1)
        run.on(b, .lockAcquired, by: 2)
        run.at(2)
        run.wait(.mutex, for: b, by: 1)
        run.at(3)
        run.wait(.mutex, for: a, by: 2)
        run.at(50)
        return run.trace
    }
}
