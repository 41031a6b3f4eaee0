import Foundation
import TestSupport
import Testing

/// `interleave explore` on Swift's own concurrency.
@Suite(.startsProcesses, .takesTurns) struct ExploreTasksTests {
    struct Report: Decodable {
        struct Outcome: Decodable {
            var outcome: String
            var executions: Int
        }
        struct Failure: Decodable {
            struct Location: Decodable {
                var line: Int
            }
            var summary: String
            var token: String
            var locations: [Location]
        }
        var verdict: String
        var complete: Bool
        var executions: Int
        var distinctOutcomes: [Outcome]
        var failure: Failure?
    }

    let folder: Folder

    init() throws { folder = try Folder() }

    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Explored").path

    /// Explores a file, with one text in it replaced by another.
    private func explore(_ name: String, replacing wrong: String = "", by right: String = "", code: Int32) throws -> Report {
        var text = try String(contentsOfFile: "\(Self.sources)/\(name).swift", encoding: .utf8)
        if !wrong.isEmpty {
            try #require(text.contains(wrong))
            text = text.replacingOccurrences(of: wrong, with: right)
        }
        return try explore(text: text, code: code)
    }

    private func explore(text: String, code: Int32) throws -> Report {
        try Commands.report(text, code: code, in: folder)
    }

    @Test("An actor's method that awaits in the middle overdraws the account (actor reentrancy); one that checks again does not")
    func reentrancy() throws {
        let wrong = try explore("reentrancy", code: 1)
        #expect(wrong.verdict == "assertion" && wrong.complete)
        #expect(Set(wrong.distinctOutcomes.map(\.outcome)) == ["-60", "20"])
        let right = try explore(
            "reentrancy", replacing: "        await Task.yield()\n",
            by: "        await Task.yield()\n        guard balance >= amount else { return false }\n", code: 0)
        #expect(right.verdict == "none" && right.complete)
        #expect(right.distinctOutcomes.map(\.outcome) == ["20"])
    }

    @Test("A continuation that is never resumed is a leak, reported with the waiting task's line; a resumed one is not")
    func continuation() throws {
        let wrong = try explore("continuation", code: 1)
        #expect(wrong.verdict == "leak" && wrong.complete)
        let failure = try #require(wrong.failure)
        #expect(failure.locations.map(\.line) == [15])
        #expect(failure.summary.contains("continuation"))
        let right = try explore("continuation", replacing: "isInTheMood: false", by: "isInTheMood: true", code: 0)
        #expect(right.verdict == "none" && right.complete)
        #expect(right.distinctOutcomes.map(\.outcome) == ["42"])
    }

    @Test("Tasks on an actor lose no update in any order; without it they race")
    func actor() throws {
        func text(_ kind: String) -> String {
            """
            \(kind) Counter {
                var value = 0
                func increment() { value += 1 }
            }

            func scenario() async -> Int {
                let counter = Counter()
                let tasks = (1...3).map { _ in Task { await counter.increment() } }
                for task in tasks { await task.value }
                return await counter.value
            }

            """
        }
        let right = try explore(text: text("actor"), code: 0)
        #expect(right.verdict == "none" && right.complete)
        #expect(right.executions == 6)
        #expect(right.distinctOutcomes.map(\.outcome) == ["3"])
        let wrong = try explore(text: text("final class"), code: 1)
        #expect(wrong.verdict == "race" && wrong.complete)
        #expect(Set(wrong.distinctOutcomes.map(\.outcome)) == ["1", "2", "3"])
    }

    @Test("Two tasks that wait for each other's results are a deadlock; a stream that is never finished is a leak")
    func standstill() throws {
        let circle = try explore(
            text: """
                final class Pair: @unchecked Sendable { var other: Task<Void, Never>? }

                func scenario() async {
                    let pair = Pair(), gate = AsyncStream.makeStream(of: Void.self)
                    let one = Task {
                        for await _ in gate.stream { break }
                        await pair.other?.value
                    }
                    pair.other = Task { await one.value }
                    gate.continuation.yield(())
                    await one.value
                }

                """, code: 1)
        #expect(circle.verdict == "deadlock")
        #expect(circle.failure?.summary.contains("wait for each other") == true)
        let endless = try explore(
            text: """
                func scenario() async -> Int {
                    let (stream, sender) = AsyncStream.makeStream(of: Int.self)
                    Task { sender.yield(1) }
                    var sum = 0
                    for await number in stream { sum += number }
                    return sum
                }

                """, code: 1)
        #expect(endless.verdict == "leak")
        #expect(endless.failure?.summary.contains("stream") == true)
    }

