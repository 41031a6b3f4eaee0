/// The bug: a variable that all threads can change. `nonisolated(unsafe)` only switches the compiler's check off.
private nonisolated(unsafe) var hallCount = 0

func enterHall(_ people: Int, _ meeting: Meeting?) {
    let before = hallCount
    meeting?.meet()
    turnstile()
    hallCount = before + people
}

@MainActor public func countInHall(_ people: Int, _ meeting: Meeting? = nil) async -> Int {
    let north = Task.detached(name: "north gate") { enterHall(people, meeting) }
    enterHall(people, meeting)
    await north.value
    return hallCount
}
