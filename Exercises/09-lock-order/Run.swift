import Synchronization

/// 09-lock-order: while one transfer is held in its rule, another one must wait exactly if it uses
/// one of the same accounts.
///
/// At most one transfer waits at a time, so a wrong order of the locks cannot lead to a deadlock
/// here. The explorer finds that.
public enum LockOrderRun {
    public typealias Rule = (_ balance: Int, _ otherBalance: Int) -> Bool

    /// The attempt's accounts: 0 is Anna's, then Ben's, Cleo's and Dan's.
    public struct Bank {
        var transfer: (_ amount: Int, _ source: Int, _ target: Int, _ rule: Rule) -> Bool
        var balance: (_ account: Int) -> Int

        public init(
            transfer: @escaping (_ amount: Int, _ source: Int, _ target: Int, _ rule: Rule) -> Bool,
            balance: @escaping (_ account: Int) -> Int
        ) {
            self.transfer = transfer
            self.balance = balance
        }
    }

    /// The observations.
    public struct Observations: Codable, Sendable {
        /// Whether a transfer called its rule.
        public var ruleWasCalled = false
        /// The state of a transfer between two other accounts while one was held in its rule.
        public var unrelated = ProbeThread.Standing.returned
        /// The transfers that needed an account in use, in words; their states; and those of them
        /// whose rule was called meanwhile.
        public var overlapping: [String] = []
        public var waiting: [ProbeThread.Standing] = []
        public var entered: [String] = []
        /// Balances that were wrong after the transfers, in words.
        public var wrongBalances: [String] = []
        /// Transfers that did not return although no rule was held.
        public var stuckCalls = 0
        /// Whether they did not return after a transfer that was refused.
        public var isStuckAfterRefusal = false
        /// Whether a transfer returned something else than the answer of its rule.
        public var wrongAnswers = 0
        /// Rules that got other numbers than their own balance and the other one, in words.
        public var wrongRules: [String] = []
        /// The state of a transfer to the same account.
        public var toItself = ProbeThread.Standing.returned
        /// Whether that one was tried.
        public var triedToItself = false
    }

    /// Runs the checks against an attempt and ends the process.
    /// - Parameter open: opens new accounts with these balances.
    public static func run(_ open: ([Int]) -> Bank) -> Never {
        AttemptRun.begin()
        var seen = Observations()
        // Ben to Anna, Anna to Cleo, Cleo to Ben: each while Anna's transfer to Ben is held.
        for (source, target) in [(1, 0), (0, 2), (2, 1)] where seen.stuckCalls == 0 {
            holdOne(Attempt(open([100, 100, 100, 100])), while: source, target, &seen)
            guard seen.ruleWasCalled else { AttemptRun.end(seen) }
        }
        if seen.stuckCalls == 0 { refuse(Attempt(open([100, 40])), &seen) }
        if seen.stuckCalls == 0 { transferToItself(Attempt(open([100])), &seen) }
        AttemptRun.end(seen)
    }

    private static let names = ["Anna", "Ben", "Cleo", "Dan"]

