import Foundation
import TestSupport
import Testing

/// If several facts are true of a failed execution, the report names the fact that the failure
/// depends on.
@Suite(.startsProcesses, .takesTurns) struct CauseTests {
    typealias Report = ExplanationTests.Report

    let folder: Folder
    init() throws { folder = try Folder() }

    private func report(_ program: ExplainedProgram, _ options: [String] = []) throws -> Report {
        try program.text.write(toFile: folder.file("made.swift"), atomically: false, encoding: .utf8)
        let outcome = try Commands.run(["explore", "--json", folder.file("made.swift")] + options, in: folder)
        try #require(outcome.code == 1, "\(outcome.output.prefix(1000)) \(outcome.errors)")
        return try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    }

    private func first(_ program: ExplainedProgram, _ options: [String] = []) throws -> Report.Finding {
        try #require(try report(program, options).findings.first)
    }

    @Test("An order that every execution has is not the cause: the early read of the result is")
    func forcedOrder() throws {
        let finding = try first(.forcedOrder)
        #expect(finding.explanation.contains("The main thread reads `saved` in `return saved.withLock { $0 }` (line 15)"))
        #expect(finding.explanation.contains("before block 2 on a global queue changes it in `saved.withLock { $0 = n }` (line 11)"))
        #expect(finding.lines == [11, 15], "\(finding.explanation)")
    }

    @Test("A completion block that ends after the wait is explained by the relevant lock, and not by one that is always first")
    func completionBlock() throws {
        let finding = try first(.completionBlock)
        #expect(finding.lines == [17, 21], "\(finding.explanation)")
        #expect(finding.explanation.contains("The main thread reads `saved`"))
    }

    @Test("A limit of Foundation is reported as a limit, once for all places")
    func distantFuture() throws {
        let report = try report(.distantFuture)
        #expect(report.findings.count == 1)
        let finding = try #require(report.findings.first)
        #expect(finding.explanation.contains("this is a limit of Foundation"))
        #expect(!finding.explanation.contains("breaks one of its rules"))
        #expect(finding.lines == [10, 15, 20])
        #expect(finding.hint.contains("near date"))
    }

    @Test("A group that is empty at notify() is the cause when it is entered only later")
    func notifyBeforeEnter() throws {
        let finding = try first(.notifyBeforeEnter)
        #expect(finding.explanation.contains("was empty when the main thread called notify()"), "\(finding.explanation)")
        #expect(finding.hint.contains("Call enter() for all work before you call notify()"))
    }

    @Test("A thread that waits for a queue is not reported as running on it")
    func syncInFront() throws {
        let finding = try first(.syncInFront)
        #expect(!finding.explanation.contains("and iteration 0 on a global queue hold"), "\(finding.explanation)")
        #expect(finding.explanation.contains("Iteration 0 on a global queue waits for the same queue, and was first"))
    }

    @Test("A deadlock between a lock and a semaphore names both, and gives advice for both")
    func waitWithLock() throws {
        let finding = try first(.waitWithLock)
        #expect(finding.summary.contains("the semaphore `items` while it holds the lock `lock`"), "\(finding.summary)")
        #expect(finding.hint.contains("the lock `lock`") && finding.hint.contains("the semaphore `items`"))
    }

    @Test("A compareExchange that succeeds although the value has changed and changed back is the ABA problem")
    func reusedValue() throws {
        let finding = try first(.reusedValue)
        #expect(finding.explanation.contains("This is the ABA problem"), "\(finding.explanation)")
        #expect(finding.explanation.contains("State.label has changed"))
        #expect(finding.hint.contains("version counter"))
    }

    @Test("Operations in the wrong order: the advice is addDependency")
    func looseOperations() throws {
        let finding = try first(.looseOperations)
        #expect(finding.hint.contains("addDependency"), "\(finding.hint)")
    }

    @Test("A top-level variable that a thread uses before its line has run is to be declared above")
    func declaredTooLate() throws {
        let finding = try first(.declaredTooLate)
        #expect(finding.hint.contains("Declare `repetitions` above"), "\(finding.hint)")
    }

    @Test("A lock inside a struct that is changed in place is acquired too late")
    func lockInsideStruct() throws {
        let finding = try first(.lockInsideStruct)
        #expect(finding.explanation.contains("This access begins before the method acquires the lock"), "\(finding.explanation)")
        #expect(!finding.hint.contains("Hold that lock during"))
    }

    @Test("An actor that is read between two changes of one method shows an inconsistent state")
    func halfChangedActor() throws {
        let finding = try first(.halfChangedActor)
        #expect(finding.explanation.contains("had already changed Bank.a") && finding.explanation.contains("but not yet Bank.b"))
    }

    @Test(
        "A time limit whose result is ignored is named as the cause",
        arguments: [ExplainedProgram.ignoredTimeLimit, .ignoredLockLimit])
    func ignoredTimeLimit(_ program: ExplainedProgram) throws {
        let report = try report(program)
        for finding in report.findings {
            #expect(finding.explanation.contains("because the time limit had passed"), "\(finding.summary) \(finding.explanation)")
        }
        #expect(report.findings.contains { $0.hint.contains("Check the result of the call") })
    }

    @Test("A main actor closure that runs on another queue is reported, with its line")
    func closureOfMainActor() throws {
        let finding = try first(.closureOfMainActor, ["--swift-version", "6"])
        #expect(finding.summary.contains("runs code of the main actor, but not on the main thread"), "\(finding.summary)")
        #expect(finding.lines == [5])
        #expect(finding.hint.contains("{ @Sendable in … }") && finding.hint.contains("Task { @MainActor in … }"))
    }

    @Test("assumeIsolated on another queue is reported as code outside of that actor")
    func assumedIsolation() throws {
        let finding = try first(.assumedIsolation, ["--swift-version", "6"])
        #expect(finding.explanation.contains("`assumeIsolated` says that the code runs on that actor already. Here it does not"))
    }

    @Test("A script that does not call its scenario() gets a note")
    func uncalledScenario() throws {
        try ExplainedProgram.uncalledScenario.text.write(toFile: folder.file("made.swift"), atomically: false, encoding: .utf8)
        let page = try Commands.run(["explore", folder.file("made.swift")], in: folder).output
        #expect(page.contains("scenario() was not called. The file has statements outside of all functions"), "\(page)")
    }

    @Test("The output in a trap's report ends at the trap")
    func printsAfterTrap() throws {
        let report = try report(.printsAfterTrap)
        let finding = try #require(report.findings.first)
        #expect(!finding.output.contains("\nphoto"), "\(finding.output)")
    }

    @Test("A lost update through a generic box is explained by its two critical sections")
    func genericBox() throws {
        let finding = try first(.genericBox)
        #expect(finding.explanation.contains("held a lock in `func get()"), "\(finding.explanation)")
        #expect(finding.explanation.contains("acquired it again in `func set("))
    }

    @Test("An Optional that is read between the writes of its two parts is a torn read")
    func tornLazy() throws {
        let race = try #require(try report(.tornLazy).findings.first { $0.kind == "race" })
        #expect(race.explanation.contains("a torn read"), "\(race.explanation)")
    }

    @Test("A weak or unowned reference to a destroyed object: the line that released the object is named")
    func releasedObject() throws {
        let view = try first(.releasedView)
        #expect(
            view.explanation.contains("The main thread releases the last reference to an object in `view = nil`"), "\(view.explanation)")
        let player = try first(.releasedPlayer)
        #expect(player.explanation.contains("releases the last reference to an object"), "\(player.explanation)")
    }
}
