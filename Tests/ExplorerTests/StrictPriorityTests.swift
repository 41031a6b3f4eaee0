import ExploredPrograms
import Testing

@testable import Explorer

/// One execution on one simulated processor with strict priorities.
@Suite(.serialized) struct StrictPriorityTests {
    private static func report(_ program: @escaping () -> some Any) -> ExplorationReport {
        var options = ExplorationOptions()
        options.strategy = .strictPriorities
        options.looksAtMemory = false
        nonisolated(unsafe) var outcome = ""
        let session = ExplorationSession(
            ExploredProgram(body: { outcome = "\(program())" }, conclude: { (outcome, true) }), options: options)
        return session.explore()
    }

    private static func outcome(_ program: @escaping () -> some Any) -> String? {
        let report = report(program)
        #expect(report.refusal == nil && report.findings.isEmpty && report.executions == 1)
        return report.outcomes.first?.text
    }

    @Test("A thread that becomes ready preempts one of lower priority, which goes on afterwards")
    func preempts() {
        #expect(Self.outcome { preemption() } == "low, high, high ends, low ends")
    }

    @Test("Equal priorities: first in, first out, without slices of time; a preempted thread keeps its place")
    func equals() {
        #expect(Self.outcome { equalPriorities() } == "a!AbBcC")
    }

    @Test("Without inheritance a medium thread keeps the high one waiting; with it, only the holder of the lock does")
    func inherits() {
        #expect(Self.outcome { inversion(inherits: false) } == "58")
        #expect(Self.outcome { inversion(inherits: true) } == "8")
    }

    @Test("A priority is inherited along a chain of locks")
    func inheritsAlongChain() {
        #expect(Self.outcome { chainOfLocks(inherits: false) } == "63")
        #expect(Self.outcome { chainOfLocks(inherits: true) } == "13")
    }

    @Test("A wait with a time limit ends with the signal, or exactly at its limit")
    func timeLimits() {
        #expect(Self.outcome { timedWait(signalledAfter: 4) } == "signalled after 4 ms")
        #expect(Self.outcome { timedWait(signalledAfter: 30) } == "timed out after 10 ms")
        #expect(Self.outcome { timedCondition() } == "10")
    }

    @Test("A thread that lowers its own priority lets others go first")
    func lowers() {
        #expect(Self.outcome { lowersItself() } == "first, second, first again")
    }

    @Test("A block has the ordinary priority: it waits until the real-time threads sleep")
    func blocks() {
        #expect(Self.outcome { delayedBlock(priority: 10) } == "30")
    }

    @Test("The log has simulated times, the priorities, and the waits for the processor")
    func logs() throws {
        let log = try #require(Self.report { inversion(inherits: true) }.log)
        #expect(log.entries.allSatisfy { $0.time != nil })
        let priorities = log.entries.filter { $0.event == .threadPriority }
        #expect(priorities.filter { $0.detail == 1 }.map(\.argument) == [30])
        #expect(priorities.filter { $0.detail == 2 }.map(\.argument) == [10])
        #expect(log.entries.contains { $0.event == .waitBegan && $0.detail & 0xFF == ExecutionRecorder.Wait.processor.rawValue })
    }

    @Test("Two runs have the same log, and a token says that its schedule has strict priorities")
    func isRepeatable() throws {
        let reports = (1...2).map { _ in Self.report { inversion(inherits: false) } }
        #expect(reports[0].log == reports[1].log)
        let path = try #require(reports[0].outcomes.first?.path)
        let token = ScheduleToken(fingerprint: 7, path: path).text
        #expect(try ScheduleToken(token, for: 7).path.hasStrictPriorities)
        var options = ExplorationOptions()
        options.strategy = .strictPriorities
        let again = ExplorationSession(ExploredProgram(body: { _ = inversion(inherits: false) }), options: options).replay(path)
        #expect(again.coverage.simulatedTime == reports[0].coverage.simulatedTime)
    }

    @Test("A thread with another scheduling policy is refused, by name")
    func refuses() {
        guard case .notModelled(let words, _)? = Self.report({ roundRobin() }).refusal else {
            Issue.record("not refused")
            return
        }
        #expect(words.contains("SCHED_FIFO"))
    }
}
