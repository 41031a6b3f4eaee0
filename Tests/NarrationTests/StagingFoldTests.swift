import TestSupport
import Testing
import Trace

@testable import Narration

@Suite("The code that only drives a scenario is folded") struct StagingFoldTests {
    private func log(_ trace: Trace = SampleRuns.drivenDeadlock(), _ files: [String] = ["FromThenTo.swift"]) -> StepLog {
        var log = StepLog(trace)
        log.fold(showing: .lab(files.map { .init(file: $0) }))
        return log
    }

    private func shown(_ log: StepLog) -> [String] {
        (0..<log.count).filter { log.fold?.isFolded($0) != true }.map { "\(log[$0].subject) \(log[$0].place ?? "")" }
    }

    @Test("Steps in other files, about things that the shown file does not use, are folded")
    func sentences() {
        let log = log()
        #expect(
            shown(log) == [
                "lock 1 FromThenTo.swift:12", "lock 2 FromThenTo.swift:12", "block 1 FromThenTo.swift:14", "block 2 FromThenTo.swift:14",
                "block 1 FromThenTo.swift:14", "block 2 FromThenTo.swift:14",
            ])
        #expect(
            log.fold?.words(6) == "⋯ 6 steps of the lab's staging" && log.fold?.words(1, isASCII: true) == "... 1 step of the lab's staging"
        )
    }

    @Test("A step in another file stays if it is about something that the shown file uses, or if it decides")
    func uses() {
        var trace = SampleRuns.drivenDeadlock()
        let count = shown(log(trace)).count
        // The group is used in the shown file, too.
        trace.events.append(Event(time: 40, kind: .groupLeft, lane: 1, object: trace.objects[0].address, place: 2))
        trace.duration = 41
        #expect(shown(log(trace)).contains { $0.hasSuffix("Bank.swift:54") })
        trace = SampleRuns.drivenDeadlock()
        trace.meanings[1] = .decides
        #expect(shown(log(trace)).count == count + 1)
    }

    @Test("Nothing is folded if the run does not use the files, or uses no other ones")
    func none() {
        var attempt = StepLog(SampleRuns.drivenDeadlock())
        attempt.fold(showing: .attempt("Other.swift"))
        #expect(attempt.fold == nil)
        var recorded = SampleRuns.drivenDeadlock()
        recorded.origin = .recorder
        #expect(log(recorded).fold == nil)
        #expect(log(SampleRuns.drivenDeadlock(), ["FromThenTo.swift", "Bank.swift"]).fold == nil)
        #expect(log(SampleRuns.drivenDeadlock(), []).fold == nil)
        #expect(ShownFiles.attempt(nil) == nil && ShownFiles.attempt("Exercise.swift")?.rest == "the test")
    }

    @Test("Lines that make no step themselves call what is shown: the code of the main thread is folded then")
    func callers() {
        #expect(shown(log(SampleRuns.drivenDeadlock(), ["LeftForkFirst.swift"])) == shown(log()))
    }

    @Test("If the question is about some lines of a file, these are shown, with all that uses the same things")
    func lines() {
        var log = StepLog(SampleRuns.drivenDeadlock())
        log.fold(showing: .lab([.init(file: "FromThenTo.swift", first: 10, last: 13)]))
        #expect(shown(log).count { $0.hasSuffix("FromThenTo.swift:14") } == 2)
        log.fold(showing: .lab([.init(file: "FromThenTo.swift", first: 20, last: 30)]))
        #expect(log.fold != nil)
    }

    @Test("Steps go from one shown sentence to the next, and the log says how many lie between")
    func moves() {
        let log = log(), first = log.index(ofShownFrom: -1, isForward: true) ?? -1
        #expect(log[first].place == "FromThenTo.swift:12")
        #expect(log.index(ofShownFrom: first, isForward: false) == nil)
        var steps = [first]
        while let next = log.index(ofShownFrom: steps[steps.count - 1], isForward: true) { steps.append(next) }
        #expect(steps.count == 6 && log.fold?.stretch(around: 0) == 0..<first)
        var open = log
        open.fold(showing: nil)
        #expect(open.fold == nil && open.index(ofShownFrom: 0, isForward: true) == 1)
    }

    @Test("The state and the values leave the folded things out, and one line of the state counts them")
    func state() {
        let log = log(), panel = StatePanel(log), open = StatePanel(log.trace)
        let state = log.history.state(after: 5)
        func lines(_ panel: StatePanel) -> [String] { panel.lines(state).map { $0.map(\.text).joined() } }
        #expect(lines(open).contains { $0.contains("everybody") } && lines(open).contains { $0.contains("transfer 1") })
        #expect(!lines(panel).contains { $0.contains("everybody") || $0.contains("transfer") })
        #expect(lines(panel).contains { $0.hasPrefix("⋯ ") && $0.hasSuffix("lines of the lab's staging (t)") })
        let values = ProgramHistory(log).moment(at: log.count - 1).values.map(\.name)
        #expect(values == ["lock 1", "lock 2"])
        #expect(ProgramHistory(StepLog(log.trace)).moment(at: log.count - 1).values.map(\.name).contains("everybody"))
    }
}
