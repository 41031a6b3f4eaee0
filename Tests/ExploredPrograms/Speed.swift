import Dispatch

// Programs whose execution rate is measured.

final class Counter {
    var value = 0
}

/// Two blocks of a group add to a counter, and one addition may be lost.
public func lostUpdateInGroup() -> Int {
    let counter = Counter(), group = DispatchGroup()
    for _ in 0..<2 { DispatchQueue.global().async(group: group) { counter.value += 1 } }
    group.wait()
    return counter.value
}

/// Threads that share nothing. Each is the first to need some types whose metadata is created at
/// run time.
public func typesMadeOnTheWay(_ count: Int) -> Int {
    struct Own<Value> { var values: [Value] }
    let sizes = UnsafeMutablePointer<Int>.allocate(capacity: count)
    defer { sizes.deallocate() }
    concurrently(
        (0..<count).map { number in
            {
                let own = Own(values: [[number: [String(number)]]])
                sizes[number] = own.values.flatMap { $0.keys }.count
            }
        })
    return (0..<count).reduce(0) { $0 + sizes[$1] }
}

/// An account that its actor protects.
actor Vault {
    private(set) var balance = 100
    func add(_ amount: Int) { balance += amount }
}

/// Two Swift tasks move money between two actors, in opposite directions.
public func twoActors() async -> Int {
    let savings = Vault(), holidays = Vault()
    func move(_ amount: Int, from source: Vault, to target: Vault) async {
        await source.add(-amount)
        await target.add(amount)
    }
    let there = Task { await move(30, from: savings, to: holidays) }
    let back = Task { await move(20, from: holidays, to: savings) }
    await there.value
    await back.value
    return await savings.balance
}
