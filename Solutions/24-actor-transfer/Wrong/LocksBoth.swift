// Refused by: right in every interleaving
// Verdict: deadlock or leak
// Says: wait
// Because: each transfer reserves its source, then its target. Two in opposite directions reserve one account each, and wait for the other.
enum TransferError: Error { case notCovered, closed }

actor Account {
    private(set) var balance: Int
    private(set) var isClosed = false
    private var isReserved = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(balance: Int) { self.balance = balance }

    func close() { isClosed = true }

    func reserve() async {
        if isReserved { await withCheckedContinuation { waiting.append($0) } }
        isReserved = true
    }

    func release() {
        if waiting.isEmpty { isReserved = false } else { waiting.removeFirst().resume() }
    }

    func change(by amount: Int) { balance += amount }
}

func transfer(_ amount: Int, from source: Account, to target: Account) async throws {
    await source.reserve()
    if source !== target { await target.reserve() }
    var error: TransferError?
    if await source.balance < amount { error = .notCovered }
    let isClosed = [await source.isClosed, await target.isClosed].contains(true)
    if isClosed { error = .closed }
    if error == nil {
        await source.change(by: -amount)
        await target.change(by: amount)
    }
    await source.release()
    if source !== target { await target.release() }
    if let error { throw error }
}
