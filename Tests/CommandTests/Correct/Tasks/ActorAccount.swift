/// An actor is its own lock: its tasks take turns at each step that does not wait.
actor Account {
    private(set) var balance: Int
    init(balance: Int) { self.balance = balance }

    func withdraw(_ amount: Int) -> Bool {
        guard balance >= amount else { return false }
        balance -= amount
        return true
    }
}

func scenario() async -> String {
    let account = Account(balance: 10)
    async let first = account.withdraw(7)
    async let second = account.withdraw(7)
    let successes = await [first, second].filter { $0 }.count
    return "\(successes) \(await account.balance)"
}

func allowed(_ text: String) -> Bool { text == "1 3" }
