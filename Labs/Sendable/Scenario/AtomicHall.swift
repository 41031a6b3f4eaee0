import Synchronization

/// The fix: the constant never changes, and the number inside changes in one step. It is `Sendable`, so the compiler accepts it.
private let atomicCount = Atomic(0)

func enterAtomicHall(_ people: Int) {
    turnstile()
    atomicCount.add(people, ordering: .relaxed)
}

@MainActor public func countInAtomicHall(_ people: Int) async -> Int {
    let north = Task.detached(name: "north gate") { enterAtomicHall(people) }
    enterAtomicHall(people)
    await north.value
    return atomicCount.load(ordering: .relaxed)
}
