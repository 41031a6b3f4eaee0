// deadlock: 11, 12
// Says: waits for a semaphore
// Advises: compare a number that each object has
import Dispatch

final class Account: @unchecked Sendable {
    let semaphore = DispatchSemaphore(value: 1)
    var balance = 100

    func pay(_ other: Account) {
        semaphore.wait()
        other.semaphore.wait()
        balance -= 10
        other.balance += 10
        other.semaphore.signal()
        semaphore.signal()
    }
}

func scenario() {
    let red = Account(), blue = Account()
    DispatchQueue.concurrentPerform(iterations: 2) { $0 == 0 ? red.pay(blue) : blue.pay(red) }
}
