import Foundation
import TestSupport
import Testing

/// Mistakes that each have an explanation of their own, and programs like them that must not get it.
@Suite(.startsProcesses, .takesTurns) struct MistakeTests {
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Explored/Mistakes")
        .path

    struct Expected: Sendable, CustomStringConvertible {
        var description: String { file }
        var file: String
        var words: [String] = []
        var notWords: [String] = []
        /// Lines that must be among the reported ones.
        var lines: Set<Int> = []
        var code: Int32 = 1
    }

    static let explained = [
        Expected(file: "lazy", words: ["A `lazy var` has no lock", "each creates a value", "`static let`"], lines: [4]),
        Expected(file: "locks-made-anew", words: ["`let lock = NSLock()` (line 5) makes a new lock in each call"], lines: [7]),
        Expected(
            file: "queues-made-anew", words: ["`let queue = DispatchQueue(label: \"counter\")` (line 5) makes a new queue in each call"]),
        Expected(
            file: "return-before-unlock", words: ["left the function before `lock.unlock()` (line 10), by `return nil` (line 8)"],
            lines: [6, 8]),
        Expected(
            file: "return-before-unlock-alone", words: ["by `if key > 0 { return nil }` (line 6)"], notWords: ["waits for itself"],
            lines: [5, 6]),
        Expected(
            file: "throw-before-signal", words: ["acquired the semaphore in `slots.wait()` (line 6)", "`slots.signal()` (line 8)"],
            lines: [7]),
        Expected(file: "try-before-unlock", words: ["by `let data = try parse(s)` (line 6)"], lines: [5, 6]),
        Expected(
            file: "sleep-beside-race", words: ["sleeps in `Thread.sleep(forTimeInterval: 0.5)` (line 9)", "A sleep is not synchronization"]),
        Expected(file: "sleep-beside-lock", words: ["sleeps in `usleep(100_000)` (line 8)", "A sleep is not synchronization"]),
        Expected(file: "sleep-beside-actor", words: ["to give task 1 time. That orders nothing", "A sleep is not synchronization"]),
        Expected(file: "sleep-beside-task", words: ["The main task sleeps to give task 1 time", "A sleep is not synchronization"]),
        Expected(file: "loop", words: ["A loop that never ends: the main thread does not leave `while true {}` (line 2)"], lines: [2]),
        Expected(file: "loop-repeat", words: ["A loop that never ends: the main thread does not leave `repeat {` (line 2)"], lines: [2]),
        Expected(
            file: "index-in-foundation", words: ["(line 4), inside Foundation.", "Perhaps an argument is not valid"],
            notWords: ["overflow", "other task"], lines: [4]),
        Expected(file: "removal-in-foundation", words: ["(line 5), inside Foundation."], notWords: ["overflow"], lines: [5]),
        Expected(
            file: "forced-try", words: ["`try!` says that the call never throws an error"], notWords: ["other task", "does not fit"],
            lines: [4]),
        Expected(file: "trap-without-race", words: ["Data race on hits:"], notWords: ["likely cause"], lines: [10]),
        Expected(
            file: "trap-of-lock", words: ["Data race on hits:", "In between, thread 1 held the lock"], notWords: ["likely cause"],
            lines: [13, 15]),
        Expected(file: "trap-of-race", words: ["A data race on n is the likely cause.", "Data race on hits and n:"], lines: [9]),
        Expected(file: "trap-of-one-race", words: ["A data race on list is the likely cause."], lines: [11]),
        Expected(file: "trap-of-two-races", words: ["A data race on ready and Config.name is the likely cause."], lines: [10]),
        Expected(file: "semaphore-again", words: ["already holds since `gate.wait()` (line 4)"], lines: [4, 6]),
        Expected(file: "semaphores-crossed", words: ["since `a.wait()` (line 7)", "since `b.wait()` (line 13)"], lines: [7, 8, 13, 15]),
        Expected(file: "other-locked-twice", words: ["waits for itself", "since `lock.lock()` (line 5)"], notWords: ["left the function"]),
        Expected(file: "other-locks-crossed", words: ["wait for each other"], notWords: ["left the function"]),
        Expected(file: "other-locked-again", words: ["waits for itself"], notWords: ["left the function"]),
        Expected(file: "other-two-objects", words: ["these are two different ones"], notWords: ["in each call"]),
        Expected(file: "other-sleeps-at-work", words: ["Data race on v"], notWords: ["sleep is not", "orders nothing:"]),
        Expected(
            file: "atomic-in-two-steps", words: ["a lost update (a read-modify-write in two steps)", "add(_:ordering:)"],
            notWords: ["for the last time"], lines: [9, 10, 14]),
        Expected(
            file: "atomic-in-two-calls", words: ["a lost update (a read-modify-write in two steps)"], notWords: ["for the last time"],
            lines: [6, 7]),
        Expected(
            file: "atomic-read-back", words: ["reads it in a second step", "add(_:ordering:) returns the old value and the new one"],
            lines: [6, 7]),
        Expected(
            file: "other-atomic-flag", words: ["read is now out of date"], notWords: ["lost update"], lines: [11, 13]),
        Expected(file: "other-atomic-news", notWords: ["in a second step", "lost update"]),
        Expected(
            file: "iterations-of-two-calls", words: ["Iteration 0 of call 2 on a global queue", "iteration 1 of call 2"],
            notWords: ["iteration 4"]),
        Expected(file: "iterations-of-one-line", words: ["Iteration 0 of call 2", "iteration 1 of call 2"], notWords: ["iteration 2"]),
        Expected(
            file: "consumers", words: ["take the elements of the same stream", "gives each element to one consumer only"], lines: [5, 10]),
        Expected(file: "other-consumers-in-turn", notWords: ["the same stream"]),
        Expected(file: "other-two-streams", notWords: ["the same stream"]),
        Expected(file: "other-lazy-assigned", words: ["Data race on H.list"], notWords: ["A `lazy var` has no lock"]),
    ]

