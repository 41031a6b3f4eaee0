/// Goes through all schedules with at most a number of preemptions, depth first.
///
/// A preemption stops a task that could go on. Any task can be chosen freely where the running task
/// blocks, waits for a limited time or has ended. No schedule is left out as equivalent. So the
/// first schedule that shows a failure has as few preemptions as any that does.
final class BoundedSearch: SchedulingStrategy {
    private struct Node {
        var untried: TaskSet
        var chosen: Int
        /// Preemptions up to and including this decision.
        var preemptions: Int
    }

    private let bound: Int
    private var nodes: [Node] = []
    private var position = 0
    /// Whether a schedule was left out because it has more preemptions. If not, every schedule was
    /// made.
    private(set) var leftOut = false

    init(bound: Int) { self.bound = bound }

    override func choose(enabled: TaskSet, current: Int, pending: UnsafePointer<Operation>) -> Int {
        defer { position += 1 }
        let canGoOn = enabled.contains(current), usual = canGoOn ? current : enabled.first,
            isStopped = canGoOn && !pending[current].isPatient
        let spent = position > 0 ? nodes[position - 1].preemptions : 0
        if position < nodes.count {
            nodes[position].preemptions = spent + (isStopped && nodes[position].chosen != current ? 1 : 0)
            return nodes[position].chosen
        }
        var others = enabled.subtracting(TaskSet(usual))
        if isStopped && spent >= bound && !others.isEmpty {
            leftOut = true
            others = TaskSet()
        }
        nodes.append(Node(untried: others, chosen: usual, preemptions: spent))
        return usual
    }

    override func advance() -> Bool {
        position = 0
        while var last = nodes.popLast() {
            if let next = last.untried.popFirst() {
                last.chosen = next
                nodes.append(last)
                return true
            }
        }
        return false
    }

    override func beginAnew() {
        nodes.removeAll()
        position = 0
        leftOut = false
    }
}
