/// Calls a function that runs where its caller runs.
actor Laboratory {
    func develop() async -> Place { await developHere(Roll()) }
}

public func developOnActor() async -> Place {
    await Task(name: "laboratory") { await Laboratory().develop() }.value
}
