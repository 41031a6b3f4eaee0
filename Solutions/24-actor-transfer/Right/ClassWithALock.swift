// A class with a lock instead of an actor. Both accounts are locked in a fixed order, so the transfer is one step.
import Foundation

enum TransferError: Error { case notCovered, closed }

final class Account: @unchecked Sendable {
    private static let lock = NSLock()
    private static nonisolated(unsafe) var count = 0

    private let number: Int
    private let lock = NSLock()
    private var money: Int
    private var isClosed = false

    init(balance: Int) {
        money = balance
        number = Account.lock.withLock {
            Account.count += 1
            return Account.count
        }
    }

    var balance: Int { lock.withLock { money } }

    func close() { lock.withLock { isClosed = true } }

    /// There is no `await` in here, so the locks are held for a few lines.
    fileprivate static func move(_ amount: Int, _ source: Account, _ target: Account) throws {
        let both = source === target ? [source] : [source, target].sorted { $0.number < $1.number }
        for account in both { account.lock.lock() }
        defer { for account in both { account.lock.unlock() } }
        if source.isClosed || target.isClosed { throw TransferError.closed }
        if source.money < amount { throw TransferError.notCovered }
        source.money -= amount
        target.money += amount
    }
}

func transfer(_ amount: Int, from source: Account, to target: Account) async throws {
    try Account.move(amount, source, target)
}
