/// Belongs to the main actor. With the default isolation `MainActor`, the words `@MainActor` are not needed.
@MainActor final class Gallery {
    private var shown = 0

    func develop() async -> Place {
        calculate()
        shown += 1
        return Place()
    }
}

@MainActor private let gallery = Gallery()

@MainActor public func developOnMainActor() async -> [Place] {
    let screen = Task(name: "screen") { await gallery.develop() }
    let robot = Task.detached(name: "robot") { await gallery.develop() }
    return [await screen.value, await robot.value]
}
