/// Runs in the thread pool, also if an actor calls it.
@concurrent func developAside(_ roll: sending Roll) async -> Place {
    calculate()
    return Place()
}

@MainActor public func developInPool() async -> [Place] {
    let screen = Task(name: "screen") { await developAside(Roll()) }
    let robot = Task.detached(name: "robot") { await developAside(Roll()) }
    return [await screen.value, await robot.value]
}
