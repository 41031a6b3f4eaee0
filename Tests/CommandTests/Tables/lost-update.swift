final class Account {
    var balance = 100
    func withdraw(_ amount: Int) -> Bool {
        if balance >= amount {
            balance -= amount
            return true
        }
        return false
    }
}
import Dispatch
func scenario() -> [String] {
    let account = Account()
    var paid = [false, false]
    let group = DispatchGroup()
    let lock = DispatchQueue(label: "results")
    for index in 0..<2 {
        DispatchQueue.global().async(group: group) {
            let ok = account.withdraw(80)
            lock.sync { paid[index] = ok }
        }
    }
    group.wait()
    return ["paid \(paid.filter { $0 }.count), balance \(account.balance)"]
}
func allowed(_ outcome: [String]) -> Bool { outcome == ["paid 1, balance 20"] }
