/// An actor whose method gives others a turn in its middle.
actor Shop {
    private var tickets = 1
    private(set) var sold = 0

    func buy() async {
        guard tickets > 0 else { return }
        await Task.yield()
        tickets -= 1
        sold += 1
    }
}

/// Two customers, one ticket.
func actorReentrancy() async {
    let shop = Shop()
    async let first: Void = shop.buy()
    async let second: Void = shop.buy()
    _ = await (first, second)
    let sold = await shop.sold
    precondition(sold == 1)
}
