import Foundation
import TestSupport
import Testing

/// The explanations of `interleave explore`: they are true, and they help.
@Suite(.startsProcesses, .takesTurns) struct ExplanationTests {
    struct Report: Decodable {
        struct Outcome: Decodable {
            var outcome: String
            var token: String
        }
        struct Location: Decodable {
            var line: Int
            var what: String
        }
        struct Finding: Decodable {
            var kind: String
            var summary: String
            var explanation: String
            var hint: String
            var token: String
            var locations: [Location]
            var output: String
            var lines: Set<Int> { Set(locations.map(\.line)) }
        }
        var verdict: String
        var complete: Bool
        var executions: Int
        var distinctOutcomes: [Outcome]
        var findings: [Finding]
    }

    let folder: Folder
    init() throws { folder = try Folder() }

    private func report(_ program: ExplainedProgram) throws -> Report {
        try program.text.write(toFile: folder.file("made.swift"), atomically: false, encoding: .utf8)
        let outcome = try Commands.run(["explore", "--json", folder.file("made.swift")], in: folder)
        try #require(outcome.code == 1, "\(outcome.output.prefix(1000)) \(outcome.errors)")
        return try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    }

    private func first(_ program: ExplainedProgram) throws -> Report.Finding { try #require(try report(program).findings.first) }

    private func page(_ program: ExplainedProgram) throws -> String {
        try program.text.write(toFile: folder.file("made.swift"), atomically: false, encoding: .utf8)
        return try Commands.run(["explore", "--all", folder.file("made.swift")], in: folder).output
    }

    // MARK: conditions and groups

    @Test("A signal that woke the wrong thread is reported as that, and not as an early signal")
    func wrongOneWoken() throws {
        let finding = try first(.sharedCondition)
        #expect(finding.kind == "lostWakeup")
        #expect(finding.summary.contains("could not use it"), "\(finding.summary)")
        #expect(!finding.locations.contains { $0.what.contains("no thread is waiting") })
        #expect(finding.hint.contains("broadcast()"))
        #expect(finding.lines == [10, 17, 19] || finding.lines == [10, 12, 17], "\(finding.lines)")
    }

    @Test("A signal that came while no thread was waiting is reported as that")
    func tooEarly() throws {
        let finding = try first(.earlySignal)
        #expect(finding.kind == "lostWakeup")
        #expect(finding.locations.map(\.what) == ["signals: no thread is waiting yet", "falls asleep, after the signal"])
        #expect(finding.lines == [6, 9])
    }

    @Test("A group that is entered once too often is named, with the enter() that has no leave()")
    func forgottenLeave() throws {
        let finding = try first(.forgottenLeave)
        #expect(finding.kind == "deadlock")
        #expect(finding.summary.contains("the group `downloads`") && finding.summary.contains("one enter() has no leave()"))
        #expect(finding.explanation.contains("entered twice and left only once"))
        #expect(finding.explanation.contains("the 2nd time") && finding.explanation.contains("block 2 on"), "\(finding.explanation)")
        #expect(finding.lines == [11, 13, 14, 17])
    }

    @Test("If two calls of enter() are on different lines, the one without a leave() is named")
    func whichEnter() throws {
        let finding = try first(.twoEnters)
        let words = "No leave() belongs to the enter() of the main thread in `group.enter()` (line 7)"
        #expect(finding.explanation.contains(words), "\(finding.explanation)")
    }

    @Test("A notify block that never runs is reported with the enter() that has no leave()")
    func neverTold() throws {
        let finding = try first(.neverTold)
        #expect(finding.kind == "assertion")
        #expect(finding.explanation.contains("The group `group` was entered once and never left"), "\(finding.explanation)")
        #expect(finding.lines == [6])
    }

    // MARK: circular waits

    @Test("sync on the current queue: that block waits for itself, and a thread that waits for the block is not in the circular wait")
    func ownQueue() throws {
        let finding = try first(.ownQueue)
        #expect(finding.summary == "Deadlock: block 1 on queue “cache” waits for itself: for its turn on queue “cache”.")
        #expect(finding.explanation.contains("The main thread waits for its turn"))
        #expect(finding.lines == [5, 6])
    }

    @Test("A barrier between two turns of one task is named, with its line")
    func barrier() throws {
        let finding = try first(.nestedRead)
        #expect(finding.summary.contains("waits for a barrier on queue “album”"), "\(finding.summary)")
        #expect(finding.lines == [7, 8, 9])
    }

    @Test(
        "Work that is queued on the main queue while the main thread waits is named", arguments: [ExplainedProgram.mainQueue, .mainActor])
    func mainQueue(_ program: ExplainedProgram) throws {
        let finding = try first(program)
        #expect(finding.summary.contains("the next work on the main queue cannot start"), "\(finding.summary)")
        #expect(finding.lines == [5, 6])
        #expect(finding.hint.contains("main"))
    }

    @Test("A Mutex that its holder asks for again traps, as a real run does, with both lines")
    func mutexAgain() throws {
        let finding = try first(.mutexAgain)
        #expect(finding.kind == "assertion")
        #expect(finding.summary.contains("acquires a Mutex that it already holds"), "\(finding.summary)")
        #expect(finding.lines == [5, 6])
    }

    // MARK: races and outcomes

    @Test("A data race is shown in a schedule whose result is not allowed, although that needs no preemption")
    func forbiddenResult() throws {
        let report = try report(.sleptLongEnough)
        let race = try #require(report.findings.first { $0.kind == "race" })
        #expect(race.explanation.contains("the result can be 0, which is not allowed"), "\(race.explanation)")
        #expect(race.explanation.contains("The schedule below leads to 0"))
        #expect(report.distinctOutcomes.first { $0.outcome == "0" }?.token == race.token)
        #expect(report.findings[0].kind == "assertion")
        #expect(report.findings[0].summary.contains("A data race on Result.value is the likely cause"), "\(report.findings[0].summary)")
    }

    @Test("A check of an atomic variable and a later atomic addition are check-then-act: no update is lost, and the check is out of date")
    func atomicCheckThenAct() throws {
        let finding = try first(.atomicCheckThenAct)
        #expect(finding.kind == "assertion" && finding.lines == [7, 8], "\(finding)")
        for words in ["no update is lost", "check-then-act"] { #expect(finding.explanation.contains(words), "\(finding.explanation)") }
        #expect(finding.hint.contains("compareExchange in a loop"), "\(finding.hint)")
    }

    @Test("If all results are allowed, none of them is called the consequence of a data race")
    func allowedResults() throws {
        let race = try first(.allowedRace)
        #expect(race.explanation.contains("although all results that occurred are allowed: -1 and 42."), "\(race.explanation)")
        #expect(!race.explanation.contains("leads to"))
    }

    @Test("Several variables with data races are all named, in the order of the program")
    func severalVariables() throws {
        let race = try #require(try report(.singleton).findings.first { $0.kind == "race" })
        #expect(race.summary.hasPrefix("Data race on Library.existing and Library.made:"), "\(race.summary)")
        #expect(race.locations.first?.line == 8)
    }

    @Test("Results in a sentence have quotes; control characters are codes; lazy variables have their own name")
    func quotes() throws {
        let text = try page(.oddResults).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("“a, b”") && text.contains("“\\u{0}, ”"), "\(text)")
        #expect(!text.unicodeScalars.contains("\0"))
        #expect(try first(.lazyVariable).summary.hasPrefix("Data race on Settings.table:"))
    }

    @Test("The report of a trap is the same each time: without addresses")
    func addresses() throws {
        let first = try first(.unowned), second = try self.first(.unowned)
        #expect(first.summary == second.summary && first.output == second.output)
        #expect(first.summary.contains("the object was already destroyed") && !first.output.contains("0x"), "\(first.summary)")
    }

    // MARK: interleaved critical sections

    @Test("If an actor's method awaits in the middle, the report names the method, the line, and the other task")
    func reentrancy() throws {
        let finding = try first(.reentrancy)
        let words = "`withdraw(_:)` on the actor Account, and was suspended in `await audit()` (line 8)"
        #expect(finding.explanation.contains(words), "\(finding.explanation)")
        #expect(finding.lines.isSuperset(of: [8, 9]))
    }

    @Test("If a method that it calls awaits, the report names that place")
    func reentrancyBelow() throws {
        var program = ExplainedProgram.reentrancy
        // The code after the `await` needs the actor, so the called method returns to it.
        program.text = program.text.replacingOccurrences(
            of: "nonisolated func audit() async { await Task.yield() }",
            with: "var audits = 0; func audit() async { await Task.yield(); audits += 1 }")
        let finding = try first(program)
        #expect(finding.explanation.contains("and was suspended in"), "\(finding.explanation)")
        #expect(finding.explanation.contains("await Task.yield()"), "\(finding.explanation)")
    }

    @Test("Two calls of one actor in a row are two turns: other tasks can run in between, although no code there seems to wait")
    func twoVisits() throws {
        let finding = try first(.twoVisits)
        #expect(finding.kind == "assertion")
        #expect(finding.explanation.contains("again for `await account.withdraw(price)` (line 9)"), "\(finding.explanation)")
        #expect(finding.lines.isSuperset(of: [8, 9]))
    }

    @Test("The task with the stale read between its two turns is named, although both are in one line, and not the task that started both")
    func visitsInOneLine() throws {
        let finding = try first(.visitsInOneLine)
        #expect(finding.explanation.contains("was in `show(_:)` on the main actor"), "\(finding.explanation)")
        #expect(finding.explanation.contains("reads Model.image in"), "\(finding.explanation)")
        #expect(finding.lines == [6, 9])
    }

    @Test(
        "If a lock was released in the middle, the report names the two lines, and the thread that held it meanwhile",
        arguments: [ExplainedProgram.mutexGap, .lockGap])
    func gap(_ program: ExplainedProgram) throws {
        let finding = try first(program)
        #expect(finding.explanation.contains("released it, and acquired it again in"), "\(finding.explanation)")
        #expect(finding.lines.isSuperset(of: [8, 9]))
        #expect(finding.hint.contains("one critical section"))
    }

    @Test("A failure that happens once and never again is reported as that, and not ignored")
    func once() throws {
        let text = """
            import Glibc

            func scenario() -> Int {
                guard let file = fopen("\(folder.file("runs"))", "a") else { return -1 }
                fputc(65, file)
                let runs = ftell(file)
                fclose(file)
                precondition(runs != 2)
                return 1
            }
            """
        try text.write(toFile: folder.file("made.swift"), atomically: false, encoding: .utf8)
        let outcome = try Commands.run(["explore", folder.file("made.swift")], in: folder)
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("behaves differently under the same schedule"), "\(outcome.output) \(outcome.errors)")
    }

