import Foundation
import System
import TestSupport
import Testing

/// `interleave explore` and `replay`, as a user runs them.
@Suite(.serialized, .startsProcesses) struct ExploreTests {
    struct Report: Decodable {
        struct Outcome: Decodable {
            var outcome: String
            var executions: Int
            var token: String
        }
        struct Location: Decodable {
            var line: Int
        }
        struct Failure: Decodable {
            var kind: String
            var summary: String
            var explanation: String
            var hint: String?
            var token: String
            var preemptions: Int
            var locations: [Location]
        }
        var verdict: String
        var complete: Bool
        var executions: Int
        var distinctOutcomes: [Outcome]
        var failure: Failure?
        var findings: [Failure]
    }

    let folder: Folder

    init() throws { folder = try Folder() }

    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Explored").path

    private func source(_ name: String) -> String { "\(Self.sources)/\(name).swift" }

    private func explore(
        _ name: String, _ options: [String] = [], code: Int32, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Report {
        let outcome = try Commands.run(["explore", "--json"] + options + [source(name)], in: folder)
        #expect(outcome.code == code, "\(outcome.errors)", sourceLocation: sourceLocation)
        return try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    }

    /// Writes a scenario and explores it.
    private func explore(text: String, _ options: [String] = []) throws -> Commands.Outcome {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file("made.swift")))
        return try Commands.run(
            ["explore"] + options + (options.contains("--json") ? [] : ["--all"]) + [folder.file("made.swift")], in: folder)
    }

    @Test(
        "A counter without a lock races, and the lost update is shown with one preemption; under a lock no interleaving fails"
    )
    func race() throws {
        let wrong = try explore("race", code: 1)
        #expect(wrong.verdict == "race")
        #expect(wrong.complete)
        #expect(Set(wrong.distinctOutcomes.map(\.outcome)) == ["1", "2"])
        let failure = try #require(wrong.failure)
        #expect(failure.preemptions == 1)
        #expect(failure.explanation.contains("the result can also be 1"))
        #expect(Set(failure.locations.map(\.line)) == [12])
        let right = try explore("locked", code: 0)
        #expect(right.verdict == "none")
        #expect(right.complete)
        #expect(right.distinctOutcomes.map(\.outcome) == ["2"])
        #expect(right.failure == nil)
    }

    @Test("A token always gives the same words, and its own outcome")
    func replays() throws {
        let report = try explore("race", code: 1)
        let token = try #require(report.failure?.token)
        let first = try Commands.run(["replay", "--json", token, source("race")], in: folder)
        #expect(first.code == 1)
        let shown = try JSONDecoder().decode(Report.self, from: Data(first.output.utf8))
        #expect(shown.verdict == "race")
        #expect(shown.distinctOutcomes.map(\.outcome) == ["1"])
        #expect(try Commands.run(["replay", "--json", token, source("race")], in: folder).output == first.output)
        for outcome in report.distinctOutcomes {
            let again = try Commands.run(["replay", "--json", outcome.token, source("race")], in: folder)
            let shown = try JSONDecoder().decode(Report.self, from: Data(again.output.utf8))
            #expect(shown.distinctOutcomes.map(\.outcome) == [outcome.outcome])
        }
    }

    @Test("A schedule is drawn, and printed step by step with its lines")
    func steps() throws {
        let token = try #require(try explore("race", code: 1).failure?.token)
        let drawing = try Commands.run(["replay", token, source("race")], in: folder)
        #expect(drawing.output.contains("thread 1"))
        let steps = try Commands.run(["replay", "--step", token, source("race")], in: folder)
        #expect(steps.output.contains("writes"))
        #expect(steps.output.contains("race.swift:12"))
    }

    @Test("A token of another file, of another version, or half a token is refused, with the reason")
    func otherTokens() throws {
        let token = try #require(try explore("race", code: 1).failure?.token)
        try Commands.run(["replay", token, source("locked")], in: folder).expectMisuse("another file")
        try Commands.run(["replay", String(token.dropLast(3)), source("race")], in: folder).expectMisuse("not a valid token")
        try Commands.run(["replay", "none", source("race")], in: folder).expectMisuse("not a valid token")
    }

    @Test("Locks taken in opposite orders: a deadlock, with the lines at which each was acquired and is waited for")
    func locks() throws {
        let report = try explore("locks", code: 1)
        #expect(report.verdict == "deadlock")
        #expect(Set(try #require(report.failure).locations.map(\.line)) == [8, 9, 14, 15])
        // The table of outcomes also has the executions without an outcome.
        let page = try Commands.run(["explore", "--all", source("locks")], in: folder).output
        #expect(page.split(separator: "\n").contains { $0.hasPrefix("  (deadlock)  ") }, "\(page)")
    }

    @Test("sync on the current queue waits for itself; a signal that comes too early is lost; a missing leave keeps the group full")
    func waits() throws {
        let queue = try explore("queue", code: 1)
        #expect(queue.verdict == "deadlock")
        #expect(try #require(queue.failure).summary.contains("waits for itself"))
        #expect(try explore("signal", code: 1).findings.map(\.kind) == ["lostWakeup"])
        let leave = try explore("leave", code: 1)
        #expect(leave.verdict == "deadlock")
        #expect(try #require(leave.failure).summary.contains("group"))
    }

    @Test(
        "A lookup of the same generic type does not order two blocks: the circular wait of their semaphores is found, with both holders")
    func generic() throws {
        let report = try explore("generic", code: 1)
        #expect(report.verdict == "deadlock" && report.complete && report.executions == 3)
        #expect(try #require(report.failure).summary.contains("wait for each other"))
        #expect(Set(try #require(report.failure).locations.map(\.line)) == [10, 11])
    }

    @Test("An outcome that the file does not allow is a failure, though no memory races; the page of -o has its table, steps and source")
    func allowed() throws {
        let report = try explore("allowed", ["-o", folder.file("failure.html")], code: 1)
        let page = try String(contentsOfFile: folder.file("failure.html"), encoding: .utf8)
        let source = try String(contentsOfFile: source("allowed"), encoding: .utf8).split(separator: "\n")
        #expect(page.contains("<table role=\"table\" id=\"schedule\">") && page.contains("\"t\":[[") && page.hasSuffix("</html>\n"))
        #expect(page.contains(try #require(report.failure).token) && page.utf8.count < 300_000)
        #expect(source.contains { $0.count > 20 && page.contains(">\($0)</span>") })
        #expect(report.verdict == "assertion")
        #expect(report.findings.map(\.kind) == ["assertion"])
        #expect(Set(report.distinctOutcomes.map(\.outcome)) == ["1", "2"])
    }

    @Test("The trace of the first finding is written to the file of -o; without a finding none is written, with a message")
    func traceOfFailure() throws {
        let traces = ["race", "locked"].map { folder.file("\($0).ilv") }
        let wrong = try Commands.run(["explore", "-o", traces[0], source("race")], in: folder)
        #expect(wrong.code == 1 && wrong.errors == "")
        #expect(try Commands.run(["view", traces[0]], in: folder).code == 0)
        let right = try Commands.run(["explore", "-o", traces[1], source("locked")], in: folder)
        #expect(right.code == 0 && right.errors.contains("there is no finding") && right.errors.contains(traces[1]))
        #expect(traces.map { FileManager.default.fileExists(atPath: $0) } == [true, false])
    }

    @Test("Random executions: the same words for the same seed, exit 1 with a failure and 3 without, never complete")
    func dice() throws {
        for strategy in ["pct", "random"] {
            let options = ["explore", "--strategy", strategy, "--budget", "300", "--seed", "5", "--json"]
            let wrong = try Commands.run(options + [source("race")], in: folder)
            #expect(wrong.code == 1)
            let report = try JSONDecoder().decode(Report.self, from: Data(wrong.output.utf8))
            #expect(report.verdict == "race" && !report.complete && report.executions == 300)
            #expect(try #require(report.failure).preemptions == 1)
            #expect(Set(report.distinctOutcomes.map(\.outcome)) == ["1", "2"])
            let again = try Commands.run(options + [source("race")], in: folder)
            func withoutTime(_ text: String) -> [Substring] { text.split(separator: "\n").filter { !$0.contains("\"seconds\"") } }
            #expect(withoutTime(wrong.output) == withoutTime(again.output))
            let right = try Commands.run(["explore", "--strategy", strategy, "--budget", "300", source("locked")], in: folder)
            #expect(right.code == 3)
            #expect(right.output.contains("prove nothing"))
        }
    }

    @Test("A bound of preemptions is named; a spent budget reports the executions, also the random ones")
    func bounds() throws {
        let bounded = try Commands.run(["explore", "--preemptions", "0", source("race")], in: folder)
        #expect(bounded.output.contains("at most 0 preemptions was run"))
        let right = try Commands.run(["explore", "--preemptions", "1", source("locked")], in: folder)
        #expect(right.code == 0)
        #expect(right.output.contains("nothing fails with at most 1 preemption"))
        let spent = try Commands.run(["explore", "--budget", "1", source("locked")], in: folder)
        #expect(spent.code == 3)
        #expect(spent.output.contains("Not complete"))
        try Commands.run(["explore", "--strategy", "lucky", source("locked")], in: folder).expectMisuse("strategy")
        try Commands.run(["explore", "--strategy", "pct", "--preemptions", "2", source("locked")], in: folder).expectMisuse("exhaustive")
    }

    @Test("A program that cannot be explored is refused with the reason: no function, not Swift, a call that leaves the process")
    func refusals() throws {
        try explore(text: "func other() {}\n").expectMisuse("no function scenario()")
        let broken = try explore(text: "func scenario() -> Int { \"a\" }\n")
        #expect(broken.code == 2)
        #expect(broken.errors.contains("cannot convert"))
        try explore(text: "import Foundation\nfunc scenario() { for _ in 0..<10_000 { Thread {}.start() } }\n").expectMisuse("threads")
    }

    @Test("An endless loop and unbounded memory are stopped, and reported", .enabled(if: Corpus.takes("limits"), Corpus.notItsTurn))
    func limits() throws {
        let loop = try explore(
            text: "func scenario() {\n    var number = 1\n    while number > 0 { number = (number &* 3) & 0xFFFF | 1 }\n}\n")
        #expect(loop.code == 3)
        #expect(loop.errors.contains("made.swift:"))
        let memory = try explore(
            text:
                "func scenario() { var all: [[UInt8]] = []; while all.count >= 0 { all.append([UInt8](repeating: 1, count: 1 << 24)) } }\n")
        #expect([1, 2].contains(memory.code))
        #expect(!memory.timedOut)
    }

    @Test("Traps, crashes and errors are failures, and the output before them is shown; 100 MB of output do not delay it")
    func failures() throws {
        let trap = try explore(text: "func scenario() -> Int {\n    print(\"before\")\n    return [1, 2][Int(\"5\") ?? 0]\n}\n")
        #expect(trap.code == 1)
        #expect(trap.output.contains("made.swift: trap") && trap.output.contains("before"))
        let recursion = try explore(
            text: "func deeper(_ n: Int) -> Int { n < 0 ? 0 : deeper(n + 1) + 1 }\nfunc scenario() -> Int { deeper(0) }\n")
        #expect(recursion.code == 1)
        #expect(recursion.output.contains("has used up its stack"))
        let error = try explore(text: "struct Broken: Error {}\nfunc scenario() throws { throw Broken() }\n")
        #expect(error.code == 1)
        #expect(error.output.contains("Broken"))
        let prints = try explore(
            text: "func scenario() { let line = String(repeating: \"x\", count: 99); for _ in 0..<1_000_000 { print(line) } }\n")
        #expect(prints.code == 0, "\(prints.errors)")
    }

    /// Many executions. With a budget without end, they do not end within a test.
    private static let long = """
        import Dispatch
        import Synchronization
        let total = Mutex(0)
        func scenario() -> Int {
            DispatchQueue.concurrentPerform(iterations: 6) { number in
                for _ in 0..<4 { total.withLock { $0 += number } }
            }
            return total.withLock { $0 }
        }
        """

    @Test("A spent budget is reported as spent")
    func budget() throws {
        let budget = try explore(text: Self.long, ["--budget", "200"])
        #expect(budget.code == 3)
        #expect(budget.output.contains("the budget is spent after 200 executions"))
    }

    @Test(
        "Ctrl-C shows the results so far, whether it comes to the process, or to it and then to all of its group", arguments: [false, true]
    )
    func interruption(toGroup: Bool) throws {
        try Data(Self.long.utf8).write(to: URL(fileURLWithPath: folder.file("made.swift")))
        let terminal = try ErrorTerminal()
        var options = ChildProcess.Options()
        options.ownGroup = true
        options.environment = Commands.environment
        options.standardInput = .nothing
        options.standardOutput = .file(folder.file("output"))
        options.standardError = .descriptor(terminal.theirs)
        let order = ["explore", folder.file("made.swift"), "--budget", "1000000000"]
        var child = try ChildProcess.spawn(Commands.interleave, arguments: order, options: options)
        // From its first results on, it shows its progress there.
        terminal.read(until: "explored ")
        kill(child.processID, SIGINT)
        if toGroup { kill(-child.processID, SIGINT) }
        let end = child.wait(killingAfter: .patience)
        let output = try String(contentsOfFile: folder.file("output"), encoding: .utf8)
        #expect(!end.timedOut && output.contains("interrupted after"), "\(end) \(output) \(terminal.text)")
    }
}
