/// Counts the visitors of a museum. Nothing protects the count, and the class does not say that it is safe: it is not `Sendable`.
final class Counter {
    private(set) var visitors = 0
    private let group: Int
    private let meeting: Meeting?

    /// - Parameter group: the people who come through a gate together.
    init(group: Int, _ meeting: Meeting?) {
        self.group = group
        self.meeting = meeting
    }

    func enter() {
        let before = visitors
        meeting?.meet()
        turnstile()
        visitors = before + group
    }
}
