import Trace

/// Runs that the drawings are tried on.
enum Samples {
    /// Readers overlap, two writes are barriers, the main thread waits for the group.
    static var photoLibrary: Trace {
        var build = TraceBuilder(threads: 5)
        let photos = build.queue("photoQueue", .concurrent)
        let group = build.object(.group, "group 1")
        build.item("image(at:) #1", on: photos, enqueued: 4, 10, 61, thread: 1)
        build.item("image(at:) #2", on: photos, enqueued: 6, 14, 83, thread: 2)
        build.item("image(at:) #3", on: photos, enqueued: 8, 19, 74, thread: 3)
        build.item("add(_:) #1", on: photos, enqueued: 20, 84, 131, thread: 2, barrier: true)
        build.item("image(at:) #4", on: photos, enqueued: 31, 133, 190, thread: 2)
        build.item("image(at:) #5", on: photos, enqueued: 36, 134, 212, thread: 1)
        build.item("image(at:) #6", on: photos, enqueued: 40, 136, 204, thread: 3)
        build.item("image(at:) #7", on: photos, enqueued: 47, 139, 171, thread: 4)
        build.item("add(_:) #2", on: photos, enqueued: 150, 213, 262, thread: 1, barrier: true)
        build.item("image(at:) #8", on: photos, enqueued: 158, 263, 318, thread: 1)
        build.item("image(at:) #9", on: photos, enqueued: 160, 264, 330, thread: 2)
        let last = build.event(.groupLeft, at: 330.5, thread: 2)
        build.wait(.group, thread: 0, for: group, 164, 333, endedBy: last)
        return build.trace
    }

    /// Ten jobs submitted together to a serial queue that targets another.
    static var serialBacklog: Trace {
        var build = TraceBuilder(threads: 3)
        let base = build.queue("io", .serial)
        let worker = build.queue("worker", .serial, target: base)
        var time = 12.0
        for number in 1...10 {
            let length = Double(18 + (number * 7) % 11)
            build.item("resize(_:) #\(number)", on: worker, enqueued: Double(number) * 0.7, time, time + length, thread: 1)
            time += length + 0.4
        }
        build.item("flush() #1", on: base, enqueued: 120, time, time + 30, thread: 1)
        let last = build.item("report() #1", on: worker, enqueued: 130, time + 31, time + 60, thread: 1, how: .sync)
        build.wait(.sync, thread: 0, awaiting: last, 130, time + 31)
        return build.trace
    }

    /// A barrier on a global queue, where it has no effect.
    static var barrierOnGlobalQueue: Trace {
        var build = TraceBuilder(threads: 5)
        let global = build.queue("com.apple.root.default-qos", .global)
        build.item("image(at:) #1", on: global, enqueued: 4, 10, 90, thread: 1)
        build.item("image(at:) #2", on: global, enqueued: 6, 14, 120, thread: 2)
        build.item("add(_:) #1", on: global, enqueued: 20, 24, 80, thread: 3, barrier: true)
        build.item("image(at:) #3", on: global, enqueued: 31, 33, 150, thread: 4)
        build.item("add(_:) #2", on: global, enqueued: 70, 82, 140, thread: 3, barrier: true)
        return build.trace
    }

    /// Operations, one of which needs two others, and one that was cancelled.
    static var operations: Trace {
        var build = TraceBuilder(threads: 4)
        let queue = build.queue("Thumbnails", .operation)
        let download = build.item("download", on: queue, enqueued: 5, 12, 140, thread: 1, how: .operation)
        let decode = build.item("read settings", on: queue, enqueued: 7, 14, 60, thread: 2, how: .operation)
        let resize = build.item("resize", on: queue, enqueued: 9, 145, 230, thread: 2, how: .operation, after: [download, decode])
        build.item("upload", on: queue, enqueued: 11, 236, 300, thread: 1, how: .operation, after: [resize])
        build.item("clean up", on: queue, enqueued: 13, nil, nil, how: .operation)
        build.trace.items[4].cancelled = 100_000
        build.wait(.operationQueue, thread: 0, 20, 302)
        return build.trace
    }

