import Dispatch
import Foundation
import Synchronization

/// Runs an asynchronous function to its end, from synchronous code.
func finish(_ body: @escaping @Sendable () async -> Void) {
    let done = DispatchSemaphore(value: 0)
    Task.detached {
        await body()
        done.signal()
    }
    done.wait()
}

/// Reports its steps, one method at a time.
private actor Teller {
    let story: Story
    init(_ story: Story) { self.story = story }

    func tell(_ word: String) { story.tell(word) }

    func tellTwice(_ name: String) {
        story.tell("\(name)(")
        litmusDelay()
        story.tell(")\(name)")
    }

    func tellAroundPause(_ name: String) async {
        story.tell("\(name)(")
        await Task.yield()
        story.tell(")\(name)")
    }

    /// Waits twice for the same Swift task: the second time it has ended.
    func tellAroundEnded(_ name: String) async {
        let ended = Task.detached {}
        await ended.value
        story.tell("\(name)(")
        await ended.value
        story.tell(")\(name)")
    }

    func makeTasks(_ names: [String]) -> [Task<Void, Never>] { names.map { name in Task { self.tell(name) } } }

    func makeTasksOfDifferentPriority() -> [Task<Void, Never>] {
        [Task(priority: .low) { self.tell("low") }, Task(priority: .high) { self.tell("high") }]
    }
}

extension Litmus {
    /// Swift's tasks, actors, task groups, continuations and streams.
    public static let ofTasks: [Litmus] = ofActors + ofTaskGroups + ofCancellation + ofContinuations

    private static let ofActors: [Litmus] = [
        Litmus("an actor's methods never overlap", ["a( )a b( )b", "b( )b a( )a"]) {
            let story = Story(), teller = Teller(story)
            finish {
                async let one: Void = teller.tellTwice("a")
                async let other: Void = teller.tellTwice("b")
                _ = await (one, other)
            }
            return story.text
        },
        Litmus("while a method is suspended, others run on the actor", interleavings([["a(", ")a"], ["b(", ")b"]])) {
            let story = Story(), teller = Teller(story)
            finish {
                async let one: Void = teller.tellAroundPause("a")
                litmusDelay()
                async let other: Void = teller.tellAroundPause("b")
                _ = await (one, other)
            }
            return story.text
        },
        Litmus("waiting for a task that has ended lets no other task in", ["a( )a b", "b a( )a"]) {
            let story = Story(), teller = Teller(story)
            finish {
                async let one: Void = teller.tellAroundEnded("a")
                litmusDelay()
                async let other: Void = teller.tell("b")
                _ = await (one, other)
            }
            return story.text
        },
        Litmus("tasks that a method creates begin on its actor in their order", ["a b"]) {
            let story = Story(), teller = Teller(story)
            finish { for task in await teller.makeTasks(["a", "b"]) { await task.value } }
            return story.text
        },
        Litmus("on a busy actor the higher priority goes first", ["high low"]) {
            let story = Story(), teller = Teller(story)
            finish { for task in await teller.makeTasksOfDifferentPriority() { await task.value } }
            return story.text
        },
        Litmus("tasks begin in any order", ["a b", "b a"]) {
            let story = Story()
            finish {
                let one = Task.detached { story.tell("a") }
                litmusDelay()
                let other = Task.detached { story.tell("b") }
                await one.value
                await other.value
            }
            return story.text
        },
        Litmus("a task that yields continues immediately, or after others", interleavings([["a1", "a2"], ["b1", "b2"]])) {
            let story = Story()
            finish {
                let tasks = ["a", "b"].map { name in
                    Task.detached {
                        story.tell("\(name)1")
                        await Task.yield()
                        litmusDelay()
                        story.tell("\(name)2")
                    }
                }
                for task in tasks { await task.value }
            }
            return story.text
        },
    ]