    @Test("The main actor's work runs while an asynchronous scenario waits, and after it has returned")
    func mainActor() throws {
        let report = try explore(
            text: """
                @MainActor var order = ""

                func scenario() async {
                    await MainActor.run { order += "a" }
                    Task { @MainActor in order += "c" }
                    await MainActor.run { order += "b" }
                }

                func outcome() -> String { MainActor.assumeIsolated { order } }

                """, code: 0)
        #expect(report.verdict == "none" && report.complete)
        #expect(Set(report.distinctOutcomes.map(\.outcome)) == ["acb"])
    }

    @Test("A replayed schedule of tasks and actors is the same each time, and shows the actor's turns")
    func replayed() throws {
        let wrong = try explore("reentrancy", code: 1)
        let token = try #require(wrong.failure?.token), file = folder.file("scenario.swift")
        let first = try Commands.run(["replay", token, file, "--step"], in: folder)
        #expect(first.output.contains("Account") && first.output.contains("asks to run on the actor"))
        for _ in 1...3 {
            let again = try Commands.run(["replay", token, file, "--step"], in: folder)
            #expect(again.output == first.output)
        }
    }

    @Test("Late child tasks are not confused with earlier ones at the same address")
    func lateChildren() throws {
        let report = try explore(
            text: """
                final class Note: @unchecked Sendable { var text = "" }

                func result(_ task: Task<Void, any Error>) async -> String {
                    do { _ = try await task.value; return "done" } catch { return "thrown" }
                }
                func scenario() async -> String {
                    let first = Note(), early = Note(), late = Note()
                    let task: Task<Void, any Error> = Task {
                        first.text += Task.isCancelled ? "C" : "-"
                        await Task.yield()
                        first.text += Task.isCancelled ? "C" : "-"
                    }
                    let parent = Task {
                        await withDiscardingTaskGroup { group in
                            group.addTask {
                                early.text += Task.isCancelled ? "C" : "-"
                                await Task.yield()
                                early.text += Task.isCancelled ? "C" : "-"
                            }
                            group.cancelAll()
                            group.addTask {
                                late.text += Task.isCancelled ? "C" : "-"
                                await Task.yield()
                                late.text += Task.isCancelled ? "C" : "-"
                            }
                            group.addTask {
                                await withTaskCancellationHandler { _ = await result(task) } onCancel: { task.cancel() }
                            }
                        }
                    }
                    _ = await result(task)
                    await parent.value
                    return "\\(first.text) \\(early.text) \\(late.text)"
                }

                """, code: 0)
        #expect(report.complete)
        // The two reads of each part are independent of those of the other; a late child is
        // cancelled from the beginning.
        let looks = ["--", "-C", "CC"]
        let all = looks.flatMap { first in looks.map { early in "\(first) \(early) CC" } }
        #expect(Set(report.distinctOutcomes.map(\.outcome)) == Set(all))
    }

    /// The cancelled work: a task that can have ended, a child of a group, an `async let`.
    private static let cancelling = [
        "let task = Task { await look(marks) }; marks.first.store(1, ordering: .relaxed); task.cancel(); marks.second.store(1, ordering: .relaxed); return await task.value",
        """
        return await withTaskGroup(of: String.self) { group in
            group.addTask { await look(marks) }
            marks.first.store(1, ordering: .relaxed)
            group.cancelAll()
            marks.second.store(1, ordering: .relaxed)
            return await group.next() ?? ""
        }
        """,
        """
        async let seen = look(marks)
        marks.first.store(1, ordering: .relaxed)
        withUnsafeCurrentTask { $0?.cancel() }
        marks.second.store(1, ordering: .relaxed)
        return await seen
        """,
    ]

    @Test("cancel() does not wait: the task can have ended before, be running, or begin later", arguments: cancelling)
    func cancelsTheEnded(_ body: String) throws {
        let report = try explore(
            text: """
                import Synchronization
                final class Marks: Sendable { let first = Atomic(0), second = Atomic(0) }
                func look(_ marks: Marks) async -> String {
                    let first = marks.first.load(ordering: .relaxed)
                    return "\\(first) \\(marks.second.load(ordering: .relaxed))"
                }
                func scenario() async -> String {
                    let marks = Marks()
                    \(body)
                }

                """, code: 0)
        #expect(report.complete)
        #expect(Set(report.distinctOutcomes.map(\.outcome)) == ["0 0", "0 1", "1 0", "1 1"])
    }

    @Test("A race with a task that is cancelled afterwards is found")
    func racesBesideCancelling() throws {
        let report = try explore(
            text: """
                import Synchronization
                final class Box: @unchecked Sendable { var value = 0; let isThere = Atomic(0) }
                func scenario() async -> Int {
                    let box = Box(), task = Task { box.value = 5; box.isThere.store(1, ordering: .relaxed) }
                    var seen = -1
                    if box.isThere.load(ordering: .relaxed) == 1 { task.cancel(); seen = box.value }
                    await task.value
                    return seen
                }

                """, code: 1)
        #expect(report.verdict == "race")
    }