    /// Two tasks that take turns on an actor, with their stretches on the shared pool between.
    static var actors: Trace {
        var build = TraceBuilder(threads: 3)
        let pool = build.queue("default concurrent executor", .global)
        let main = build.queue("main actor", .main)
        let album = build.queue("Album", .actor)
        for (task, parent, name) in [(1, nil, "import"), (2, 1, "import left"), (3, 1, "import right")] as [(UInt64, UInt64?, String)] {
            build.trace.tasks.append(
                Trace.TaskFacts(id: task, name: name, parent: parent, created: Int64(task) * 2_000, ended: task == 3 ? nil : 200_000))
        }
        build.item("import", on: main, enqueued: 2, 4, 20, thread: 0, how: .taskJob, task: 1)
        build.item("import left", on: pool, enqueued: 15, 24, 50, thread: 1, how: .taskJob, task: 2)
        build.item("import right", on: pool, enqueued: 17, 26, 58, thread: 2, how: .taskJob, task: 3)
        build.item("import left", on: album, enqueued: 50, 52, 90, thread: 1, how: .actorJob, task: 2)
        build.item("import right", on: album, enqueued: 58, 92, 130, thread: 2, how: .actorJob, task: 3)
        build.item("import left", on: pool, enqueued: 90, 94, 150, thread: 1, how: .taskJob, task: 2)
        build.item("import", on: main, enqueued: 150, 155, 170, thread: 0, how: .taskJob, task: 1)
        return build.trace
    }

    /// An explored run: a task that awaits another one, a child that sleeps, and a continuation that is never resumed.
    static var awaiting: Trace {
        var build = TraceBuilder(threads: 4)
        build.trace.origin = .explorer
        let pool = build.queue("global queue (default)", .global), store = build.queue("Store", .actor)
        func step(_ number: Double) -> Double { number / 1_000 }
        for (task, parent, name) in [(1, nil, "main task"), (2, nil, "task 1"), (3, 1, "task 2"), (4, nil, "task 3")]
            as [(UInt64, UInt64?, String)]
        {
            build.trace.tasks.append(
                Trace.TaskFacts(id: task, name: name, parent: parent, created: Int64(task) * 2 - 1, ended: task == 4 ? nil : 60))
            build.trace.lanes[Int(task) - 1].name = name
        }
        func item(_ name: String, on queue: Int, _ enqueued: Double, _ began: Double, _ ended: Double?, task: UInt64) -> Int {
            build.item(
                name, on: queue, enqueued: step(enqueued), step(began), ended.map(step), thread: Int(task) - 1,
                how: queue == store ? .actorJob : .taskJob, task: task)
        }
        let main = item("main task", on: pool, 2, 4, 60, task: 1)
        _ = item("task 1", on: pool, 6, 12, 30, task: 2)
        _ = item("task 1", on: store, 14, 16, 24, task: 2)
        _ = item("task 2", on: pool, 8, 32, 36, task: 3)
        _ = item("task 2", on: store, 44, 46, 54, task: 3)
        let stuck = item("task 3", on: pool, 10, 38, nil, task: 4)
        let wait = build.wait(.task, thread: 0, item: main, step(11), step(31))
        build.trace.waits[wait].awaitedTask = 1
        build.wait(.taskGroup, thread: 0, item: main, step(33), step(56))
        build.wait(.sleep, thread: 2, step(37), step(43))
        build.wait(.continuation, thread: 3, item: stuck, step(40), nil)
        build.trace.waits.sort { $0.began < $1.began }
        build.trace.duration = 60
        return build.trace
    }

