import Dispatch
import Foundation

/// An account. `lock` protects the balance.
public final class Account: @unchecked Sendable {
    let number: Int
    let lock = NSLock()
    var balance = 1000

    init(number: Int) { self.number = number }
}

/// A rule by which a transfer locks two accounts.
public protocol Transfer: Sendable {
    func move(_ amount: Int, from: Account, to: Account)
    /// Attempts to lock a second account that failed, and that were repeated.
    var failedAttempts: Int { get }
}

/// The observations at the bank.
public struct BankReport: Codable, Sendable {
    public var transfers: Int
    /// The money in all accounts in the end.
    public var total: Int
    /// The money that an audit could not find while the transfers ran.
    public var missingAtAudit: Int
    /// Attempts to lock a second account that failed, and that were repeated.
    public var failedAttempts: Int
}

/// A ring of accounts: each transfer takes money from one account to the next one, the last one back
/// to the first. So two accounts have transfers in both directions.
public struct Bank: Sendable {
    let accounts: [Account]

    public init(accounts: Int) {
        self.accounts = (1...accounts).map { Account(number: $0) }
    }

    /// Runs a transfer from each account at the same time, each on a queue of its own.
    ///
    /// - Parameters:
    ///   - isAudited: whether the main thread adds all balances while the transfers run.
    ///   - meeting: the transfers and the audit meet before it and after it.
    public func run(_ transfer: some Transfer, isAudited: Bool = false, meeting: Meeting? = nil) -> BankReport {
        let everybody = DispatchGroup()
        for (index, from) in accounts.enumerated() {
            let to = accounts[(index + 1) % accounts.count]
            DispatchQueue(label: "transfer \(index + 1)").async(group: everybody) { transfer.move(100, from: from, to: to) }
        }
        meeting?.meet()
        let found = isAudited ? total : accounts.count * 1000
        meeting?.meet()
        everybody.wait()
        return BankReport(
            transfers: accounts.count, total: total, missingAtAudit: accounts.count * 1000 - found, failedAttempts: transfer.failedAttempts)
    }

    /// The money in all accounts. It holds all locks while it adds, always in the same order.
    private var total: Int {
        for account in accounts { account.lock.lock() }
        defer { for account in accounts { account.lock.unlock() } }
        return accounts.reduce(0) { $0 + $1.balance }
    }
}

extension Transfer {
    public var failedAttempts: Int { 0 }
}