    @Test("A mistake gets its own explanation, and a similar program does not", arguments: Corpus.part(explained))
    func explains(_ expected: Expected) throws {
        let folder = try Folder()
        let outcome = try Commands.run(["explore", "--json", "\(Self.sources)/\(expected.file).swift"], in: folder)
        try #require(outcome.code == expected.code, "\(outcome.output.prefix(1000)) \(outcome.errors)")
        let report = try JSONDecoder().decode(ExplanationTests.Report.self, from: Data(outcome.output.utf8))
        let text = report.findings.map { "\($0.summary) \($0.explanation) \($0.hint)" }.joined(separator: "\n")
        for words in expected.words { #expect(text.contains(words), "\(text)") }
        for words in expected.notWords { #expect(!text.contains(words), "\(text)") }
        let lines = report.findings.reduce(into: Set<Int>()) { $0.formUnion($1.lines) }
        #expect(expected.lines.isSubset(of: lines), "\(lines)")
    }

    @Test(
        "A loop with an exit can be a long calculation: the report does not claim that it never ends",
        .enabled(if: Corpus.takes("loopWithBreak"), Corpus.notItsTurn))
    func loopWithBreak() throws {
        let folder = try Folder()
        let outcome = try Commands.run(["explore", "\(Self.sources)/other-loop-with-break.swift"], in: folder)
        #expect(outcome.code == 3)
        #expect(
            outcome.errors.contains("has run for 5 seconds without a step") && outcome.errors.contains("Perhaps it never ends"),
            "\(outcome.errors)")
    }

    @Test("The token of an endless loop replays it", .enabled(if: Corpus.takes("loopAgain"), Corpus.notItsTurn))
    func loopAgain() throws {
        let folder = try Folder(), file = "\(Self.sources)/loop.swift"
        let outcome = try Commands.run(["explore", "--json", file], in: folder)
        let report = try JSONDecoder().decode(ExplanationTests.Report.self, from: Data(outcome.output.utf8))
        #expect(report.verdict == "livelock" && !report.complete)
        let token = try #require(report.findings.first?.token)
        let again = try Commands.run(["replay", token, file], in: folder)
        #expect(again.code == 1)
        #expect(again.output.contains("A loop that never ends"), "\(again.output) \(again.errors)")
    }
}
