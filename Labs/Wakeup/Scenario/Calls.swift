import Foundation

/// Starts a thread with a name. The group counts it.
private func start(_ name: String, in group: DispatchGroup, _ work: @escaping @Sendable () -> Void) {
    group.enter()
    Thread.detachNewThread {
        Thread.current.name = name
        work()
        group.leave()
    }
}

private func startCustomers(_ number: Int, in group: DispatchGroup, _ work: @escaping @Sendable () -> Void) {
    for customer in 1...number { start("customer \(customer)", in: group, work) }
}

public struct SaleReport: Codable, Sendable {
    /// The loaves that were taken from an empty shelf.
    public var missing: Int
}

/// All customers wait, and a loaf comes. Later there is one for each of them.
private func sell(_ customers: Int, in bakery: some Bakery, _ shelf: Shelf, looks: Bool) -> SaleReport {
    let shop = DispatchGroup()
    startCustomers(customers, in: shop) { bakery.buy() }
    shelf.isSeenEmpty(customers)
    for left in (0..<customers).reversed() {
        bakery.bake()
        if !looks { break }
        shelf.isSeenEmpty(left)
    }
    shop.wait()
    return SaleReport(missing: shelf.missing)
}

public func sellWithIf(_ customers: Int) -> SaleReport {
    let shelf = Shelf()
    return sell(customers, in: HastyBakery(shelf), shelf, looks: false)
}

public func sellWithWhile(_ customers: Int) -> SaleReport {
    let shelf = Shelf()
    return sell(customers, in: PatientBakery(shelf), shelf, looks: true)
}

public struct EndReport: Codable, Sendable {
    /// The threads or tasks that went on.
    public var wentOn: Int
}

/// The bell rings, and then a customer comes.
private func ring(_ bell: some Bell & Sendable, times: Int = 1) -> EndReport {
    let shop = DispatchGroup()
    bell.ring()
    start("customer", in: shop) { for _ in 0..<times { bell.waitForRing() } }
    shop.wait()
    return EndReport(wentOn: times)
}

public func ringForgetfulBell() { _ = ring(ForgetfulBell()) }
public func ringRememberingBell() -> EndReport { ring(RememberingBell()) }
public func waitTwice() -> EndReport { ring(RememberingBell(), times: 2) }

/// The baker begins when the customer has looked.
private func bake(with oven: some Oven, _ heat: Heat) -> EndReport {
    let shop = DispatchGroup()
    start("customer", in: shop) { oven.waitUntilHot() }
    heat.waitForLook()
    oven.becomeHot()
    heat.hasBeenSignalled()
    shop.wait()
    return EndReport(wentOn: 1)
}

public func bakeInUnlockedOven() {
    let heat = Heat(waitsForSignal: true)
    _ = bake(with: UnlockedOven(heat), heat)
}

public func bakeInLockedOven() -> EndReport {
    let heat = Heat(waitsForSignal: false)
    return bake(with: LockedOven(heat), heat)
}

public func bakeWithLaterSignal() -> EndReport {
    let heat = Heat(waitsForSignal: false)
    return bake(with: LaterSignalOven(heat), heat)
}

/// Customers come to the door, and it is opened once.
private func open(_ door: some Door, for customers: Int) -> EndReport {
    let shop = DispatchGroup()
    startCustomers(customers, in: shop) { door.enter() }
    door.open()
    shop.wait()
    return EndReport(wentOn: customers)
}

public func openSemaphoreDoor(for customers: Int) { _ = open(SemaphoreDoor(), for: customers) }
public func openGroupDoor(for customers: Int) -> EndReport { open(GroupDoor(), for: customers) }

/// The door is opened before a customer comes.
public func openEarly() -> EndReport {
    let door = SemaphoreDoor(), shop = DispatchGroup()
    door.open()
    start("customer", in: shop) { door.enter() }
    shop.wait()
    return EndReport(wentOn: 1)
}

public func serveTwoLoaves() {
    let goods = Goods(), counter = TrayCounter(goods), shop = DispatchGroup()
    startCustomers(2, in: shop) { counter.buyBread() }
    goods.happens(2)
    counter.bringTwoLoaves()
    shop.wait()
}

public struct CounterReport: Codable, Sendable {
    /// The customers who slept while their cake was on the counter.
    public var asleep: Int
}

/// The customer for bread waits first. A cake comes, and it is sold, or the wrong customer has looked. Then all of them are served.
private func serve(at counter: some Counter, _ goods: Goods, events: Int) -> CounterReport {
    let shop = DispatchGroup()
    start("for bread", in: shop) { counter.buy(.bread) }
    goods.happens(1)
    start("for cake", in: shop) { counter.buy(.cake) }
    goods.happens(1)
    Thread.sleep(forTimeInterval: 0.02)
    counter.bring(.cake)
    goods.happens(events)
    let asleep = goods.count(.cake)
    counter.bring(.bread)
    counter.bring(.bread)
    shop.wait()
    return CounterReport(asleep: asleep)
}

public func serveWithSignal() -> CounterReport {
    let goods = Goods()
    return serve(at: SignallingCounter(goods), goods, events: 1)
}

public func serveWithBroadcast() -> CounterReport {
    let goods = Goods()
    return serve(at: BroadcastingCounter(goods), goods, events: 2)
}
