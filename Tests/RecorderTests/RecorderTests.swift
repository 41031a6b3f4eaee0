import Words
import Dispatch
import Foundation
import Recorder
import Synchronization
import TestSupport
import Testing
import Trace

/// Recording is a matter of the whole process.
@Suite(.inItsOwnProcess) struct RecorderTests {
    static func record(buffer: Int = 64 << 20, _ body: () throws -> Void) throws -> Trace {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("recorder-\(UUID().uuidString).trace").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Recorder.start(.init(file: file, bufferSize: buffer))
        do {
            defer { Recorder.stop() }
            try body()
        }
        return try TraceReader.read(path: file)
    }

    static func items(on label: String, in trace: Trace) -> [Trace.Item] {
        trace.items.filter { trace.queues[$0.queue].label == label }
    }

    @Test("Every block is recorded once, with its kind, from its enqueue to its end")
    func blocks() throws {
        let trace = try Self.record {
            let queue = DispatchQueue(label: "test.blocks", attributes: .concurrent)
            for _ in 0..<50 { queue.async {} }
            for _ in 0..<20 { queue.sync {} }
            for _ in 0..<10 { queue.async(flags: .barrier) {} }
            for _ in 0..<5 { queue.async(qos: .utility) {} }
            queue.sync(flags: .barrier) {}
        }
        let items = Self.items(on: "test.blocks", in: trace)
        #expect(items.count == 86)
        #expect(items.filter { $0.how == .async && !$0.isBarrier }.count == 55)
        #expect(items.filter { $0.how == .async && $0.isBarrier }.count == 10)
        #expect(items.filter { $0.how == .sync && !$0.isBarrier }.count == 20)
        #expect(items.filter { $0.how == .sync && $0.isBarrier }.count == 1)
        for item in items {
            let enqueued = try #require(item.enqueued), began = try #require(item.began), ended = try #require(item.ended)
            #expect(enqueued <= began && began <= ended)
        }
        let queue = try #require(trace.queues.first { $0.label == "test.blocks" })
        #expect(queue.kind == .concurrent)
    }

    @Test("On a serial queue no two items overlap, and they begin in the order of their enqueue")
    func serialOrder() throws {
        let trace = try Self.record {
            let queue = DispatchQueue(label: "test.serial")
            for _ in 0..<200 { queue.async {} }
            queue.sync {}
        }
        let items = Self.items(on: "test.serial", in: trace)
        #expect(items.count == 201)
        for (earlier, later) in zip(items, items.dropFirst()) {
            #expect(try #require(earlier.ended) <= #require(later.began))
        }
    }

    @Test("Items of a group, its wait and its notification are distinguished")
    func groups() throws {
        let notified = DispatchSemaphore(value: 0)
        let trace = try Self.record {
            let group = DispatchGroup()
            let queue = DispatchQueue(label: "test.group", attributes: .concurrent)
            for _ in 0..<6 { queue.async(group: group) {} }
            group.enter()
            queue.async { group.leave() }
            group.notify(queue: queue) { notified.signal() }
            group.wait()
            notified.wait()
            queue.sync(flags: .barrier) {}
        }
        let items = Self.items(on: "test.group", in: trace)
        #expect(items.filter { $0.group != nil && $0.how == .async }.count == 6)
        #expect(items.filter { $0.how == .groupNotify }.count == 1)
        #expect(items.count == 9)
        let wait = try #require(trace.waits.first { $0.kind == .group })
        #expect(wait.ended != nil && !wait.timedOut)
    }

