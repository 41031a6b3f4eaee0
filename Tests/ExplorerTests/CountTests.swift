import ExploredPrograms
import Explorer
import Testing

/// The number of executions is the number known from theory.
@Suite(.serialized) struct CountTests {
    static let factorial = [1, 1, 2, 6, 24, 120]

    @Test("n writers of one variable take n! executions and end with each of n values", arguments: 1...5)
    func writers(count: Int) {
        let report = explore { ExploredPrograms.writers(count) }
        #expect(report.executions == Self.factorial[count])
        #expect(report.isComplete)
        #expect(Set(report.outcomes.keys) == Set(1...count))
        #expect(report.verdict == (count > 1 ? .race : .none))
    }

    @Test("One writer and n readers of one variable take 2^n executions, each with a different result", arguments: 0...8)
    func readers(count: Int) {
        let report = explore { oneWriter(readers: count) }
        #expect(report.executions == 1 << count)
        #expect(report.outcomes.count == 1 << count)
        #expect(report.isComplete)
    }

    @Test("n increments under a lock take n! executions and are never wrong", arguments: 1...5)
    func increments(count: Int) {
        let report = explore { lockedIncrements(count) }
        #expect(report.executions == Self.factorial[count])
        #expect(report.outcomes.keys.sorted() == [count])
        #expect(report.verdict == .none)
        #expect(report.isComplete)
    }

    @Test(
        "A Mutex and an atomic addition take as many executions as a lock: (n · k)! / k!^n for n threads that acquire it k times",
        arguments: [(1, 3, 1), (2, 1, 2), (3, 1, 6), (4, 1, 24), (2, 2, 6), (2, 3, 20), (3, 2, 90), (3, 3, 1680)])
    func steps(threads: Int, times: Int, expected: Int) {
        for report in [
            explore { lockIncrements(threads: threads, times: times) }, explore { mutexIncrements(threads: threads, times: times) },
            explore { atomicIncrements(threads: threads, times: times) },
        ] {
            #expect(report.executions == expected && report.blocked == 0)
            #expect(report.isComplete && report.findings.isEmpty, "\(report.findings)")
            #expect(report.outcomes.keys.sorted() == [threads * times])
        }
    }

    @Test("Trying a Mutex is explored like trying a lock, and two Mutexes acquired in opposite orders deadlock")
    func mutexes() {
        let lock = explore { triedOnce(byMutex: false) }, mutex = explore { triedOnce(byMutex: true) }
        #expect(Set(mutex.outcomes.keys) == [1, 2] && mutex.isComplete && mutex.findings.isEmpty)
        #expect(mutex.executions == lock.executions)
        let crossed = explore { crossedMutexes() }
        #expect(crossed.verdict == .deadlock && crossed.isComplete && crossed.outcomes[1] != nil)
    }

    @Test("A Mutex and an atomic addition order the accesses before them", arguments: [true, false])
    func orders(byMutex: Bool) {
        let report = explore { published(byMutex: byMutex) }
        #expect(report.findings.isEmpty && report.isComplete, "\(report.findings)")
        #expect(Set(report.outcomes.keys) == [0, 1] && report.executions == 2)
    }

    @Test("Threads that share nothing take one execution", arguments: [1, 5, 20])
    func disjointData(count: Int) {
        let report = explore { disjoint(count) }
        #expect(report.executions == 1)
        #expect(report.verdict == .none)
    }

    @Test("Metadata that the program creates at run time is not a step, whichever thread comes first", arguments: [2, 3])
    func types(count: Int) {
        let report = explore { typesMadeOnTheWay(count) }
        #expect(report.executions == 1)
        #expect(report.blocked == 0)
        #expect(report.verdict == .none)
        #expect(report.outcomes.keys.sorted() == [count])
    }

    @Test("Looking for the last zero takes (n + 3) · 2^(n − 2) executions", arguments: [(5, 64), (10, 3328)])
    func lastZeroes(count: Int, expected: Int) {
        let report = explore { lastZero(count) }
        #expect(report.executions == expected)
        #expect(report.isComplete)
    }

    static func exploreTellers() -> Exploration<String> {
        nonisolated(unsafe) var tellers = FiveTellers()
        return explore(
            ExplorationOptions(),
            {
                tellers = FiveTellers()
                tellers.start()
            }, outcome: { tellers.text })
    }

    @Test("Five tasks on two actors have 7! / 3! = 840 outcomes: reversals delegated to a pending wakeup-tree branch are not lost")
    func ordersOnActors() {
        let report = Self.exploreTellers()
        #expect(report.outcomes.count == 840)
        #expect(report.isComplete && report.findings.isEmpty)
    }

    /// (A hundred thousand random executions showed the same 118.)
    @Test("Marking a child as cancelled is a separate step: with its parent's handler and two others it has 118 orders")
    func ordersOfAFamily() {
        nonisolated(unsafe) var family = CancelledFamily()
        let report = explore(
            ExplorationOptions(),
            {
                family = CancelledFamily()
                family.start()
            }, outcome: { family.text })
        #expect(report.outcomes.count == 118)
        #expect(report.isComplete && report.findings.isEmpty)
    }
}