    private static let ofTaskGroups: [Litmus] = [
        Litmus("a group returns its results in the order in which its children end", ["a b", "b a"]) {
            let story = Story()
            finish {
                await withTaskGroup(of: String.self) { group in
                    for name in ["a", "b"] {
                        group.addTask {
                            litmusDelay()
                            return name
                        }
                    }
                    for await name in group { story.tell(name) }
                }
            }
            return story.text
        },
        Litmus("a group ends when all its children have", ["a b all", "b a all"]) {
            let story = Story()
            finish {
                await withTaskGroup(of: Void.self) { group in
                    for name in ["a", "b"] {
                        group.addTask {
                            litmusDelay()
                            story.tell(name)
                        }
                    }
                }
                story.tell("all")
            }
            return story.text
        },
        Litmus("a group that discards results ends when all its children have", ["a b all", "b a all"]) {
            let story = Story()
            finish {
                await withDiscardingTaskGroup { group in
                    for name in ["a", "b"] {
                        group.addTask {
                            litmusDelay()
                            story.tell(name)
                        }
                    }
                }
                story.tell("all")
            }
            return story.text
        },
        Litmus("a task begun by `async let` runs at the same time as the code after it", ["a b |", "b a |"]) {
            let story = Story()
            finish {
                async let one: Void = story.tell("a")
                litmusDelay()
                story.tell("b")
                await one
                story.tell("|")
            }
            return story.text
        },
        Litmus("an error ends a group only when the other children have ended", ["a caught", "a* caught"]) {
            let story = Story()
            finish {
                do {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        group.addTask {
                            litmusDelay()
                            story.tell(Task.isCancelled ? "a*" : "a")
                        }
                        group.addTask { throw CancellationError() }
                        while try await group.next() != nil {}
                    }
                } catch {
                    story.tell("caught")
                }
            }
            return story.text
        },
    ]

    private static let ofCancellation: [Litmus] = [
        Litmus("a cancelled sleep ends with an error, unless it is over before", ["slept", "cancelled"]) {
            let story = Story()
            finish {
                let task = Task.detached {
                    do {
                        try await Task.sleep(nanoseconds: 10_000)
                        story.tell("slept")
                    } catch {
                        story.tell("cancelled")
                    }
                }
                litmusDelay()
                litmusDelay()
                litmusDelay()
                task.cancel()
                await task.value
            }
            return story.text
        },
        Litmus("a task checks before it is cancelled, or after", ["true", "false"]) {
            let story = Story()
            finish {
                let task = Task.detached {
                    litmusDelay()
                    story.tell("\(Task.isCancelled)")
                }
                litmusDelay()
                task.cancel()
                await task.value
            }
            return story.text
        },
        Litmus("a cancelled task stays cancelled", ["true true"]) {
            let story = Story()
            finish {
                let gate = AsyncStream.makeStream(of: Void.self)
                let task = Task.detached {
                    var opened = gate.stream.makeAsyncIterator()
                    // (A stream's wait ends early for a task that is cancelled.)
                    _ = await opened.next()
                    story.tell("\(Task.isCancelled)")
                    await Task.yield()
                    story.tell("\(Task.isCancelled)")
                }
                task.cancel()
                gate.continuation.yield(())
                await task.value
            }
            return story.text
        },
        // (The mark comes before the handlers are called; a scope that has been left by then gets
        // no call.)
        Litmus(
            "a task can see that it is cancelled before its handlers are called",
            ["no, not called", "no, called", "yes, called", "yes, not called"]
        ) {
            let done = DispatchSemaphore(value: 0), called = Atomic(false), saw = Atomic(false)
            let task = Task {
                await withTaskCancellationHandler {
                    litmusDelay()
                    saw.store(Task.isCancelled, ordering: .sequentiallyConsistent)
                } onCancel: {
                    called.store(true, ordering: .sequentiallyConsistent)
                }
                done.signal()
            }
            litmusDelay()
            task.cancel()
            done.wait()
            let answer = saw.load(ordering: .sequentiallyConsistent) ? "yes" : "no"
            return "\(answer), \(called.load(ordering: .sequentiallyConsistent) ? "called" : "not called")"
        },
        Litmus("cancelling a group reaches its children", ["true", "false"]) {
            let story = Story()
            finish {
                await withTaskGroup(of: Void.self) { group in
                    group.addTask {
                        litmusDelay()
                        story.tell("\(Task.isCancelled)")
                    }
                    litmusDelay()
                    group.cancelAll()
                }
            }
            return story.text
        },
        Litmus("a cancellation's handler runs once, unless the work has ended before", ["work", "work handler", "handler work"]) {
            let story = Story()
            finish {
                let task = Task.detached {
                    await withTaskCancellationHandler {
                        litmusDelay()
                        story.tell("work")
                    } onCancel: {
                        story.tell("handler")
                    }
                }
                litmusDelay()
                task.cancel()
                await task.value
            }
            return story.text
        },
    ]

    private static let ofContinuations: [Litmus] = [
        Litmus("a continuation may be resumed before its task waits, or after", ["7"]) {
            let story = Story()
            finish {
                let number = await withCheckedContinuation { continuation in
                    DispatchQueue.global().async { continuation.resume(returning: 7) }
                    litmusDelay()
                }
                story.tell("\(number)")
            }
            return story.text
        },
        Litmus("on an actor, others run while a task waits for a continuation", ["before a( )a", "a( )a after", "a( between )a"]) {
            let story = Story(), patient = Patient(story)
            finish {
                async let one: Void = patient.wait()
                litmusDelay()
                async let other: Void = patient.look()
                _ = await (one, other)
            }
            return story.text
        },
        Litmus("a stream keeps the order of each sender", ["1 2 3"]) {
            let story = Story()
            finish {
                let (stream, sender) = AsyncStream.makeStream(of: Int.self)
                let task = Task.detached {
                    for number in 1...3 {
                        litmusDelay()
                        sender.yield(number)
                    }
                    sender.finish()
                }
                for await number in stream { story.tell("\(number)") }
                await task.value
            }
            return story.text
        },
        Litmus("a stream gets elements of several senders in any order", ["1 2", "2 1"]) {
            let story = Story()
            finish {
                let (stream, sender) = AsyncStream.makeStream(of: Int.self)
                for number in 1...2 {
                    litmusDelay()
                    Task.detached { sender.yield(number) }
                }
                var received = stream.makeAsyncIterator()
                for _ in 1...2 { story.tell("\(await received.next() ?? 0)") }
            }
            return story.text
        },
    ]
}

/// Waits on its actor for an event outside.
private actor Patient {
    let story: Story
    private var state = "before"
    init(_ story: Story) { self.story = story }

    func wait() async {
        state = "between"
        story.tell("a(")
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                litmusDelay()
                continuation.resume()
            }
            litmusDelay()
        }
        story.tell(")a")
        state = "after"
    }

    func look() { story.tell(state) }
}
