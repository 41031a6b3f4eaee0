// Refused by: a transfer waits for its accounts
// Verdict: race
// Points: at most 2
// Because: Without locks there is no deadlock, but money is lost.
final class Account {
    let number: Int
    private var cents: Int

    init(number: Int, balance: Int) {
        self.number = number
        cents = balance
    }

    var balance: Int { cents }

    func transfer(_ amount: Int, to other: Account, if rule: (_ balance: Int, _ otherBalance: Int) -> Bool) -> Bool {
        guard rule(cents, other.cents) else { return false }
        cents -= amount
        other.cents += amount
        return true
    }
}
