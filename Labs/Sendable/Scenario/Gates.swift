/// Counts visitors. Any thread can call it.
public protocol VisitorCounter: Sendable {
    var visitors: Int { get }
    func enter(_ people: Int)
}

/// A group of people comes through each gate. The main thread counts at one of them, and a task at the other one.
@MainActor public func countAtBothGates(_ people: Int, _ counter: some VisitorCounter) async -> Int {
    let north = Task.detached(name: "north gate") { counter.enter(people) }
    counter.enter(people)
    await north.value
    return counter.visitors
}