    // MARK: the page

    @Test("One number for one thing: the page's count of steps is the number of printed steps")
    func steps() throws {
        let text = try page(.ownQueue)
        #expect(!text.contains("steps, "))
        let token = try first(.ownQueue).token
        let told = try Commands.run(["replay", "--step", token, folder.file("made.swift")], in: folder)
        #expect(told.output.contains("when the schedule ended") && !told.output.contains("recording"))
    }

    @Test("The page keeps to the columns, breaks between words, and never cuts a token", arguments: [60, 80])
    func columns(_ columns: Int) throws {
        for program in [ExplainedProgram.nestedRead, .singleton, .longResults] {
            let token = try first(program).token
            let told = try Commands.run(
                ["replay", "--all", "--step", "--width", "\(columns)", token, folder.file("made.swift")], in: folder)
            #expect(told.output.contains(token))
            for line in told.output.split(separator: "\n") where !line.contains("interleave replay") && !line.contains(folder.path) {
                #expect(line.count <= columns, "\(line)")
            }
        }
    }

    @Test("Outcomes that differ look different, however long they are")
    func longResults() throws {
        let lines = try page(.longResults).split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex { $0.contains("Outcome ") })
        let rows = lines[(start + 1)...].prefix { $0.contains("…") }.map { $0.prefix { $0 != "…" } + $0.drop { $0 != "…" }.prefix(24) }
        #expect(rows.count == 2 && Set(rows).count == 2, "\(lines)")
    }
}
