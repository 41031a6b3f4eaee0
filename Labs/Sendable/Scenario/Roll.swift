/// The label of a roll. It is a class, too, and not `Sendable`.
final class Label {
    var number = 0
}

/// A roll of film in a camera. It is not `Sendable`: only one thread at a time may use it.
final class Roll {
    let label = Label()
    private(set) var photos = 0
    private let meeting: Meeting?

    init(_ meeting: Meeting? = nil) { self.meeting = meeting }

    func expose() { photos += 1 }

    /// Develops the photos, and empties the roll.
    func develop() -> Int {
        let found = photos
        meeting?.meet()
        calculate()
        meeting?.meet()
        photos = 0
        return found
    }
}

/// Takes the roll over: the caller must not use it after that.
func send(_ roll: sending Roll) -> Task<Int, Never> {
    Task.detached(name: "laboratory") { roll.develop() }
}

public struct Prints: Codable, Sendable {
    public var exposed: Int
    public var developed: Int
    /// The photos that are still on the roll.
    public var left: Int
}
