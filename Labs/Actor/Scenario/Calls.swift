// Several tasks call the same actor. They are made in its isolation (`isolated`), so they are queued on it in this order. The last task
// lets the server answer. So each call has begun, and is suspended, before the first answer comes.

public struct CacheReport: Codable, Sendable {
    public var downloads: Int
    /// The pictures that the tasks got.
    public var pictures: [Picture]
}

@MainActor public func askCache(_ tasks: Int, _ makeCache: (Server) -> some PictureCache) async -> CacheReport {
    let server = Server()
    let pictures = await ask(makeCache(server), server, tasks)
    return CacheReport(downloads: server.downloads, pictures: pictures)
}

private func ask(_ cache: isolated some PictureCache, _ server: Server, _ count: Int) async -> [Picture] {
    var tasks: [Task<Picture, Never>] = []
    for number in 1...count {
        tasks.append(Task(name: "task \(number)") { await cache.picture("dawn") })
    }
    Task(name: "server") {
        _ = cache
        server.answerSoon()
    }
    var pictures: [Picture] = []
    for task in tasks { pictures.append(await task.value) }
    return pictures
}

public struct AccountReport: Codable, Sendable {
    /// The customers that got the money.
    public var paid: Int
    public var balance: Int
}

@MainActor public func withdrawFrom(_ tasks: Int, _ makeAccount: (Bank) -> some Account) async -> AccountReport {
    let bank = Bank(), account = makeAccount(bank)
    let paid = await withdraw(from: account, bank, tasks)
    return AccountReport(paid: paid, balance: await account.balance)
}

private func withdraw(from account: isolated some Account, _ bank: Bank, _ count: Int) async -> Int {
    var tasks: [Task<Bool, Never>] = []
    for number in 1...count {
        tasks.append(Task(name: "task \(number)") { await account.withdraw(60) })
    }
    Task(name: "bank") {
        _ = account
        bank.answerSoon()
    }
    var paid = 0
    for task in tasks where await task.value { paid += 1 }
    return paid
}

/// The library orders a book. Returns its price.
public func orderBook(openOrders: Int = 0) async -> Int { await Library(openOrders: openOrders).order(from: Shop()) }