    /// Killed while two items ran, one of them stuck at a semaphore, and three had not begun.
    static var killed: Trace {
        var build = TraceBuilder(threads: 4)
        let queue = build.queue("downloads", .concurrent)
        let semaphore = build.object(.semaphore, "semaphore 1")
        let group = build.object(.group, "group 1")
        build.item("fetch(_:) #1", on: queue, enqueued: 5, 10, 80, thread: 1)
        let stuck = build.item("fetch(_:) #2", on: queue, enqueued: 6, 14, nil, thread: 2)
        build.item("fetch(_:) #3", on: queue, enqueued: 7, 16, nil, thread: 3)
        let serial = build.queue("log", .serial)
        build.item("write(_:) #1", on: serial, enqueued: 30, 84, nil, thread: 1)
        build.item("write(_:) #2", on: serial, enqueued: 60, nil, nil)
        build.item("write(_:) #3", on: serial, enqueued: 90, nil, nil)
        build.wait(.semaphore, thread: 2, item: stuck, for: semaphore, 40, nil)
        build.wait(.group, thread: 0, for: group, 20, nil)
        build.trace.duration = 220_000
        build.trace.ending = .killed(signal: 9)
        build.trace.droppedRecords = 3_012
        build.trace.damage = ["truncated at byte 81,920; 3 records lost"]
        return build.trace
    }

    /// Items far thinner than a column, and one long one among them.
    static var threeThousandItems: Trace {
        var build = TraceBuilder(threads: 4)
        let queue = build.queue("events", .serial)
        let other = build.queue("render", .concurrent)
        var time = 40.0
        for number in 1...3_000 {
            build.item("handle(_:) #\(number)", on: queue, enqueued: Double(number) * 0.2, time, time + 0.6, thread: 1)
            time += number == 1_500 ? 400 : 0.9
        }
        build.item("frame() #1", on: other, enqueued: 100, 120, 900, thread: 2)
        for number in 0..<7 {
            let start = 1_000 + Double(number) * 60
            build.item("tile() #\(number + 1)", on: other, enqueued: start - 5, start, start + 22, thread: 2)
        }
        return build.trace
    }

    /// As many threads as libdispatch makes, each blocked in an item of a queue of its own.
    static var manyThreads: Trace {
        var build = TraceBuilder(threads: 256)
        let semaphore = build.object(.semaphore, "semaphore 1")
        let shared = build.queue("shared", .concurrent)
        for number in 1...255 {
            let start = Double(number) * 1_000
            let item = build.item("block() #\(number)", on: shared, enqueued: 5, start, 300_000, thread: number)
            build.wait(.semaphore, thread: number, item: item, for: semaphore, start + 10, 299_000)
        }
        return build.trace
    }

    /// Names that would harm a terminal or a column, and names that take more columns than they have letters.
    static var hostileLabels: Trace {
        var build = TraceBuilder(threads: 3)
        let queue = build.queue("\u{1B}[31mred\u{7}\nline", .serial)
        let wide = build.queue("写真ライブラリ", .concurrent)
        build.item("\u{1B}]0;title\u{7} #1", on: queue, enqueued: 1, 5, 80, thread: 1)
        build.item("right\u{202E}to left #2", on: queue, enqueued: 2, 81, 160, thread: 1)
        build.item("読む #1", on: wide, enqueued: 3, 6, 70, thread: 2)
        build.item("👩‍👩‍👧 family #2", on: wide, enqueued: 4, 72, 120, thread: 2)
        build.item("e\u{301}tude #3", on: wide, enqueued: 4, 122, 160, thread: 2)
        return build.trace
    }

    /// One item without any length.
    static var oneInstant: Trace {
        var build = TraceBuilder(threads: 2)
        let queue = build.queue("q", .serial)
        build.item("tick #1", on: queue, enqueued: 5, 5, 5, thread: 1)
        return build.trace
    }

