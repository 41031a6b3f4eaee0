/// What is shown to somebody who decides, step by step, who goes next.
public struct Situation: Sendable {
    /// A task that can go on, and what it does then.
    public struct Choice: Sendable {
        /// The task's number, in the order of creation: 0 is the function that is explored.
        public var task: Int
        /// Its next step in a word: `read`, `lock`, `groupWait`; `begin` where it has not done anything yet.
        public var does: String
        /// A number for what it does that to: two tasks that touch the same thing show the same; -1: nothing that others touch.
        public var object: Int
        /// The address of the code after the call or the access; 0: it is not known.
        public var place: UInt
    }

    /// How many steps have been made before.
    public var step: Int
    /// The task that has gone so far.
    public var current: Int
    /// In the order of creation; one at least.
    public var choices: [Choice]
}

/// Somebody decides: a person, or a test that has a certain schedule in mind.
final class ChosenByHand: Guide {
    private let decide: (Situation) -> Int
    private var step = 0

    init(_ decide: @escaping (Situation) -> Int) { self.decide = decide }

    override func choose(enabled: TaskSet, current: Int, pending: UnsafePointer<Operation>) -> Int {
        var situation = Situation(step: step, current: current, choices: []), rest = enabled
        while let task = rest.popFirst() {
            let next = pending[task]
            situation.choices.append(.init(task: task, does: "\(next.kind)", object: Int(next.object), place: next.place))
        }
        step += 1
        let chosen = decide(situation)
        return (0..<TaskSet.capacity).contains(chosen) && enabled.contains(chosen)
            ? chosen : super.choose(enabled: enabled, current: current, pending: pending)
    }
}
