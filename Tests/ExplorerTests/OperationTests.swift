import ExploredPrograms
import Explorer
import Testing

/// Foundation's operations: findings of programs that use them, and their numbers of executions.
@Suite(.serialized) struct OperationTests {
    @Test("Two operations that share a variable race; if something keeps them apart, there is one execution", arguments: Order.allCases)
    func order(_ order: Order) {
        let report = explore { twoOperations(order) }
        #expect(report.isComplete)
        if order == .none {
            #expect(report.verdict == .race)
            #expect(Set(report.outcomes.keys) == [1, 2])
        } else {
            #expect(report.verdict == .none, "\(report.findings)")
            #expect(Array(report.outcomes.keys) == [2])
            // A barrier that is added to an empty queue differs from one that waits for an
            // operation.
            #expect(report.executions == (order == .barrier ? 2 : 1))
        }
    }

    @Test("Queues left by unfinished executions change nothing for later executions")
    func leftBehind() {
        var options = ExplorationOptions()
        options.strategy = .random
        options.executionLimit = 18_000
        let report = explore(options) { queueThenDeadlock() }
        #expect(report.executions == 18_000)
        #expect(report.findings.count == 1)
        #expect(report.verdict == .deadlock, "\(report.findings)")
    }

    @Test("n operations that share nothing take one execution, at the same time or one at a time", arguments: [1, 3, 6])
    func disjoint(count: Int) {
        for width in [-1, 1] {
            let report = explore { disjointOperations(count, width: width) }
            #expect(report.executions == 1)
            #expect(report.blocked == 0)
            #expect(report.verdict == .none)
            #expect(report.isComplete)
        }
    }

    @Test("n operations under one lock take n! executions", arguments: 1...4)
    func locked(count: Int) {
        let report = explore { lockedOperations(count) }
        #expect(report.executions == CountTests.factorial[count])
        #expect(Array(report.outcomes.keys) == [count])
        #expect(report.verdict == .none)
    }

    @Test("One operation that depends on n others takes one execution", arguments: [1, 2, 5])
    func dependent(count: Int) {
        let report = explore { dependentOperation(on: count) }
        #expect(report.executions == 1)
        #expect(report.verdict == .none)
        #expect(Array(report.outcomes.keys) == [(0..<count).reduce(0, +)])
    }

    @Test("Operations that depend on each other deadlock, though no thread waits for them")
    func cycle() throws {
        let report = explore { dependencyCycle() }
        #expect(report.verdict == .deadlock)
        let waiting = try #require(Self.waiting(report.findings.first?.failure))
        #expect(Set(waiting.map(\.label)) == ["bake", "shop"])
        #expect(waiting.allSatisfy { $0.cause == .dependency && $0.holders.count == 1 })
    }

    @Test("An operation that depends on one that is never started waits forever")
    func forgotten() throws {
        let waiting = try #require(Self.waiting(explore { forgottenDependency() }.findings.first?.failure))
        #expect(waiting.map(\.label) == ["forgotten"])
    }

    @Test("An operation that waits for its own queue, or for itself, waits forever")
    func own() throws {
        let queue = try #require(Self.waiting(explore { waitOnOwnQueue() }.findings.first?.failure))
        #expect(queue.map(\.label) == ["kitchen"])
        #expect(queue.allSatisfy { $0.cause == .operationQueue && $0.holders == [$0.task] })
        let itself = try #require(Self.waiting(explore { waitForItself() }.findings.first?.failure))
        #expect(itself.allSatisfy { $0.cause == .operation && $0.holders == [$0.task] })
    }

    @Test("Operations in a suspended queue at the end of the program are not a deadlock")
    func suspended() {
        let report = explore { suspendedForEver() }
        #expect(report.verdict == .none)
        #expect(Array(report.outcomes.keys) == [0])
    }

    @Test("Operations of the main queue run after the function has returned in each execution")
    func main() {
        nonisolated(unsafe) var story = StoryOfMain()
        let report = explore {
            story = StoryOfMain()
            onMainQueue(story)
        } outcome: {
            story.words
        }
        #expect(Array(report.outcomes.keys) == [["function", "operation"]])
        #expect(report.verdict == .none)
    }

    @Test("An operation that is added twice traps, as in a native run")
    func twice() {
        #expect(explore { addedTwice() }.verdict == .assertion)
    }

    @Test("A schedule has the same result each time")
    func replays() throws {
        let report = explore { twoOperations(.none) }
        for (outcome, occurrence) in report.outcomes {
            for _ in 0..<100 { #expect(Array(replay(occurrence.schedule) { twoOperations(.none) }.outcomes.keys) == [outcome]) }
        }
        let dead = try #require(explore { dependencyCycle() }.findings.first)
        for _ in 0..<100 { #expect(replay(dead.schedule) { dependencyCycle() }.findings.map(\.failure) == [dead.failure]) }
    }

    private static func waiting(_ failure: Failure?) -> [Failure.Waiting]? {
        guard case .deadlock(let waiting)? = failure else { return nil }
        return waiting
    }
}
