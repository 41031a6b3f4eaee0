/// Runs on the actor of its caller.
nonisolated(nonsending) func developHere(_ roll: Roll) async -> Place {
    calculate()
    return Place()
}

@MainActor public func developWhereCalled() async -> [Place] {
    let roll = Roll()
    let screen = Task(name: "screen") { await developHere(roll) }
    let robot = Task.detached(name: "robot") { await developHere(Roll()) }
    roll.expose()
    return [await screen.value, await robot.value]
}
