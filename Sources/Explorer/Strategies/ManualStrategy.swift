/// The choice at one step, for a caller who chooses the next task.
public struct Situation: Sendable {
    /// An enabled task, and its next step.
    public struct Choice: Sendable {
        /// The task's number, in the order of creation: 0 is the explored function.
        public var task: Int
        /// Its next step in a word: `read`, `lock`, `groupWait`; `begin` if it has done nothing
        /// yet.
        public var does: String
        /// Identifies the object operated on; equal for two tasks that touch the same object. -1 if
        /// it touches nothing shared.
        public var object: Int
        /// The address of the code after the call or the access; 0: not known.
        public var place: UInt
    }

    /// The number of steps made before.
    public var step: Int
    /// The task that made the previous step.
    public var current: Int
    /// In the order of creation; at least one.
    public var choices: [Choice]
}

/// The caller decides: a person, or a test of one schedule.
final class ManualStrategy: SchedulingStrategy {
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
