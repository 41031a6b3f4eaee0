import Dispatch

// The variants with two customers, so that every interleaving can be run. Customers and baker come at any moment.

func `if`() -> String { sell(HastyBakery.self) }
func `while`() -> String { sell(PatientBakery.self) }

func tooEarly() -> String { ring(ForgetfulBell()) }
func remembered() -> String { ring(RememberingBell()) }

func unlocked() -> String { all { bakeInUnlockedOven() } }
func locked() -> String { all { _ = bakeInLockedOven() } }

func twoKinds() -> String { serve(SignallingCounter(Goods())) }
func broadcast() -> String { serve(BroadcastingCounter(Goods())) }

func semaphore() -> String { all { openSemaphoreDoor(for: 2) } }
func group() -> String { all { _ = openGroupDoor(for: 2) } }

func task() async -> String { await open(ForgetfulShop()) }
func looksFirst() async -> String { await open(RememberingShop()) }

func allowed(_ outcome: String) -> Bool { outcome == "all customers go on" }

private func all(_ goOn: () -> Void) -> String {
    goOn()
    return "all customers go on"
}

/// Runs the pieces of work at the same time.
private func together(_ work: [@Sendable () -> Void]) {
    let all = DispatchGroup()
    for work in work { DispatchQueue.global().async(group: all, execute: DispatchWorkItem(block: work)) }
    all.wait()
}

private func sell(_ type: (some Bakery).Type) -> String {
    let shelf = Shelf(), bakery = type.init(shelf)
    together([
        { bakery.buy() }, { bakery.buy() },
        {
            bakery.bake()
            bakery.bake()
        },
    ])
    return shelf.missing == 0 ? "all customers go on" : "a loaf is missing"
}

private func ring(_ bell: some Bell & Sendable) -> String {
    together([{ bell.waitForRing() }, { bell.ring() }])
    return "all customers go on"
}

private func serve(_ counter: some Counter) -> String {
    together([
        { counter.buy(.bread) }, { counter.buy(.cake) },
        {
            counter.bring(.cake)
            counter.bring(.bread)
        },
    ])
    return "all customers go on"
}

private func open(_ shop: some Shop) async -> String {
    let customer = Task { await shop.waitUntilOpen() }
    await shop.open()
    await customer.value
    return "all customers go on"
}