    @Test("A wait for a semaphore without a signal is recorded as timed out")
    func semaphoreTimeout() throws {
        // (Where the thread loses its core before it waits, less of the time is left: not in all of them.)
        let trace = try Self.record {
            for _ in 0..<20 {
                let semaphore = DispatchSemaphore(value: 0)
                #expect(semaphore.wait(timeout: .now() + .milliseconds(5)) == .timedOut)
            }
        }
        let waits = trace.waits.filter { $0.kind == .semaphore && $0.timedOut }
        #expect(waits.count == 20)
        let timeouts = try waits.map { try #require($0.timeout) }
        #expect(timeouts.allSatisfy { $0 <= 5_000_000 })
        #expect(try #require(timeouts.max()) > 3_000_000)
        let durations = try waits.map { try #require($0.ended) - $0.began }
        #expect(try #require(durations.max()) > 3_000_000)
    }

    @Test("A work item that is run twice is two items, a cancelled one is enqueued and never begins")
    func workItems() throws {
        let trace = try Self.record {
            let queue = DispatchQueue(label: "test.work")
            let twice = DispatchWorkItem {}
            queue.async(execute: twice)
            queue.async(execute: twice)
            queue.sync {}
            queue.suspend()
            let never = DispatchWorkItem {}
            queue.async(execute: never)
            never.cancel()
            queue.resume()
            queue.sync {}
        }
        let items = Self.items(on: "test.work", in: trace)
        #expect(items.count == 5)
        #expect(items.filter { $0.began != nil }.count == 4)
        let never = try #require(items.first { $0.began == nil })
        #expect(never.cancelled != nil)
        #expect(trace.events.filter { $0.kind == .queueSuspended }.count == 1)
        #expect(trace.events.filter { $0.kind == .queueResumed }.count == 1)
    }

    @Test("A work item run by hand is an item of no queue, and libdispatch's own group does not show")
    func performedByHand() throws {
        let trace = try Self.record {
            let group = DispatchGroup()
            let item = DispatchWorkItem {}
            item.perform()
            group.enter()
            group.leave()
            item.perform()
            group.enter()
            group.leave()
        }
        #expect(trace.items.filter { $0.how == .performed && $0.ended != nil }.count == 2)
        #expect(trace.events.filter { $0.kind == .groupLeft }.count == 2)
        #expect(trace.objects.filter { $0.kind == .group }.count == 1)
    }

    @Test("Each iteration of concurrentPerform is an item, few or many")
    func iterations() throws {
        for count in [7, 5000] {
            let done = Atomic(0)
            let trace = try Self.record {
                DispatchQueue.concurrentPerform(iterations: count) { _ in done.add(1, ordering: .relaxed) }
            }
            #expect(done.load(ordering: .relaxed) == count)
            #expect(trace.items.filter { $0.how == .applyIteration && $0.ended != nil }.count == count)
        }
    }

    @Test("A delayed block is due at the requested time, and begins no earlier")
    func after() throws {
        let trace = try Self.record {
            let done = DispatchSemaphore(value: 0)
            DispatchQueue(label: "test.after").asyncAfter(deadline: .now() + .milliseconds(3)) { done.signal() }
            done.wait()
        }
        let item = try #require(Self.items(on: "test.after", in: trace).first)
        #expect(item.how == .after)
        let due = try #require(item.due)
        #expect(try #require(item.began) >= due)
    }

    @Test("A timer's handler is an item of its queue, with the source that fired")
    func timerSource() throws {
        let trace = try Self.record {
            let fired = DispatchSemaphore(value: 0)
            let queue = DispatchQueue(label: "test.timer")
            let timer = DispatchSource.makeTimerSource(queue: queue)
            timer.setEventHandler { fired.signal() }
            timer.schedule(deadline: .now() + .milliseconds(1))
            timer.resume()
            fired.wait()
            timer.cancel()
            queue.sync {}
        }
        #expect(Self.items(on: "test.timer", in: trace).filter { $0.how == .sourceHandler && $0.began != nil }.count == 1)
        #expect(trace.events.contains { $0.kind == .sourceFired })
        #expect(trace.events.contains { $0.kind == .timerArmed })
    }

    @Test("Locks of the program are seen, contended ones with their wait; Foundation's own are not")
    func locks() throws {
        let trace = try Self.record {
            let lock = NSLock()
            let inside = DispatchSemaphore(value: 0)
            let queue = DispatchQueue(label: "test.lock")
            lock.lock()
            queue.async {
                inside.signal()
                lock.lock()
                lock.unlock()
            }
            inside.wait()
            Thread.sleep(forTimeInterval: 0.002)
            lock.unlock()
            queue.sync {}
        }
        let item = try #require(Self.items(on: "test.lock", in: trace).first)
        let lane = try #require(item.lane)
        #expect(trace.events.filter { $0.kind == .lockAcquired && $0.lane == Int32(lane) }.count == 1)
        #expect(trace.events.filter { $0.kind == .lockReleased && $0.lane == Int32(lane) }.count == 1)
        #expect(trace.waits.contains { $0.kind == .sleep })
        #expect(trace.waits.contains { $0.kind == .mutex && $0.lane == lane && $0.ended != nil })
    }

    /// The kernel's number of the calling thread.
    static func thread() -> pid_t {
        let folder = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
        return folder.flatMap { pid_t($0.split(separator: "/").last ?? "") } ?? 0
    }

    /// Returns when a thread of this process is blocked in a call of the kernel.
    static func waitUntilBlocked(_ thread: pid_t) {
        // The number of the call, or "running".
        func call() -> String { (try? String(contentsOfFile: "/proc/self/task/\(thread)/syscall", encoding: .utf8)) ?? "" }
        while call().first?.isNumber != true { sched_yield() }
    }

    /// A number that a Mutex contains. (A Mutex itself cannot be captured by a closure that escapes.)
    private final class Guarded: Sendable {
        let number = Mutex(0)
        let waiting = Atomic<pid_t>(0)
    }

    @Test("A thread that waits for a Mutex is seen waiting, and the thread that leaves it to the other one is seen, too")
    func mutex() throws {
        let trace = try Self.record {
            let guarded = Guarded(), queue = DispatchQueue(label: "test.mutex")
            guarded.number.withLock { number in
                queue.async {
                    guarded.waiting.store(Self.thread(), ordering: .releasing)
                    guarded.number.withLock { $0 += 1 }
                }
                while guarded.waiting.load(ordering: .acquiring) == 0 { sched_yield() }
                Self.waitUntilBlocked(guarded.waiting.load(ordering: .acquiring))
                number = 1
            }
            queue.sync {}
            #expect(guarded.number.withLock { $0 } == 2)
        }
        let item: Trace.Item = try #require(Self.items(on: "test.mutex", in: trace).first)
        let wait: Trace.Wait = try #require(trace.waits.first { $0.kind == .futex && $0.lane == item.lane })
        let release: Event = try trace.events[#require(wait.endedBy)]
        #expect(release.kind == .lockReleased && release.lane != Int32(wait.lane))
        #expect(wait.began <= release.time && release.time <= wait.ended ?? 0)
        // (The two that did not wait call no function.)
        #expect(!trace.events.contains { $0.kind == .lockAcquired && $0.object == release.object })
    }

    @Test("A lock acquired by withLock is recorded like one acquired by lock(), whatever its class")
    func withLock() throws {
        let locks: [any NSLocking & Sendable] = [NSLock(), NSRecursiveLock(), NSCondition()]
        for lock in locks {
            let trace = try Self.record { lock.withLock {} }
            #expect(trace.events.filter { $0.kind == .lockAcquired }.count == 1, "\(type(of: lock))")
            #expect(trace.events.filter { $0.kind == .lockReleased }.count == 1, "\(type(of: lock))")
        }
    }

    @Test("When the buffer is full the end of the run is kept, and each lost record is counted")
    func overwriting() throws {
        let count = 60_000
        let trace = try Self.record(buffer: 1 << 20) {
            let queue = DispatchQueue(label: "test.many")
            for _ in 0..<count { queue.sync {} }
            queue.async(flags: .barrier) {}
            queue.sync {}
        }
        #expect(trace.damage.isEmpty)
        #expect(trace.droppedRecords > 3 * count - 2 * (1 << 20) / 32)
        let items = Self.items(on: "test.many", in: trace)
        #expect(items.count > 5_000)
        #expect(items.contains { $0.isBarrier && $0.ended != nil })
        #expect(trace.queues.contains { $0.label == "test.many" && $0.kind == .serial })
    }

    @Test("A second recording of the same process is refused with the reason")
    func onlyOne() throws {
        _ = try Self.record {
            #expect {
                try Recorder.start(.init(file: "/tmp/never-made.trace"))
            } throws: { ($0 as? ExplainedError)?.code == .alreadyRecorded }
        }
    }

    @Test("A file that cannot be made is refused with the reason, and so is a buffer too small")
    func refusals() {
        #expect {
            try Recorder.start(.init(file: "/nonexistent-folder/x.trace"))
        } throws: { ($0 as? ExplainedError)?.code == .unwritable }
        #expect {
            try Recorder.start(.init(file: "/tmp/small.trace", bufferSize: 1000))
        } throws: { ($0 as? ExplainedError)?.code == .bufferTooSmall }
        #expect(!Recorder.isRecording)
    }
}
