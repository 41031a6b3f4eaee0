import Foundation
import Recorder
import Testing
import Trace

extension RecorderTests {
    actor Counter {
        private(set) var value = 0
        func add() { value += 1 }
        func addAfter(_ task: Task<Int, Never>) async -> Int {
            value += 1
            return await task.value + value
        }
        func addTogether() async {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<3 { group.addTask { await self.add() } }
            }
            value += 1
        }
        func addSleeping() async {
            value += 1
            try? await Task.sleep(for: .milliseconds(1))
            value += 1
        }
    }

    /// Suspends one task.
    actor Keeper {
        private var kept: CheckedContinuation<Void, Never>?
        var keeps: Bool { kept != nil }
        func wait() async { await withCheckedContinuation { kept = $0 } }
        func letGo() { kept?.resume() }
    }

    private static func waitFor(_ body: @escaping @Sendable () async -> Void) {
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            await body()
            done.signal()
        }
        done.wait()
    }

    @Test("Each task is seen once, by its name where it has one")
    func tasks() throws {
        let trace = try Self.record {
            Self.waitFor {
                let named = Task(name: "a named task") { 1 }
                _ = await named.value
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<50 { group.addTask { await Task.yield() } }
                }
                async let one = 1
                _ = await one
            }
        }
        // The runner of these tests makes tasks of its own: only the descendants of our first one count.
        let named = try #require(trace.tasks.first { $0.name.hasPrefix("a named task") })
        let first = try #require(named.parent)
        let ours = trace.tasks.filter { $0.id == first || $0.parent == first }
        #expect(ours.count == 53)
        #expect(Set(ours.map(\.id)).count == 53)
    }

    @Test("Task.cancel() is recorded, with the task that it cancels")
    func cancellation() throws {
        let trace = try Self.record {
            Self.waitFor {
                let task = Task(name: "a cancelled task") { try? await Task.sleep(for: .seconds(60)) }
                task.cancel()
                await task.value
            }
        }
        let cancelled = try #require(trace.tasks.firstIndex { $0.name.hasPrefix("a cancelled task") })
        let calls = trace.events.indices.filter { trace.events[$0].kind == .taskCancelled && trace.task(ofEvent: $0) == cancelled }
        #expect(calls.count == 1)
    }

    @Test("Jobs on an actor never overlap, and every job is recorded, whatever the tasks wait for in between")
    func actorStretches() throws {
        let counter = Counter()
        let trace = try Self.record {
            // A second actor is made while recording: only those are shown as lanes.
            let seen = Counter()
            Self.waitFor {
                await withTaskGroup(of: Void.self) { group in
                    for index in 0..<30 {
                        group.addTask {
                            await seen.add()
                            if index % 3 == 0 { await seen.addSleeping() }
                            if index % 5 == 0 {
                                _ = await seen.addAfter(
                                    Task {
                                        await Task.yield(); return 1
                                    })
                            }
                            await counter.add()
                        }
                    }
                }
            }
        }
        let lane = try #require(trace.queues.firstIndex { $0.kind == .actor })
        let stretches = trace.items.filter { $0.queue == lane }.sorted { ($0.began ?? .max) < ($1.began ?? .max) }
        // 30 visits, 10 that sleep and come back, 6 that wait and come back.
        #expect(stretches.count >= 30 + 2 * 10 + 6)
        for (earlier, later) in zip(stretches, stretches.dropFirst()) {
            #expect(try #require(earlier.ended) <= #require(later.began))
        }
    }

    /// Submits an item at its end: a task's closure releases its objects when the task has ended.
    private final class Farewell: Sendable {
        private let done: DispatchSemaphore
        private let queue = DispatchQueue(label: "the end of a task on an actor")
        init(_ done: DispatchSemaphore) { self.done = done }
        deinit {
            queue.async {}
            done.signal()
        }
    }

    @Test("A task that ends on an actor has left it before any effect of its end")
    func endOnActor() throws {
        let trace = try Self.record {
            let seen = Counter(), done = DispatchSemaphore(value: 0)
            Task.detached { [farewell = Farewell(done)] in
                _ = farewell
                await seen.add()
            }
            done.wait()
        }
        let actor = try #require(trace.queues.firstIndex { $0.kind == .actor })
        let stretch = try #require(trace.items.first { $0.queue == actor })
        // Another thread can release the objects that the task held.
        let queue = try #require(trace.queues.firstIndex { $0.label == "the end of a task on an actor" })
        let farewell = try #require(trace.items.first { $0.queue == queue })
        #expect(try #require(stretch.ended) <= #require(farewell.enqueued))
    }

    @Test("A task that is suspended on an actor submits a new job to continue there, and blocks no other task meanwhile")
    func comingBack() throws {
        let trace = try Self.record {
            let seen = Counter()
            Self.waitFor { await seen.addSleeping() }
        }
        let actor = try #require(trace.queues.firstIndex { $0.kind == .actor })
        let stretches = trace.items.filter { $0.queue == actor }
        #expect(stretches.count == 2)
        // It slept a millisecond; had it asked before that, this would be the time between.
        for stretch in stretches {
            #expect(try #require(stretch.enqueued) <= #require(stretch.began))
            #expect(stretch.lane == stretch.enqueuedOnLane)
        }
        #expect(try #require(stretches[1].enqueued) - #require(stretches[0].began) >= 1_000_000)
    }

    @Test("A recording says at its end which tasks wait for a continuation, and none that was resumed before or after its wait")
    func suspended() throws {
        let keeper = Keeper()
        let trace = try Self.record {
            Self.waitFor {
                let waits = Task(name: "waits") { await keeper.wait() }
                await Task(name: "is resumed before") { await withCheckedContinuation { $0.resume() } }.value
                await Task(name: "is resumed after") {
                    await withCheckedContinuation { waiting in _ = Task.detached { waiting.resume() } }
                }.value
                // The actor is free when the task is suspended.
                while await !keeper.keeps { await Task.yield() }
                _ = waits
            }
        }
        Self.waitFor { await keeper.letGo() }
        let suspended = trace.events.filter { $0.kind == .taskSuspended && $0.detail == 1 }.map(\.object)
        let names = trace.tasks.filter { suspended.contains($0.id) }.map(\.name)
        #expect(names.contains { $0.hasPrefix("waits") } && !names.contains { $0.hasPrefix("is resumed") }, "\(names)")
    }

    @Test("An actor's task group is waited for outside the actor")
    func groupOnActor() throws {
        let trace = try Self.record {
            let seen = Counter()
            Self.waitFor { await seen.addTogether() }
        }
        let actor = try #require(trace.queues.firstIndex { $0.kind == .actor })
        let stretches = trace.items.filter { $0.queue == actor }.sorted { ($0.began ?? .max) < ($1.began ?? .max) }
        // Each child has its turn while the task that waits for them is out.
        #expect(stretches.count >= 1 + 3 + 1)
        for (earlier, later) in zip(stretches, stretches.dropFirst()) {
            #expect(try #require(earlier.ended) <= #require(later.began))
        }
    }

    /// Leaves its actor while nothing is recorded, and again after the recording has started again: on the same thread, if both actors are free.
    private actor Restarting {
        func work(with other: Counter, into file: String) async throws {
            Recorder.stop()
            await other.add()
            try Recorder.start(.init(file: file))
            await other.add()
        }
    }

    @Test("An item on an actor that was left while nothing was recorded does not end in a later recording")
    func leftUnseen() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("later-\(UUID().uuidString).trace").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        let earlier = try Self.record {
            let other = Counter(), restarting = Restarting()
            Self.waitFor { try? await restarting.work(with: other, into: file) }
        }
        #expect(earlier.items.contains { $0.how == .actorJob })
        let later = try TraceReader.read(path: file)
        #expect(later.events.count > 0)
        let begun = Set(later.events.filter { $0.kind == .itemBegan }.map(\.object))
        let ends = later.events.filter { $0.kind == .itemEnded && $0.detail & 0xFF == UInt16(Trace.Item.How.actorJob.rawValue) }
        #expect(ends.allSatisfy { begun.contains($0.object) }, "\(ends.map(\.object)) of \(begun)")
    }
}
