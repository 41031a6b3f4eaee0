import TestSupport
import Testing
import Trace

@testable import Narration

@Suite struct SentenceTests {
    private func sentences(_ trace: Trace) -> [String] {
        var all: [String] = []
        StepLog(trace).forEach {
            all.append($0.sentence); return true
        }
        return all
    }

    @Test("A barrier's sentences name the items it waits for, how long it waited, and the items that wait for it")
    func barrier() {
        let all = sentences(SampleRuns.barrier())
        #expect(
            all[5]
                == "photoQueue: main thread submits barrier add(_:) #1 and continues; a barrier runs alone, so it waits for 2 items to finish  (PhotoLibrary.swift:14)"
        )
        #expect(all[6].contains("it waits for barrier add(_:) #1, which is queued before it, and must run alone"))
        #expect(all[7].contains("barrier add(_:) #1 still waits for 1 item to end"))
        #expect(
            all[9]
                == "photoQueue: barrier add(_:) #1 starts on worker 1; it waited 0.31 ms for 2 items to end; 1 later item now waits for it  (PhotoLibrary.swift:15)"
        )
        #expect(all[11].contains("it waited 0.6 ms for barrier add(_:) #1 to end"))
    }

    @Test("A sentence says that a barrier on a global queue has no effect, and a barrier that is not alone is a warning")
    func barrierWithoutEffect() {
        for (kind, words) in [
            (Trace.Queue.Kind.global, "on a global queue a barrier has no effect"),
            (.concurrent, "yet 1 other item of this queue runs at the same time"),
        ] {
            var run = Run()
            let queue = run.queue("photos", kind)
            let read = run.enqueue("read", on: queue)
            let write = run.enqueue("write", on: queue, barrier: true)
            run.begin(read, on: 1)
            run.begin(write, on: 2)
            let step = StepLog(run.trace)[3]
            #expect(step.text.contains(words))
            #expect(step.isWarning)
        }
    }

    @Test("A wait's sentences name its target, its timeout, the thread that ended it, and its duration")
    func waits() {
        let all = sentences(SampleRuns.meetings())
        #expect(all.contains("main thread: waits for group 1 (its count is 2), at most 500 ms"))
        #expect(all.contains("main thread: continues after 0.3 ms: group 1 is empty (worker 2 left it last)"))
        #expect(all.contains("worker 1: passes semaphore 1 without waiting; its value goes from 1 to 0"))
        #expect(all.contains("worker 2: passes semaphore 1 after 55 µs (worker 1 signalled it); its value goes from 1 to 0"))
        #expect(
            all.contains {
                $0.hasPrefix("global (default): download() #2 ends") && $0.hasSuffix("group 1 is now empty, so main thread can continue")
            })
        #expect(all.contains("worker 2: reaches once block 1 while worker 1 is running it, and blocks until it is done"))
    }

    @Test("A lock that no other thread wanted is one sentence; a contended lock has a sentence for each acquire and release")
    func locks() {
        let all = sentences(SampleRuns.meetings()).filter { $0.contains(" lock 1") || $0.hasPrefix("lock 1") }
        #expect(
            all == [
                "lock 1: download() #1 (on worker 1) acquired it and released it after 3 µs (no thread waited)",
                "lock 1: download() #1 (on worker 1) acquires it; it was free",
                "worker 2: waits for lock 1: worker 1 holds it",
                "lock 1: download() #1 (on worker 1) releases it after 10 µs (worker 2 waits for it)",
                "worker 2: acquires lock 1 after 10 µs (worker 1 released it)",
                "lock 1: download() #2 (on worker 2) releases it after 3 µs (no thread waits for it)",
            ])
    }

    @Test("Where the trace shows only the waits for a lock, as for a Mutex, no sentence says how long a thread held it, or which one did")
    func onlyWaits() {
        var run = Run()
        let mutex = run.object("total", .lock)
        run.wait(.futex, for: mutex, by: 2)
        run.at(20)
        let release = run.trace.events.count
        run.on(mutex, .lockReleased, by: 1)
        run.waitOver(by: 2, endedBy: release)
        #expect(
            sentences(run.trace).filter { $0.contains("total") } == [
                "worker 2: waits for `total`: another thread holds it (the trace does not show which thread)",
                "`total`: worker 1 releases it (worker 2 waits for it)",
                "worker 2: acquires `total` after 20 µs (worker 1 released it)",
            ])
    }

    @Test("Operations say what made them ready, and that a cancelled one still counts as finished")
    func operations() {
        let all = sentences(SampleRuns.oddments())
        #expect(all.contains("photo operations: operation filter is ready: operation download, which it waited for, has ended"))
        #expect(
            all.contains(
                "photo operations: main thread cancels operation upload; it will not run, but it will still count as finished, so operations that depend on it can start"
            ))
        let upload = "photo operations: operation upload counts as finished without having run"
        #expect(all.contains("\(upload), because it was cancelled 60 µs before"))
    }

    @Test("Sources, timers, conditions, tasks, notes and suspended queues have sentences")
    func oddments() {
        let all = sentences(SampleRuns.oddments())
        for words in [
            "signal source SIGUSR1: fires; 3 signals arrived as one event", "timer source 1: fires, 21 µs later than it was set to",
            "condition 1: main thread signals one waiting thread, but no thread waits: the signal is lost",
            "task refresh: starts on the shared pool, on worker 1",
            "task refresh: is suspended after 5 µs of running and waits to continue on Counter; its thread worker 1 is free for other work",
            "task refresh: continues on Counter, on worker 2 after 4 µs of waiting: it is its turn there", "main thread: notes “half way”",
            "log: main thread suspends it; no item of it starts until it is resumed",
            "main thread: gives up waiting for group 1 after 10 µs: timed out",
            "log: main thread runs append(_:) #1 itself (sync); nothing was ahead of it",
        ] { #expect(all.contains(words), "\(words)") }
    }

    @Test("A group holds its notify block, which is queued when the group is empty")
    func notify() {
        var run = Run()
        let queue = run.queue("global", .global)
        let group = run.object("group 1", .group)
        let member = run.enqueue("download", on: queue, group: group)
        let block = run.enqueue("show", on: queue, how: .groupNotify, group: group)
        run.begin(member, on: 1)
        let beforeEnd = run.trace.events.count - 1
        run.end(member)
        run.begin(block, on: 1)
        let log = StepLog(run.trace)
        #expect(log[1].text == "main thread submits notify block show, to run as soon as group 1 is empty, and continues; its count is 1")
        #expect(log[3].text == "download ends after 0 ns; group 1 is now empty, so notify block show can run")
        #expect(log.history.state(after: beforeEnd).queues[queue].waiting.isEmpty)
        #expect(log.history.state(after: beforeEnd + 1).queues[queue].waiting.contains(block))
        #expect(log.state(at: log.count - 1).objects[group].value == 0)
    }

    @Test("Locks acquired in opposite order are named as a deadlock, at the step that closes the circular wait")
    func deadlock() {
        let log = StepLog(SampleRuns.deadlock())
        #expect(log[3].isWarning)
        #expect(
            log[3].text.hasSuffix("worker 2 waits for worker 1, worker 1 waits for worker 2: deadlock, neither of them can ever continue")
                || log[3].text.hasSuffix(
                    "worker 1 waits for worker 2, worker 2 waits for worker 1: deadlock, neither of them can ever continue")
        )
        #expect(!log[2].isWarning)
    }

    @Test("sync onto the serial queue that the caller is on is named as a deadlock")
    func syncOntoItself() {
        var run = Run()
        let queue = run.queue("log", .serial)
        let outer = run.enqueue("outer", on: queue)
        run.begin(outer, on: 1)
        run.enqueue("inner", on: queue, by: 1, how: .sync)
        let step = StepLog(run.trace)[2]
        #expect(step.isWarning)
        #expect(step.text.contains("this thread is itself running outer on this queue, and each waits for the other: deadlock"))
    }

    @Test("Unfinished work is listed at the end, with the reason where it is known")
    func endings() {
        let all = sentences(SampleRuns.oddments())
        #expect(
            all.contains(
                "photo operations: operation filter was still running on worker 2 when the process was stopped from outside (SIGKILL) after 0.31 ms"
            ))
        #expect(all.contains("log: append(_:) #2 never started: the queue was still suspended"))
        #expect(
            all.contains(
                "main thread: was still waiting for group 1 when the process was stopped from outside (SIGKILL), after 0.14 ms (its count is 1)"
            )
        )
        #expect(all.last == "the trace: 12 records did not fit into the recorder's buffer, so some events are missing here")
    }
}
