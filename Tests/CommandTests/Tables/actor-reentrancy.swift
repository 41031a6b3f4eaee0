actor Bank {
    private var charges = 0
    func charge() { charges += 1 }
}

actor Shop {
    private let bank = Bank()
    private var stock: UInt = 1

    func buy() async -> Bool {
        guard stock > 0 else { return false }
        await bank.charge()
        stock -= 1
        return true
    }
}

func scenario() async -> Int {
    let shop = Shop()
    async let first = shop.buy()
    async let second = shop.buy()
    let sold = await [first, second]
    return sold.filter { $0 }.count
}
