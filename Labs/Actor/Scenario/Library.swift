/// Two actors that call each other: the library orders a book, and the shop asks the library a question before it answers.
actor Library {
    private var openOrders: Int

    init(openOrders: Int) { self.openOrders = openOrders }

    func order(from shop: Shop) async -> Int {
        openOrders += 1
        let price = await shop.price(for: self)
        openOrders -= 1
        return price
    }

    /// In percent.
    func discount() -> Int { openOrders * 10 }
}

actor Shop {
    func price(for library: Library) async -> Int {
        await 100 - library.discount()
    }
}
