actor Account {
    var balance = 100
    func withdraw(_ amount: Int) async -> Bool {
        guard balance >= amount else { return false }
        await Task.yield()
        balance -= amount
        return true
    }
}

func scenario() async -> Int {
    let account = Account()
    async let one = account.withdraw(80)
    async let two = account.withdraw(80)
    _ = await (one, two)
    return await account.balance
}

func allowed(_ balance: Int) -> Bool { balance >= 0 }
