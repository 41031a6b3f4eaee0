import Dispatch
import Synchronization

// The explorer calls these functions under every interleaving: two or three threads, one transfer
// each.

/// Two customers send money to each other.
func oppositeTransfers() -> String {
    let anna = Account(number: 1, balance: 100), ben = Account(number: 2, balance: 100)
    let bank = Bank()
    bank.atTheSameTime(
        { bank.transfer(10, from: anna, to: ben, sum: 200) },
        { bank.transfer(20, from: ben, to: anna, sum: 200) })
    return bank.outcome ?? "Anna has \(anna.balance), Ben has \(ben.balance)"
}

/// Two transfers at the same time that have no account in common.
func disjointTransfers() -> String {
    let accounts = (1...4).map { Account(number: $0, balance: 100) }
    let bank = Bank()
    bank.atTheSameTime(
        { _ = accounts[0].transfer(10, to: accounts[1]) { _, _ in true } },
        { _ = accounts[2].transfer(10, to: accounts[3]) { _, _ in true } })
    return accounts.map(\.balance) == [90, 110, 90, 110] ? "both transfers were made" : "the balances are \(accounts.map(\.balance))"
}

/// Three customers send money in a circle.
func circleOfTransfers() -> String {
    let anna = Account(number: 1, balance: 100), ben = Account(number: 2, balance: 100), cleo = Account(number: 3, balance: 100)
    let bank = Bank()
    bank.atTheSameTime(
        { _ = anna.transfer(10, to: ben) { _, _ in true } },
        { _ = ben.transfer(20, to: cleo) { _, _ in true } },
        { _ = cleo.transfer(30, to: anna) { _, _ in true } })
    return "Anna has \(anna.balance), Ben has \(ben.balance), Cleo has \(cleo.balance)"
}

/// Two threads spend the same money.
func spendTwice() -> String {
    let anna = Account(number: 2, balance: 100), ben = Account(number: 1, balance: 0), cleo = Account(number: 3, balance: 0)
    let bank = Bank()
    bank.atTheSameTime(
        { bank.transfer(100, from: anna, to: ben, sum: nil) },
        { bank.transfer(100, from: anna, to: cleo, sum: nil) })
    return "\(bank.transfers) of 2 transfers were made, Anna has \(anna.balance)"
}

/// Anna looks at her balance while she pays.
func lookMeanwhile() -> String {
    let anna = Account(number: 1, balance: 100), ben = Account(number: 2, balance: 100)
    let bank = Bank()
    var seen = 0
    bank.atTheSameTime(
        { _ = anna.transfer(10, to: ben) { _, _ in true } },
        { seen = anna.balance })
    return seen == 100 || seen == 90 ? "Anna saw her balance" : "Anna saw \(seen) cents"
}

func allowed(_ outcome: String) -> Bool {
    [
        "Anna saw her balance", "both transfers were made", "Anna has 110, Ben has 90", "Anna has 120, Ben has 90, Cleo has 90",
        "1 of 2 transfers were made, Anna has 0",
    ].contains(outcome)
}

/// The rule of the bank, and what it has seen.
private final class Bank: Sendable {
    private let made = Atomic(0)
    private let wrongSum = Atomic(0)

    var transfers: Int { made.load(ordering: .relaxed) }

    /// The result of the rule; nil if both balances fitted together each time.
    var outcome: String? {
        let sum = wrongSum.load(ordering: .relaxed)
        return sum == 0 ? nil : "the rule saw \(sum) cents in two accounts that have 200"
    }

    /// Moves money if it is there.
    func transfer(_ amount: Int, from account: Account, to other: Account, sum: Int?) {
        let isMade = account.transfer(amount, to: other) { balance, otherBalance in
            if let sum, balance + otherBalance != sum { wrongSum.store(balance + otherBalance, ordering: .relaxed) }
            return balance >= amount
        }
        if isMade { made.add(1, ordering: .relaxed) }
    }

    /// Runs each of these on a thread of its own, and waits for all.
    func atTheSameTime(_ first: () -> Void, _ others: (() -> Void)...) {
        let group = DispatchGroup()
        for other in others { DispatchQueue.global().async(group: group) { other() } }
        first()
        group.wait()
    }
}
