// The variants with two tasks, so that every interleaving can be run.

func doubleLoad() async -> String { await ask(DoubleLoadingCache(server)) }
func storedTask() async -> String { await ask(StoredTaskCache(server)) }
func overdraft() async -> String { await withdraw(from: OverdrawnAccount(Bank())) }
func oneMethod() async -> String { await withdraw(from: CheckedAccount(Bank())) }
func mutualCalls() async -> String { "\(await orderBook()) euros" }
func priorities() async -> String { await fillJournal().joined(separator: ", ") }
func ownExecutor() async -> String { await fillQueueJournal().joined(separator: ", ") }
func nonisolated() async -> String { await readTitleWhilePrinting().title }

func allowed(_ outcome: String) -> Bool {
    ["1 download", "balance 40", "90 euros", "low, high", "printer in the attic"].contains(outcome)
}

private let server = Server()

private func ask(_ cache: some PictureCache) async -> String {
    async let first = cache.picture("dawn")
    async let second = cache.picture("dawn")
    _ = await (first, second)
    return server.downloads == 1 ? "1 download" : "\(server.downloads) downloads"
}

private func withdraw(from account: some Account) async -> String {
    async let first = account.withdraw(60)
    async let second = account.withdraw(60)
    _ = await (first, second)
    return "balance \(await account.balance)"
}
