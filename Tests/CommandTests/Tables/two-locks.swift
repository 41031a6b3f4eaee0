import Foundation

final class Account: @unchecked Sendable {
    let lock = NSLock()
    var balance = 100
}

func move(_ amount: Int, from a: Account, to b: Account) {
    a.lock.lock()
    b.lock.lock()
    a.balance -= amount
    b.balance += amount
    b.lock.unlock()
    a.lock.unlock()
}

func scenario() {
    let x = Account(), y = Account(), group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
        move(10, from: x, to: y)
    }
    move(20, from: y, to: x)
    group.wait()
}
