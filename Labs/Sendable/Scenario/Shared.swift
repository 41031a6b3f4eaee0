/// The bug: this function gives the counter to another thread, and goes on using it. The Swift 6 mode refuses it.
@MainActor public func countWithoutProtection(_ people: Int, _ meeting: Meeting? = nil) async -> Int {
    let counter = Counter(group: people, meeting)
    let north = Task.detached(name: "north gate") { counter.enter() }
    counter.enter()
    await north.value
    return counter.visitors
}
