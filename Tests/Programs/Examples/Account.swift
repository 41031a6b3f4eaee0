func log() async {}

actor Account {
    private(set) var balance = 100

    func buy(for price: Int) async {
        guard balance >= price else { return }
        await log()
        balance -= price
    }
}

func scenario() async -> Int {
    let account = Account()
    async let one: Void = account.buy(for: 80)
    async let two: Void = account.buy(for: 80)
    _ = await (one, two)
    return await account.balance
}
