import ExerciseChecks
import Trace

extension ExerciseJudge {
    /// Two locks at the same time, without a circular wait.
    static let lockOrder = ExerciseJudge(
        checks: [
            "each transfer returns": .behaviour(transfersReturn),
            "transfers of other accounts do not wait": .behaviour(othersDoNotWait),
            "a transfer waits for its accounts": .behaviour { (seen: LockOrderRun.Observations, evidence) in
                if let reason = noTransfers(seen) { return reason }
                guard let words = seen.entered.first else { return nil }
                return GradeFinding(
                    .race,
                    """
                    A transfer from Anna to Ben was asking its rule. Meanwhile the transfer from \(words) called its rule too. Both use the same \
                    account, so one of them decides with a balance that the other one changes (check-then-act).
                    """,
                    at: evidence.lineOfTransfer,
                    try: "hold the locks of both accounts while you ask the rule, and until the money is moved.")
            },
            "a waiting transfer blocks": .behaviour { (seen: LockOrderRun.Observations, evidence) in
                if let reason = noTransfers(seen) { return reason }
                if !seen.entered.isEmpty { return nothingWaits }
                guard let index = seen.waiting.firstIndex(where: { $0 != .asleep }) else { return nil }
                if seen.waiting[index] == .returned {
                    return GradeFinding(
                        .tooEarly,
                        """
                        While a transfer from Anna to Ben was asking its rule, the transfer from \(seen.overlapping[index]) returned without asking \
                        its own rule.
                        """,
                        at: evidence.lineOfTransfer, try: "a transfer that needs an account in use has to wait until it is free.")
                }
                return GradeFinding(
                    .spins,
                    """
                    The transfer from \(seen.overlapping[index]) had to wait for an account. Meanwhile its thread did not sleep: it tried again and \
                    again (busy-waiting), and used a core.
                    """,
                    at: evidence.lineOfTransfer,
                    try: "`lock()` blocks the thread until the lock is free. With the right order of the locks you do not need `try()`.")
            },
            "a transfer to the same account returns": .behaviour { (seen: LockOrderRun.Observations, evidence) in
                guard seen.triedToItself else { return noTransfers(seen) ?? didNotReturn }
                guard seen.toItself != .returned else { return nil }
                let begin = "A transfer from Anna's account to Anna's account did not return."
                if let standstill = evidence.standstill {
                    return GradeFinding(standstill.verdict, "\(begin) \(standstill.what)", at: standstill.place, try: ownCure)
                }
                return GradeFinding(
                    seen.toItself == .restless ? .spins : .deadlock, begin,
                    at: evidence.stuck.first?.lines.first ?? evidence.lineOfTransfer, try: ownCure)
            },
            "right in every interleaving": .interleavings(
                of: [
                    Exploration("oppositeTransfers", judge: wrongOutcome), Exploration("spendTwice", judge: wrongOutcome),
                    Exploration("circleOfTransfers", judge: wrongOutcome), Exploration("lookMeanwhile", judge: wrongOutcome),
                    Exploration("disjointTransfers", judge: wrongOutcome),
                ],
                unless: { evidence in
                    guard let seen = try? evidence.observations(LockOrderRun.Observations.self), seen.ruleWasCalled else { return noRule }
                    if seen.stuckCalls > 0, !seen.isStuckAfterRefusal { return didNotReturn }
                    return seen.waiting.contains(.restless) ? .notJudged(because: "a waiting transfer does not sleep") : nil
                }),
        ])