    /// Two short bursts with more than a second between.
    static var longIdle: Trace {
        var build = TraceBuilder(threads: 3)
        let queue = build.queue("timerQueue", .serial)
        let group = build.object(.group, "group 1")
        build.item("prepare() #1", on: queue, enqueued: 3, 10, 90, thread: 1)
        build.item("prepare() #2", on: queue, enqueued: 5, 92, 150, thread: 1)
        build.item("fire() #1", on: queue, enqueued: 160, 1_200_000, 1_200_070, thread: 1, how: .after)
        build.item("fire() #2", on: queue, enqueued: 165, 1_200_072, 1_200_160, thread: 2, how: .after)
        build.wait(.group, thread: 0, for: group, 170, 1_200_170)
        return build.trace
    }

    /// An item that runs another one on its own thread, waiting for its queue first.
    static var nestedSync: Trace {
        var build = TraceBuilder(threads: 3)
        let outer = build.queue("interface", .serial)
        let inner = build.queue("store", .serial)
        let lock = build.object(.lock, "lock 1")
        let save = build.item("save() #1", on: inner, enqueued: 4, 8, 90, thread: 2)
        let draw = build.item("draw() #1", on: outer, enqueued: 6, 12, 200, thread: 1)
        let load = build.item("load() #1", on: inner, enqueued: 30, 92, 150, thread: 1, how: .sync, by: draw, from: 1)
        build.wait(.sync, thread: 1, item: draw, awaiting: load, 30, 92)
        build.wait(.mutex, thread: 2, item: save, for: lock, 20, 60)
        return build.trace
    }

    /// More readers and barriers than there are columns.
    static var manyWrites: Trace {
        var build = TraceBuilder(threads: 4)
        let photos = build.queue("photoQueue", .concurrent)
        var time = 10.0
        for round in 1...200 {
            for reader in 1...3 {
                build.item(
                    "read() #\(round * 3 + reader - 3)", on: photos, enqueued: time - 2, time, time + 2 + Double(reader), thread: reader)
            }
            time += 5.5
            build.item("write() #\(round)", on: photos, enqueued: time - 3, time, time + 1.5, thread: 1, barrier: true)
            time += 2
        }
        return build.trace
    }

    /// Three threads take turns at a lock, with time between two rounds; one runs a once block, and
    /// one dies while it holds the lock.
    static var lockTurns: Trace {
        var build = TraceBuilder(threads: 5)
        let lock = build.object(.lock, "lock 1"), inner = build.object(.lock, "lock 2"), once = build.object(.once, "once block 1")
        for (thread, name) in ["reader 1", "reader 2", "writer 1", "worker 1"].enumerated() { build.trace.lanes[thread + 1].name = name }
        let queue = build.queue("callers", .serial)
        for round in 0..<2 as Range<Int> {
            let start = Double(round) * 1_000
            for thread in 1...3 {
                let taken = start + Double(thread - 1) * 60
                if thread > 1 { build.wait(.mutex, thread: thread, for: lock, start + Double(thread), taken) }
                build.hold(lock, thread: thread, taken, thread == 3 && round == 1 ? nil : taken + 60)
                build.hold(inner, thread: thread, taken + 20, taken + 40)
            }
        }
        let ask = build.item("ask() #1", on: queue, enqueued: 10, 20, 120, thread: 4)
        build.hold(once, thread: 4, item: ask, 30, 100)
        build.trace.duration = 1_200_000
        build.trace.ending = .killed(signal: 9)
        return build.trace
    }

    /// A schedule that the explorer chose: steps instead of nanoseconds.
    static var explored: Trace {
        var build = TraceBuilder(threads: 3)
        let queue = build.queue("counter", .concurrent)
        build.item("add() #1", on: queue, enqueued: 0.001, 0.003, 0.009, thread: 1)
        build.item("add() #2", on: queue, enqueued: 0.002, 0.005, 0.012, thread: 2)
        build.trace.origin = .explorer
        return build.trace
    }
}
