/// Decides who goes next in an execution, in place of the search.
///
/// Decisions are numbered by the engine's tick, which counts every decision and every access to memory, whether that is a step in this execution
/// or not. So a decision has the same number whatever is known of races.
protocol Guide: AnyObject {
    /// Who goes next, of those who can.
    /// - Parameter current: who has gone so far.
    func choose(enabled: TaskSet, current: Int, tick: Int) -> Int
    /// Whether something is to be decided at this tick, even if it is an access to memory that is no step.
    func stops(at tick: Int) -> Bool
}

extension Guide {
    func stops(at tick: Int) -> Bool { false }
}

/// Where a schedule does not do what goes without saying: let the task go on that has gone so far, or else the first that can.
public struct Deviation: Hashable, Sendable {
    /// The number of the decision.
    public var tick: Int
    public var task: Int
    /// Whether the task that had gone so far could have gone on.
    public var isPreemption: Bool
}

enum Usual {
    static func choice(of enabled: TaskSet, after current: Int) -> Int { enabled.contains(current) ? current : enabled.first }
}

/// Follows a row of choices, one for each step, and notes where they deviate from what goes without saying.
final class Follower: Guide {
    private let choices: [UInt8]
    private var position = 0
    private(set) var deviations: [Deviation] = []

    init(_ choices: [UInt8]) { self.choices = choices }

    func choose(enabled: TaskSet, current: Int, tick: Int) -> Int {
        let usual = Usual.choice(of: enabled, after: current)
        guard position < choices.count else { return usual }
        let chosen = Int(choices[position])
        position += 1
        if chosen != usual { deviations.append(Deviation(tick: tick, task: chosen, isPreemption: enabled.contains(current))) }
        return chosen
    }
}

/// Does what goes without saying but for some deviations, as a token has them.
final class Deviator: Guide {
    private let deviations: [(tick: Int, task: Int)]
    private var position = 0
    private(set) var preemptions = 0
    /// Whether the program has come past every deviation; if not, it is not the one that they were made for.
    var hasMetAll: Bool { position == deviations.count }

    init(_ deviations: [(tick: Int, task: Int)]) { self.deviations = deviations }

    func stops(at tick: Int) -> Bool { position < deviations.count && deviations[position].tick == tick }

    func choose(enabled: TaskSet, current: Int, tick: Int) -> Int {
        guard stops(at: tick) else { return Usual.choice(of: enabled, after: current) }
        position += 1
        if enabled.contains(current) { preemptions += 1 }
        return deviations[position - 1].task
    }
}

/// Goes through all schedules with a number of preemptions, depth first.
///
/// A preemption stops a task that could go on. Who goes on when a task has to wait or has ended is free. Nothing is left out because it would
/// come to the same: so the first schedule that shows something has no more preemptions than any other that does.
final class BoundedSearch: Guide {
    private struct Node {
        var untried: TaskSet
        var chosen: Int
        /// Preemptions that were made before this decision.
        var preemptions: Int
        var current: Int
        var currentCanGoOn: Bool
    }

    private let bound: Int
    private var nodes: [Node] = []
    private var position = 0

    init(bound: Int) { self.bound = bound }

    /// Preemptions of the present execution.
    var preemptions: Int { nodes.last.map { $0.preemptions + ($0.currentCanGoOn && $0.chosen != $0.current ? 1 : 0) } ?? 0 }

    func choose(enabled: TaskSet, current: Int, tick: Int) -> Int {
        defer { position += 1 }
        if position < nodes.count { return nodes[position].chosen }
        let spent = preemptions, usual = Usual.choice(of: enabled, after: current), canGoOn = enabled.contains(current)
        let others = canGoOn && spent >= bound ? TaskSet() : enabled.subtracting(TaskSet(usual))
        nodes.append(Node(untried: others, chosen: usual, preemptions: spent, current: current, currentCanGoOn: canGoOn))
        return usual
    }

    /// The next schedule; false: there is none.
    func advance() -> Bool {
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
}