    @Sendable private static func transfersReturn(_ seen: LockOrderRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if seen.stuckCalls > 0 {
            let begin =
                seen.isStuckAfterRefusal
                ? "A transfer was refused by its rule. The next transfer of the same accounts did not return."
                : "\(seen.stuckCalls == 1 ? "A call" : "\(seen.stuckCalls) calls") of `transfer` or `balance` did not return, although no rule was running."
            if let standstill = evidence.standstill {
                return GradeFinding(standstill.verdict, "\(begin) \(standstill.what)", at: standstill.place, try: standstill.cure)
            }
            return GradeFinding(
                .deadlock, begin, at: evidence.stuck.first?.lines.first ?? evidence.lineOfTransfer,
                try: "find out what that call waits for, and which line should end the wait.")
        }
        if !seen.ruleWasCalled {
            return GradeFinding(
                .missing, "A transfer returned without calling its rule.", at: evidence.lineOfTransfer,
                try: "call `rule` with both balances, once for each transfer.")
        }
        if seen.wrongAnswers > 0 {
            return GradeFinding(
                .wrongResult, "`transfer` returned something else than the answer of its rule, \(Evidence.times(seen.wrongAnswers)).",
                at: evidence.lineOfTransfer, try: "return `true` if the rule allowed the transfer, and `false` if it did not.")
        }
        if let wrong = seen.wrongRules.first {
            return GradeFinding(
                .wrongResult, "The rule of a transfer did not get the right balances. \(wrong).", at: evidence.lineOfTransfer,
                try: "the rule gets the balance of the account that pays, and then that of the other one, in both directions.")
        }
        guard let wrong = seen.wrongBalances.first else { return nil }
        return GradeFinding(
            seen.entered.isEmpty ? .wrongResult : .race, "After the transfers, a balance is wrong: \(wrong).", at: evidence.lineOfTransfer,
            try: seen.entered.isEmpty
                ? "take the amount from this account, and add it to the other one, exactly if the rule allows it."
                : "no other transfer must change the two balances between the rule and the change.")
    }

    @Sendable private static func othersDoNotWait(_ seen: LockOrderRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if let reason = noTransfers(seen) { return reason }
        guard seen.unrelated != .returned else { return seen.entered.isEmpty ? nil : nothingWaits }
        return GradeFinding(
            .notParallel,
            """
            A transfer from Anna to Ben was asking its rule, which is slow. Meanwhile a transfer from Cleo to Dan began. It is a transfer between \
            two other accounts, but it waited until the first one had finished.
            """,
            at: evidence.lineOfTransfer,
            try: """
                do not hold one lock for all accounts while the rule runs. Give each account its own lock, and acquire the locks of only the two \
                accounts of the transfer.
                """)
    }

    @Sendable private static func wrongOutcome(_ outcome: String, _ evidence: Evidence) -> GradeFinding? {
        if outcome.hasPrefix("the rule saw") {
            return GradeFinding(
                .race,
                """
                Two customers sent money to each other. In one interleaving, \(outcome). The rule ran while the money of the other transfer was in \
                neither account.
                """,
                at: evidence.lineOfTransfer, try: "hold the locks of both accounts while you ask the rule, and until the money is moved.")
        }
        if outcome.contains("transfers were made") {
            return GradeFinding(
                .race,
                "Two threads spent the same 100 cents of Anna. In one interleaving, \(outcome). Only one of them must be allowed.",
                at: evidence.lineOfTransfer,
                try: """
                    the rule and the change must be one step for all other threads: hold both locks from before the rule until after the \
                    change.
                    """)
        }
        if outcome.hasPrefix("Anna saw") {
            return GradeFinding(
                .race, "A thread asked for Anna's balance while she paid. In one interleaving, \(outcome).", at: evidence.lineOfTransfer,
                try: "read a balance only while you hold the lock of its account.")
        }
        return GradeFinding(
            .race, "Customers sent money to each other at the same time. In one interleaving a change is lost: \(outcome).",
            at: evidence.lineOfTransfer, try: "change a balance only while you hold the lock of its account.")
    }

    /// Why nothing can be said about the transfers that wait; nil if it can.
    private static func noTransfers(_ seen: LockOrderRun.Observations) -> GradeFinding? {
        if !seen.ruleWasCalled { return noRule }
        return seen.stuckCalls > 0 && !seen.isStuckAfterRefusal ? didNotReturn : nil
    }

    private static let ownCure = "here both locks are the same lock. Handle this case first: `if self === other`."
    private static let noRule = GradeFinding.notJudged(because: "a transfer did not call its rule")
    private static let didNotReturn = GradeFinding.notJudged(because: "calls did not return, and the checks ended there")
    private static let nothingWaits = GradeFinding.notJudged(because: "your transfers do not wait for their accounts")
}

extension Evidence {
    fileprivate var lineOfTransfer: String? { line(declaring: "func transfer") }
}