    /// Holds a transfer from Anna to Ben in its rule, while other transfers begin.
    private static func holdOne(_ bank: Attempt<Bank>, while source: Int, _ target: Int, _ seen: inout Observations) {
        let inside = CountingEvent(), mayDecide = CountingEvent(), entered = CountingEvent(), wrongAnswer = CountingEvent()
        let isHeld = Atomic(false)
        let first = ProbeThread("Anna to Ben") { _ in
            let answer = bank.code.transfer(10, 0, 1) { _, _ in
                TraceMark.put("rule")
                isHeld.store(true, ordering: .releasing)
                inside.happen()
                mayDecide.wait()
                isHeld.store(false, ordering: .releasing)
                return true
            }
            if !answer { wrongAnswer.happen() }
        }
        _ = first.settle { inside.times > 0 }
        seen.ruleWasCalled = inside.times > 0
        guard seen.ruleWasCalled else {
            seen.stuckCalls = ProbeThread.stuck([first])
            return
        }
        var threads = [first]
        // Cleo's and Dan's accounts are not in use yet.
        let isFirstRound = seen.overlapping.isEmpty
        if isFirstRound {
            let other = ProbeThread("Cleo to Dan") { _ in
                if !bank.code.transfer(5, 2, 3, { _, _ in true }) { wrongAnswer.happen() }
            }
            seen.unrelated = other.settle()
            threads.append(other)
        }
        let words = "\(names[source]) to \(names[target])"
        let second = ProbeThread(words) { _ in
            let answer = bank.code.transfer(20, source, target) { _, _ in
                if isHeld.load(ordering: .acquiring) { entered.happen() }
                return true
            }
            if !answer { wrongAnswer.happen() }
        }
        seen.overlapping.append(words)
        seen.waiting.append(second.settle())
        if entered.times > 0 { seen.entered.append(words) }
        threads.append(second)
        mayDecide.happen()
        seen.stuckCalls = ProbeThread.stuck(threads)
        guard seen.stuckCalls == 0 else { return }
        seen.wrongAnswers += wrongAnswer.times
        var expected = [90, 110, 100, 100]
        if isFirstRound {
            expected[2] -= 5
            expected[3] += 5
        }
        expected[source] -= 20
        expected[target] += 20
        look(bank, expected: expected, &seen)
    }

    /// A refused transfer, and then one that needs the same accounts, on another thread.
    private static func refuse(_ bank: Attempt<Bank>, _ seen: inout Observations) {
        let wrongAnswer = CountingEvent(), wrongRules = Mutex<[String]>([])
        @Sendable func note(_ words: String, _ found: (Int, Int), _ right: (Int, Int)) {
            if found != right { wrongRules.withLock { $0.append("\(words): it got \(found), and not \(right)") } }
        }
        let refused = ProbeThread("refused transfer") { _ in
            let answer = bank.code.transfer(50, 0, 1) {
                note("Anna to Ben", ($0, $1), (100, 40))
                return false
            }
            if answer { wrongAnswer.happen() }
        }
        seen.stuckCalls = ProbeThread.stuck([refused])
        guard seen.stuckCalls == 0 else { return }
        let next = ProbeThread("next transfer") { _ in
            let answer = bank.code.transfer(30, 1, 0) {
                note("Ben to Anna", ($0, $1), (40, 100))
                return true
            }
            if !answer { wrongAnswer.happen() }
        }
        seen.stuckCalls = ProbeThread.stuck([next])
        seen.isStuckAfterRefusal = seen.stuckCalls > 0
        seen.wrongAnswers += wrongAnswer.times
        seen.wrongRules = wrongRules.withLock { $0 }
        if seen.stuckCalls == 0 { look(bank, expected: [130, 10], &seen) }
    }

    private static func transferToItself(_ bank: Attempt<Bank>, _ seen: inout Observations) {
        seen.triedToItself = true
        let caller = ProbeThread("Anna to Anna") { _ in _ = bank.code.transfer(10, 0, 0) { _, _ in true } }
        if ProbeThread.stuck([caller]) > 0 {
            seen.toItself = caller.settle()
        } else {
            look(bank, expected: [100], &seen)
        }
    }

    /// Compares the balances. A balance that cannot be read counts as a call that does not return.
    private static func look(_ bank: Attempt<Bank>, expected: [Int], _ seen: inout Observations) {
        // A change that comes later, from another thread, is judged in every interleaving.
        _ = ThreadStates.comeToRest()
        let found = Mutex<[Int]>([])
        let reader = ProbeThread("balances") { _ in
            for account in expected.indices {
                let balance = bank.code.balance(account)
                found.withLock { $0.append(balance) }
            }
        }
        seen.stuckCalls = ProbeThread.stuck([reader])
        let balances = found.withLock { $0 }
        for (account, (balance, right)) in zip(balances, expected).enumerated() where balance != right {
            seen.wrongBalances.append("\(names[account]) has \(balance) and not \(right)")
        }
    }
}