    @Test("A sleep that cannot be cancelled ends after its time")
    func oldSleep() throws {
        let report = try explore(
            text:
                "func scenario() async -> Int {\nlet task = Task { await Task.sleep(1_000); return 1 }\ntask.cancel()\nreturn await task.value\n}\n",
            code: 0)
        #expect(report.complete && report.distinctOutcomes.map(\.outcome) == ["1"])
    }

    /// Loops that check repeatedly whether they are to end, and their possible results.
    private static let polling = [
        "let task = Task { while !Task.isCancelled {}; return 1 }; task.cancel(); return await task.value",
        "let task = Task { while !Task.isCancelled { await Task.yield() }; return 1 }; task.cancel(); return await task.value",
        "let task = Task { while !Task.isCancelled { try? await Task.sleep(for: .seconds(1)) }; return 1 }; task.cancel(); return await task.value",
        "let gate = Gate(), task = Task { while await !gate.isOpen { await Task.yield() }; return 1 }; await gate.open(); return await task.value",
        """
        return await withTaskGroup(of: Int.self) { group in
            group.addTask { while !Task.isCancelled { await Task.yield() }; return 0 }
            group.addTask { 1 }
            let first = await group.next() ?? 0
            group.cancelAll()
            return first
        }
        """,
    ]

    @Test("A loop that polls for its end waits for that, and every interleaving is run", arguments: polling)
    func polls(_ body: String) throws {
        let gate = "actor Gate { var isOpen = false; func open() { isOpen = true } }"
        let report = try explore(text: "\(gate)\nfunc scenario() async -> Int {\n\(body)\n}\n", code: 0)
        #expect(report.complete && report.verdict == "none")
        #expect(report.distinctOutcomes.map(\.outcome) == ["1"])
        #expect(report.executions < 50)
    }

    @Test("A loop that counts its polls does not wait: each number can be the result")
    func countsRounds() throws {
        let report = try explore(
            text: """
                func scenario() async -> Int {
                    let task = Task { () -> Int in
                        var rounds = 0
                        while !Task.isCancelled { rounds += 1; await Task.yield() }
                        return min(rounds, 3)
                    }
                    task.cancel()
                    return await task.value
                }

                """, code: 3)
        #expect(!report.complete && report.verdict == "none")
        #expect(Set(report.distinctOutcomes.map(\.outcome)) == ["0", "1", "2", "3"])
    }

    @Test("Without a cancellation the task spins for ever; that blocks only threads that wait for it")
    func neverCancelled() throws {
        let task = "Task { while !Task.isCancelled { try? await Task.sleep(for: .seconds(1)) } }"
        let report = try explore(text: "func scenario() async { await \(task).value }\n", code: 1)
        #expect(report.verdict == "livelock")
        #expect(try explore(text: "func scenario() async { _ = \(task) }\n", code: 0).complete)
    }

    @Test("A wait does not end before its event: sleeps and timers take their full time")
    func time() throws {
        let tasks = try explore(
            text: """
                func scenario() async throws -> Bool {
                    let clock = ContinuousClock(), start = clock.now
                    try await clock.sleep(for: .seconds(2))
                    try await Task.sleep(for: .seconds(1), tolerance: .milliseconds(100))
                    return clock.now - start >= .seconds(3) && clock.now - start < .seconds(4)
                }

                """, code: 0)
        #expect(tasks.distinctOutcomes.map(\.outcome) == ["true"])
        let queues = try explore(
            text: """
                import Dispatch

                func scenario() -> Bool {
                    let start = DispatchTime.now(), done = DispatchSemaphore(value: 0)
                    DispatchQueue.global().asyncAfter(deadline: .now() + 1) { done.signal() }
                    done.wait()
                    return DispatchTime.now() >= start + 1
                }

                """, code: 0)
        #expect(queues.distinctOutcomes.map(\.outcome) == ["true"])
    }

    @Test("An actor's isolated deinit runs on that actor")
    func isolatedDeinit() throws {
        let report = try explore(
            text: """
                actor Counter {
                    nonisolated(unsafe) static var ended = 0
                    var count = 0
                    func add() { count += 1 }
                    isolated deinit { Counter.ended += count }
                }
                func scenario() async -> Int {
                    Counter.ended = 0
                    do {
                        let counter = Counter()
                        await counter.add()
                    }
                    return Counter.ended
                }

                """, code: 0)
        #expect(report.verdict == "none" && report.complete && report.distinctOutcomes.map(\.outcome) == ["1"])
    }
}
