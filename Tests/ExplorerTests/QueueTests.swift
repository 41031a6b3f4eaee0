import ExploredPrograms
import Explorer
import Testing

/// Dispatch queues, groups, semaphores and work items: findings of programs that use them.
@Suite(.serialized) struct QueueTests {
    @Test("n increments by sync on one serial queue from n threads take n! executions and are never wrong", arguments: 1...4)
    func serial(count: Int) {
        let report = explore { serialIncrements(count, fromThreads: true) }
        #expect(report.executions == CountTests.factorial[count])
        #expect(report.outcomes.keys.sorted() == [count])
        #expect(report.verdict == .none)
        #expect(report.isComplete)
    }

    @Test("Items that one thread submits to one serial queue have one order")
    func inOrder() {
        let report = explore { serialIncrements(5, fromThreads: false) }
        #expect(report.executions == 1)
        #expect(report.verdict == .none)
        #expect(report.isComplete)
    }

    @Test("n unprotected writers on a concurrent queue take n! executions, and race", arguments: 2...4)
    func writers(count: Int) {
        let report = explore { unprotectedWriters(count) }
        #expect(report.executions == CountTests.factorial[count])
        #expect(Set(report.outcomes.keys) == Set(1...count))
        #expect(report.verdict == .race)
        #expect(report.isComplete)
    }

    @Test("Items in a group that share nothing take one execution", arguments: [1, 8])
    func disjoint(count: Int) {
        let report = explore { disjointItems(count) }
        #expect(report.executions == 1)
        #expect(report.verdict == .none)
    }

    @Test("A barrier separates the items before it from those after it; without one there is a data race")
    func barriers() {
        let right = explore { barrier(flags: true) }
        #expect(right.verdict == .none)
        #expect(right.outcomes.keys.sorted { "\($0)" < "\($1)" } == [[0, 1]])
        let wrong = explore { barrier(flags: false) }
        #expect(wrong.verdict == .race)
        #expect(Set(wrong.outcomes.keys) == [[0, 0], [0, 1], [1, 0], [1, 1]])
    }

    @Test("A queue that waits for itself, and two that wait for each other, deadlock")
    func deadlocks() throws {
        let own = explore { syncOnOwnQueue() }
        #expect(own.verdict == .deadlock)
        guard case .deadlock(let waiting)? = own.findings.first?.failure else {
            Issue.record("no deadlock")
            return
        }
        #expect(waiting.first?.holders == [0])
        let crosswise = explore { syncCrosswise() }
        #expect(crosswise.verdict == .deadlock)
        #expect(crosswise.isComplete)
    }

    @Test("If a group is entered too late, it is left too often or not waited for; entered in time it works")
    func groups() {
        let late = explore { announce(late: true) }
        #expect(late.findings.contains { if case .misuse(.unbalancedLeave, _, _) = $0.failure { true } else { false } })
        let right = explore { announce(late: false) }
        #expect(right.verdict == .none)
        #expect(right.outcomes.keys.sorted() == [1])
        #expect(right.isComplete)
        #expect(explore { forgetsToLeave() }.verdict == .deadlock)
    }

    @Test("A notify block runs after all of the group's items")
    func notifications() {
        let report = explore { notified(3) }
        #expect(report.verdict == .none)
        #expect(report.outcomes.keys.sorted() == [3])
        #expect(report.isComplete)
    }

    @Test("A semaphore with value 1 is a lock: n! executions, never wrong", arguments: 1...4)
    func semaphores(count: Int) {
        let report = explore { semaphore(count) }
        #expect(report.executions == CountTests.factorial[count])
        #expect(report.verdict == .none)
        #expect(report.outcomes.keys.sorted() == [count])
    }

    @Test("A wait with a time limit succeeds or times out")
    func timeouts() { #expect(Set(explore { inTime() }.outcomes.keys) == ["in time", "too late"]) }

    @Test("A cancelled work item has either run or not; its notify block runs")
    func workItems() {
        let report = explore { cancelled() }
        #expect(Set(report.outcomes.keys) == [[0, 1], [1, 1]])
        #expect(report.isComplete)
    }

    @Test("An item that is due earlier runs earlier, and a delay of an hour takes no time")
    func delays() {
        let report = explore { later() }
        #expect(Array(report.outcomes.keys) == ["12"])
        #expect(report.verdict == .none)
    }

    @Test("Iterations at the same time lose updates unless they are protected")
    func apply() {
        let wrong = explore { iterations(3, protected: false) }
        #expect(wrong.verdict == .race)
        #expect(Set(wrong.outcomes.keys) == [1, 2, 3])
        let right = explore { iterations(3, protected: true) }
        #expect(right.verdict == .none)
        #expect(right.executions == 6)
    }

    @Test("Queues with one serial target take turns: a queue keeps its turn until it is empty")
    func targets() {
        let report = explore { sharedTarget() }
        #expect(report.verdict == .none)
        #expect(Set(report.outcomes.keys) == ["acb", "abc"])
    }

    @Test("The main queue's items run after the function has ended, one after the other")
    func main() {
        let log = Account()
        let report = explore {
            log.balance = 0
            mainQueue(log)
        } outcome: {
            log.balance
        }
        #expect(report.outcomes.keys.sorted() == [2])
        #expect(report.verdict == .none)
    }

    @Test("A suspended queue holds its items until it is resumed")
    func suspension() {
        let report = explore { suspended() }
        #expect(report.outcomes.keys.sorted() == [1])
        #expect(report.verdict == .none)
        #expect(report.isComplete)
    }
}

/// Reduction misses nothing that brute force finds, with queues, groups, semaphores and work items
/// too.
@Suite(.serialized) struct QueueReductionTests {
    static let programs: [(name: String, body: @Sendable () -> String)] = [
        ("serial queue from threads", { "\(serialIncrements(2, fromThreads: true))" }),
        ("unprotected writers", { "\(unprotectedWriters(2))" }),
        ("barrier", { "\(barrier(flags: true))" }),
        ("no barrier", { "\(barrier(flags: false))" }),
        ("announced late", { "\(announce(late: true))" }),
        ("notification", { "\(notified(2))" }),
        ("notification from serial queues", { notifiedFromSerialQueues() }),
        ("semaphore", { "\(semaphore(2))" }),
        ("time limit", { inTime() }),
        ("cancelled", { "\(cancelled())" }),
        ("shared target", { sharedTarget() }),
        ("crosswise", { "\(syncCrosswise())" }),
        ("group used twice", { groupUsedTwice() }),
    ]

    @Test("Each outcome and each failure of brute force is found with reduction", arguments: programs.map(\.name))
    func same(name: String) throws {
        let program = try #require(Self.programs.first { $0.name == name })
        let reduced = explore { program.body() }
        var options = ExplorationOptions()
        options.isBruteForce = true
        options.executionLimit = 60_000
        let all = explore(options) { program.body() }
        #expect(
            Set(reduced.outcomes.keys) == Set(all.outcomes.keys)
                || (!all.isComplete && Set(reduced.outcomes.keys).isSuperset(of: all.outcomes.keys)))
        #expect(reduced.executions <= all.executions)
        func kinds(_ report: Exploration<String>) -> Set<String> { Set(report.findings.map { "\($0.failure)".prefix(5).description }) }
        #expect(kinds(reduced) == kinds(all) || (!all.isComplete && kinds(reduced).isSuperset(of: kinds(all))))
    }
}
