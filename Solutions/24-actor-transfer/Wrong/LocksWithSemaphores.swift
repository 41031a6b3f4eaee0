// Refused by: no thread waits
// Or refused by: right in every interleaving
// Or refused by: a transfer moves the money
// Verdict: waits
// Because: a semaphore blocks the thread of the pool. Two transfers in opposite directions wait for each other.
import Dispatch

enum TransferError: Error { case notCovered, closed }

final class Account: @unchecked Sendable {
    let semaphore = DispatchSemaphore(value: 1)
    var balance: Int
    var isClosed = false

    init(balance: Int) { self.balance = balance }

    func close() {
        semaphore.wait()
        isClosed = true
        semaphore.signal()
    }

    func lock() { semaphore.wait() }
    func unlock() { semaphore.signal() }
}

func transfer(_ amount: Int, from source: Account, to target: Account) async throws {
    source.lock()
    target.lock()
    defer {
        source.unlock()
        target.unlock()
    }
    if source.isClosed || target.isClosed { throw TransferError.closed }
    if source.balance < amount { throw TransferError.notCovered }
    source.balance -= amount
    target.balance += amount
}
