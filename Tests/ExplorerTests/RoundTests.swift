import ExploredPrograms
import Testing

@testable import Explorer

/// Spin loops: loops that another task ends are explored completely, and endless ones are reported
/// as livelocks.
@Suite(.serialized) struct RoundTests {
    private static let whole: [(name: String, outcomes: Set<String>, body: @Sendable () -> String)] = [
        ("flag", ["42"], { "\(waitForFlag(isSet: true, pausing: false))" }),
        ("flag with pauses", ["42"], { "\(waitForFlag(isSet: true, pausing: true))" }),
        ("lock by exchange", ["2"], { "\(spinLock(2, comparing: false))" }),
        ("lock by comparison", ["2"], { "\(spinLock(2, comparing: true))" }),
        ("lock that is tried", ["2"], { "\(triedLock(2))" }),
        ("polling under a lock", ["1"], { "\(polls(byQueue: false))" }),
        ("polling by a queue", ["1"], { "\(polls(byQueue: true))" }),
        ("polling in turns", ["3"], { "\(pollsOfTwo())" }),
        ("Peterson", ["2"], { "\(peterson(isRight: true))" }),
        ("gives up", ["-1", "0", "1", "2"], { "\(givesUp(after: 3))" }),
        ("second of two", ["2"], { "\(waitsForSecond())" }),
        ("either of two", ["[true, false]", "[false, true]", "[true, true]"], { "\(waitsForEither())" }),
        ("semaphore", ["1"], { "\(asksForSemaphore())" }),
        ("still spinning", ["1"], { "\(leavesOneBehind())" }),
    ]

    @Test("A loop that waits for another task is explored completely, and nothing is found", arguments: whole.map(\.name))
    func waits(name: String) throws {
        let program = try #require(Self.whole.first { $0.name == name })
        let report = explore { program.body() }
        #expect(report.findings.isEmpty, "\(report.findings)")
        #expect(report.isComplete)
        #expect(Set(report.outcomes.keys) == program.outcomes)
    }

    @Test("For such loops reduction finds what brute force finds", arguments: whole.map(\.name))
    func same(name: String) throws {
        let program = try #require(Self.whole.first { $0.name == name })
        var options = ExplorationOptions()
        options.isBruteForce = true
        options.executionLimit = 20_000
        let all = explore(options) { program.body() }
        #expect(Set(all.outcomes.keys).isSubset(of: program.outcomes))
        #expect(all.findings.isEmpty, "\(all.findings)")
    }

    @Test("A wait takes no more executions than it has different ends: a flag at most three, whatever pauses its loop makes")
    func counts() {
        #expect(explore { waitForFlag(isSet: true, pausing: false) }.executions <= 3)
        #expect(explore { waitForFlag(isSet: true, pausing: true) }.executions <= 3)
    }

    @Test("Spinning on a plain variable is a data race, and the loop still ends")
    func plain() {
        let report = explore { waitForPlainFlag() }
        #expect(report.verdict == .race)
        #expect(report.isComplete)
        #expect(Array(report.outcomes.keys) == [1])
    }

    @Test("Peterson's algorithm without its first step lets both threads in")
    func wrong() {
        let report = explore { peterson(isRight: false) }
        #expect(Set(report.outcomes.keys) == [1, 2])
        #expect(report.isComplete)
    }

    @Test("A loop that counts its iterations is followed for some of them, and the search is not called complete")
    func counting() {
        let report = explore { countsRounds() }
        #expect(Set(report.outcomes.keys) == [0, 1])
        #expect(report.findings.isEmpty)
        #expect(!report.isComplete)
        #expect(report.coverage.hasCutLoops)
    }

    @Test("A loop that no task ends is a livelock, of one or of two tasks, and is reported with its place")
    func livelocks() throws {
        let alone = explore { waitForFlag(isSet: false, pausing: false) }
        #expect(alone.verdict == .livelock)
        guard case .livelock(let waiting)? = alone.findings.first?.failure else {
            Issue.record("no livelock")
            return
        }
        #expect(waiting.map(\.cause) == [.end, .change])
        #expect(waiting.map(\.task) == [0, 1])
        let both = explore { waitForEachOther() }
        #expect(both.verdict == .livelock)
        #expect(both.outcomes.isEmpty)
    }

    @Test("Two tasks that each hold a lock, try the other's and begin again are a livelock: they react to each other")
    func reaction() {
        let report = explore { triesAndBeginsAgain() }
        #expect(!report.findings.isEmpty)
        for finding in report.findings {
            guard case .livelock(let waiting) = finding.failure else {
                Issue.record("\(finding)")
                continue
            }
            #expect(waiting.filter { $0.cause == .reaction }.count == 2)
        }
        #expect(Set(report.outcomes.keys) == [2])
        #expect(!report.isComplete && report.coverage.hasCutLoops)
    }

    @Test("It is none if they give up after some attempts, or if one only polls; with atomic variables the search is not complete")
    func noReaction() {
        let givingUp = explore { triesAndBeginsAgain(atMost: 2) }
        #expect(givingUp.findings.isEmpty && givingUp.isComplete, "\(givingUp.findings)")
        var options = ExplorationOptions()
        options.executionLimit = 200
        let steppingBack = explore(options) { stepBack() }
        #expect(steppingBack.findings.isEmpty && !steppingBack.isComplete)
        let polling = explore { pollsByTrying() }
        #expect(polling.findings.isEmpty && Set(polling.outcomes.keys) == [1], "\(polling.findings)")
    }

    @Test("Random executions find the same", arguments: [ExplorationOptions.Strategy.pct, .random])
    func byDice(strategy: ExplorationOptions.Strategy) {
        for program in Self.whole {
            let report = explore(StrategyTests.options(strategy, executions: 100)) { program.body() }
            #expect(report.findings.isEmpty, "\(program.name): \(report.findings)")
            #expect(Set(report.outcomes.keys).isSubset(of: program.outcomes))
            #expect(!report.outcomes.isEmpty)
        }
        #expect(explore(StrategyTests.options(strategy, executions: 20)) { waitForEachOther() }.verdict == .livelock)
    }
}
