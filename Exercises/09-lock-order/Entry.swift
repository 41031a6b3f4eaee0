import ExerciseChecks

@main enum LockOrderEntry {
    static func main() {
        LockOrderRun.run { balances in
            let accounts = balances.enumerated().map { Account(number: $0.offset + 1, balance: $0.element) }
            return LockOrderRun.Bank(
                transfer: { amount, source, target, rule in accounts[source].transfer(amount, to: accounts[target], if: rule) },
                balance: { accounts[$0].balance })
        }
    }
}
