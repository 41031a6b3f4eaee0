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
        #expect(log(SampleRuns.drivenDeadlock(), ["FromThenTo.swift", "Bank.swift"]).fold == nil)
        #expect(log(SampleRuns.drivenDeadlock(), []).fold == nil)
        #expect(ShownFiles.attempt(nil) == nil && ShownFiles.attempt("Exercise.swift")?.rest == "the test")
    }

    /// A recorded run: the main thread drives two blocks, which use a lock of the reader's file.
    private func recorded(unfinished: Bool = false, ownLine: Bool = true, waiter: Int = 0) -> Trace {
        var run = Run(lanes: ["main", "worker 1", "worker 2", "worker 3"])
        let start = run.place("/lab/Evening.swift", 49), wait = run.place("/lab/Evening.swift", 57)
        let own = run.place("/lab/\(ownLine ? "Office" : "Other").swift", 12)
        let queue = run.queue("counter", .concurrent), everybody = run.object("everybody", .group), lock = run.object("lock", .lock)
        run.on(everybody, .groupEntered, by: 0, argument: 1, place: start)
        let items = (1...2).map { run.enqueue("serve \($0)", on: queue, place: start) }
        run.wait(.group, for: everybody, by: waiter, place: wait)
        let fork = run.object("fork", .semaphore)
        run.wait(.semaphore, for: fork, by: 1, place: wait)
        run.waitOver(by: 1)
        for (index, item) in items.enumerated() {
            run.at(100)
            run.begin(item, on: index + 1)
            run.on(lock, .lockAcquired, by: index + 1, place: own)
            run.on(lock, .lockReleased, by: index + 1, place: own)
            run.end(item)
        }
        if !unfinished {
            run.on(everybody, .groupLeft, by: 2, place: start)
            run.waitOver(by: waiter)
        }
        return run.trace
    }

    @Test("In a recorded run, the group that the main thread waits for is folded, and no work item, lock or semaphore is")
    func recordedRun() {
        let folded = log(recorded(), ["Office.swift"])
        let words = (0..<folded.count).filter { folded.fold?.isFolded($0) == true }.map { folded[$0].subject + folded[$0].text }
        #expect(!words.isEmpty && words.allSatisfy { $0.contains("everybody") }, "\(words)")
        let left = (0..<folded.count).filter { folded.fold?.isFolded($0) != true }.map { folded[$0].subject + folded[$0].text }
        #expect(left.contains { $0.contains("lock") } && left.contains { $0.contains("serve 1") } && left.contains { $0.contains("fork") })
        let panel = StatePanel(folded), open = StatePanel(folded.trace), state = folded.history.state(after: 2)
        #expect(open.lines(state).contains { $0.contains { $0.text.contains("everybody") } })
        #expect(!panel.lines(state).contains { $0.contains { $0.text.contains("everybody") } })
    }

    @Test("A group for which another thread waits is not folded")
    func awaitedByOthers() { #expect(log(recorded(waiter: 3), ["Office.swift"]).fold == nil) }

    @Test("A wait that never ends is part of what a run shows; the group is folded, too, if the reader's lines make no recorded call")
    func recordedFailure() {
        #expect(log(recorded(unfinished: true), ["Office.swift"]).fold == nil)
        #expect(log(recorded(ownLine: false), ["Office.swift"]).fold?.objects == log(recorded(), ["Office.swift"]).fold?.objects)
        var attempt = StepLog(recorded())
        attempt.fold(showing: .attempt("Office.swift"))
        #expect(attempt.fold == nil)
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
