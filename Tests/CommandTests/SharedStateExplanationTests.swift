import Foundation
import TestSupport
import Testing

/// The explanations of mistakes between protected steps, and of outputs that differ.
@Suite(.startsProcesses, .takesTurns) struct SharedStateExplanationTests {
    let folder: Folder
    init() throws { folder = try Folder() }

    private func run(_ program: ExplainedProgram, _ options: [String] = []) throws -> String {
        try program.text.write(toFile: folder.file("made.swift"), atomically: false, encoding: .utf8)
        return try Commands.run(
            ["explore"] + options + (options.contains("--json") ? [] : ["--all"]) + [folder.file("made.swift")], in: folder
        ).output
    }

    /// What is printed, as one line.
    private func page(_ program: ExplainedProgram) throws -> String {
        try run(program).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private func findings(_ program: ExplainedProgram) throws -> [ExplanationTests.Report.Finding] {
        try JSONDecoder().decode(ExplanationTests.Report.self, from: Data(run(program, ["--json"]).utf8)).findings
    }

    // MARK: outputs that differ

    @Test("A work item that was cancelled before it started is the reason of a missing line, and not an order that a serial queue forbids")
    func cancelled() throws {
        let page = try page(.cancelledSearch)
        #expect(page.contains("the main thread cancels it in `pending?.cancel()` (line 7) before it starts"), "\(page)")
        #expect(!page.contains("run in any order"), "\(page)")
    }

    @Test(
        "If one thread prints another value, the mistake in that execution is told: two locked steps, or an actor that is left at an await")
    func values() throws {
        let wrapper = try page(.lockedWrapper)
        #expect(wrapper.contains(#"This happens in the execution that prints "points: 10": "#), "\(wrapper)")
        #expect(wrapper.contains("a lost update"), "\(wrapper)")
        let actor = try page(.cacheOfImages)
        #expect(actor.contains(#"This happens in the execution that prints "downloads: 2": "#), "\(actor)")
        #expect(actor.contains("(actor reentrancy)"), "\(actor)")
    }

    @Test(
        "A thread that waits for a condition in a loop checks it again: that is not called a mistake, and each line is quoted where it is")
    func patient() throws {
        let page = try page(.patientWait)
        #expect(!page.contains("can be false again"), "\(page)")
        #expect(page.contains(#"prints "ready" in one execution, in `print("ready")` (line 12)"#), "\(page)")
    }

    // MARK: results

    @Test("Results of a task group come in the order in which its tasks finish")
    func group() throws {
        let finding = try #require(try findings(.pagesInOrder).first)
        #expect(finding.explanation.contains("Here task 2 finishes before task 1, although task 1 was added first"), "\(finding)")
        #expect(finding.hint.contains("position"))
        #expect(finding.lines == [6, 9])
    }

    @Test("Two values that are read at two moments, one before and one after a change of both, are an inconsistent view")
    func moments() throws {
        for (program, lines) in [(ExplainedProgram.twoVaults, [4, 5, 14]), (.twoLocks, [7, 8, 11, 12])] {
            let finding = try #require(try findings(program).first)
            #expect(finding.kind == "assertion")
            #expect(finding.explanation.contains("(an inconsistent view)"), "\(finding.explanation)")
            #expect(finding.lines == Set(lines), "\(finding.lines)")
            #expect(finding.hint.contains("belong together"))
        }
    }

    // MARK: signals and data races

    @Test("A signal without the lock, between the check and the sleep, is told with the check and the change")
    func door() throws {
        let findings = try findings(.openedWithoutLock)
        let lost = try #require(findings.first { $0.kind == "lostWakeup" }), race = try #require(findings.first { $0.kind == "race" })
        #expect(lost.explanation.contains(" does not hold the lock, so it does not wait"), "\(lost.explanation)")
        #expect(lost.lines == [8, 9, 13])
        #expect(lost.hint.contains("Acquire the lock before you change the variable"))
        #expect(race.explanation.contains("Every interleaving that finished gave the same result"), "\(race.explanation)")
    }

    @Test("A barrier block of an operation queue without operations is not waited for, and the explanation says so")
    func barrier() throws {
        let race = try #require(try findings(.barrierOfOperations).first)
        #expect(race.explanation.contains("a wait for operations does not wait for it"), "\(race.explanation)")
        #expect(race.summary.hasPrefix("Data race on story: "), "\(race.summary)")
    }

    @Test("For operations of one queue, the advice is a dependency")
    func operations() throws {
        let race = try #require(try findings(.pipeline).first)
        #expect(race.hint.contains("addDependency"), "\(race.hint)")
    }

    @Test("Two elements of one array are one variable, and the explanation says so")
    func elements() throws {
        let race = try #require(try findings(.cells).first)
        #expect(race.explanation.contains("It does not help if the threads use different elements"), "\(race.explanation)")
        // The elements behind a pointer are variables of their own.
        let pointer = try #require(try findings(.pointerElements).first)
        #expect(pointer.kind == "race" && !pointer.explanation.contains("a collection is one variable"), "\(pointer.explanation)")
    }

    @Test("An atomic counter in another file is not said to be meant for the order of the accesses; one in the same file is")
    func counterOfTest() throws {
        let count = "import Synchronization\nlet calls = Atomic<Int>(0)\nfunc count() { calls.add(1, ordering: .relaxed) }\n"
        let box = """
            final class Box: @unchecked Sendable {
                var value: Int?
                func fill() {
                    count()
                    if value == nil { value = 1 }
                    count()
                }
            }

            """
        let test = """
            import Dispatch
            func scenario() -> Int {
                let box = Box()
                DispatchQueue.concurrentPerform(iterations: 2) { _ in box.fill() }
                return box.value ?? 0
            }

            """
        for isApart in [true, false] {
            try (isApart ? count + test : test).write(toFile: folder.file("test.swift"), atomically: false, encoding: .utf8)
            try (isApart ? box : count + box).write(toFile: folder.file("box.swift"), atomically: false, encoding: .utf8)
            let outcome = try Commands.run(["explore", folder.file("test.swift"), folder.file("box.swift")], in: folder)
            #expect(outcome.output.contains("Data race on Box.value"), "\(outcome)")
            #expect(outcome.output.contains(".relaxed` orders only") == !isApart, "\(outcome)")
        }
    }

    @Test("A local variable that closures share has its name in the explanation and in the steps")
    func local() throws {
        let race = try #require(try findings(.sharedLocal).first)
        #expect(race.summary.hasPrefix("Data race on visitors: "), "\(race.summary)")
        let told = try Commands.run(["replay", "--step", race.token, folder.file("made.swift")], in: folder).output
        #expect(told.contains("reads visitors") && !told.contains("a variable of"), "\(told)")
    }
}
