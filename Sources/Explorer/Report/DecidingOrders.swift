/// Two steps of different tasks: in the execution of a finding one came before the other. If only their order changes, nothing fails.
public struct DecidingOrder: Hashable, Sendable, Codable {
    /// A step: the task that made it, or was about to make it when nothing could go on; and the address of the code after its call.
    public struct Step: Hashable, Sendable, Codable {
        public var task: Int
        public var place: UInt
        /// The task's next steps: the runtime makes some steps for it in code that is in no file of the program.
        public var next: [Next]
        /// How many steps this task had made at this place before.
        public var repetition: Int
        /// Steps of all tasks before it; for one that was never made: all.
        public var position: Int
    }

    /// One of the next steps of a task.
    public struct Next: Hashable, Sendable, Codable {
        public var place: UInt
        public var repetition: Int
    }

    public var earlier: Step
    public var later: Step
}

/// The steps of one execution, and which of them must come before which others.
struct ExecutedSteps {
    struct Step {
        var task: Int
        var operation: Operation
        /// The calls that led to it, the innermost first.
        var callers: [UInt] = []
        /// The task was about to make it when nothing could go on.
        var isPending = false

        /// Whether it is in the same line of code. (One function can make steps for several callers.)
        func isLike(_ other: Step) -> Bool {
            task == other.task && operation.place == other.operation.place && callers.prefix(2) == other.callers.prefix(2)
        }
    }

    private(set) var steps: [Step] = []
    /// For each step, the steps that happen before it.
    private var before: [Set<Int>] = []
    /// Each two steps of different tasks that conflict, where the later one could also come first; the nearest first.
    private(set) var conflicts: [(earlier: Int, later: Int)] = []

    /// Longer executions are not examined: it takes too long.
    static let most = 400

    /// - Parameter pending: the steps that tasks were about to make when nothing could go on.
    /// - Returns: nil if there are too many.
    init?(_ record: StepRecord, pending: [Step]) {
        let steps = record.steps + pending, births = record.births
        guard steps.count <= Self.most else { return nil }
        self.steps = steps
        for later in steps.indices {
            var known: Set<Int> = []
            let task = steps[later].task
            if let previous = steps[..<later].lastIndex(where: { $0.task == task }) {
                known = before[previous].union([previous])
            } else if let birth = births[task] {
                let maker = steps[..<min(birth.steps, later)].lastIndex { birth.parent == nil || $0.task == birth.parent }
                if let maker { known = before[maker].union([maker]) }
            }
            for earlier in steps[..<later].indices.reversed() where !known.contains(earlier) && steps[earlier].task != task {
                if Operation.commute(steps[earlier].operation, steps[later].operation) { continue }
                known.formUnion(before[earlier])
                known.insert(earlier)
            }
            before.append(known)
            // The steps that the later step's task made before must not depend on the earlier step.
            let previous = steps[..<later].lastIndex { $0.task == task }
            for earlier in steps[..<later].indices
            where steps[earlier].task != task && !Operation.commute(steps[earlier].operation, steps[later].operation)
                && previous.map({ !before[$0].contains(earlier) }) ?? (births[task].map { $0.steps <= earlier } ?? false)
            {
                conflicts.append((earlier, later))
            }
        }
        conflicts.sort { ($0.later - $0.earlier, $1.later) < ($1.later - $1.earlier, $0.later) }
    }

    /// The tasks of an execution that differs only in the order of two racing steps: the tasks of its first steps, which end with the
    /// later one; and the steps that are left.
    func reversing(_ earlier: Int, _ later: Int) -> (first: [Int], rest: [Int]) {
        let kept = (earlier + 1..<later).filter { !before[$0].contains(earlier) && steps[$0].task != steps[earlier].task }
        let moved = Set(0..<earlier).union(kept).union([later])
        return (
            (Array(0..<earlier) + kept + [later]).map { steps[$0].task },
            steps.indices.filter { !moved.contains($0) && !steps[$0].isPending }.map { steps[$0].task }
        )
    }

    /// The next steps of a step's task, before another step.
    func next(after index: Int, before end: Int? = nil) -> [Int] {
        ((index + 1)..<(end ?? steps.count)).lazy.filter { steps[$0].task == steps[index].task }.prefix(4).map { $0 }
    }

    /// The first step after another one that is like a step of another execution.
    func first(like step: Step, after index: Int) -> Int? { steps.indices.dropFirst(index + 1).first { steps[$0].isLike(step) } }

    func step(_ index: Int, next: [Int]) -> DecidingOrder.Step {
        .init(
            task: steps[index].task, place: steps[index].operation.place,
            next: next.map { .init(place: steps[$0].operation.place, repetition: repetition($0)) }, repetition: repetition(index),
            position: index)
    }

    private func repetition(_ index: Int) -> Int {
        steps[..<index].count { $0.task == steps[index].task && $0.operation.place == steps[index].operation.place }
    }
}

/// The steps of an execution, and who created each task.
struct StepRecord {
    var steps: [ExecutedSteps.Step] = []
    /// For each task: the calls that led to the step that it is about to make.
    var callers: [Int: [UInt]] = [:]
    /// For each task: the task that created it, and the number of steps made before.
    private(set) var births: [Int: (parent: Int?, steps: Int)] = [:]

    /// The steps from a position to another task's step.
    func steps(from position: Int, before other: ExecutedSteps.Step) -> ArraySlice<ExecutedSteps.Step> {
        guard position < steps.count else { return [] }
        return steps[position..<(steps[position...].firstIndex { $0.isLike(other) } ?? steps.count)]
    }

    mutating func noteBirth(of task: Int, _ parent: Int?) { births[task] = (parent, steps.count) }
}

extension Execution {
    /// The steps that tasks were about to make when nothing could go on.
    fileprivate var pendingSteps: [ExecutedSteps.Step] {
        (0..<tasks.count).filter { tasks[$0].state == .alive && !neverBegins($0) }.map {
            .init(task: $0, operation: tasks.pending[$0], callers: stepRecord?.callers[$0] ?? [], isPending: true)
        }
    }
}

/// Makes the first steps as told. Then the tasks go on in the given order, as far as they can; or each as long as it can.
private final class ReversingStrategy: SchedulingStrategy {
    private let first: [Int]
    private var rest: [Int]
    private var step = 0
    /// A task could not make one of the first steps.
    private(set) var hasFailed = false

    init(_ order: (first: [Int], rest: [Int]), keepsOrder: Bool) {
        first = order.first
        rest = keepsOrder ? order.rest : []
    }

    override func choose(enabled: TaskSet, current: Int, pending: UnsafePointer<Operation>) -> Int {
        defer { step += 1 }
        let usual = super.choose(enabled: enabled, current: current, pending: pending)
        if step < first.count {
            if enabled.contains(first[step]) { return first[step] }
            hasFailed = true
        }
        guard !hasFailed, let next = rest.firstIndex(where: enabled.contains) else { return usual }
        return rest.remove(at: next)
    }
}

extension ExplorationSession {
    /// The most that the comparisons of all findings together take. Steps are counted, about a quarter of a second of them, so that a
    /// cause does not depend on how busy the machine is; the time ends only programs whose steps take very long.
    private struct Allowance {
        var executions = 400
        var steps = 100_000
        let deadline = ContinuousClock.now + .seconds(3)

        var isUsedUp: Bool { executions <= 0 || steps <= 0 || ContinuousClock.now >= deadline }

        mutating func take(_ executed: ExecutedSteps) {
            executions -= 1
            steps -= executed.steps.count
        }
    }
    /// If no order decides in the execution of a finding, this many others are tried.
    private static let mostOthers = 12

    /// Finds the two steps whose order decides whether a failure happens, for each finding.
    ///
    /// Takes the execution that shows the finding. Two of its steps race if they conflict and nothing else orders them. For each
    /// race it makes one more execution: all as before, but the later of the two steps comes first (the reversal of a race: Flanagan and
    /// Godefroid 2005). If nothing fails there, the order of the two decides.
    ///
    /// The step that would have helped can be missing in the execution: a cancellation, say, that found nothing left to cancel.
    /// - Parameter choosing: whether another execution may show a finding, in which nothing fails after one reversal. It is one of those in
    ///   which a reversal did not help.
    func findDecidingOrders(of findings: inout [ExplorationReport.Finding], choosing: Bool = false) {
        var left = Allowance()
        for index in findings.indices where !left.isUsedUp {
            var others: [ExplorationReport.Path] = []
            findings[index].deciding = decidingOrders(of: findings[index].path, &left, &others)
            guard choosing, findings[index].deciding?.isEmpty == true, findings[index].races.isEmpty else { continue }
            for path in others {
                var ignored: [ExplorationReport.Path] = []
                guard let orders = decidingOrders(of: path, &left, &ignored), !orders.isEmpty,
                    var other = tellAgain(findings[index], path)
                else { continue }
                other.deciding = orders
                findings[index] = other
                break
            }
        }
    }

    /// A finding as another execution shows it; nil if that one has other failures.
    private func tellAgain(_ finding: ExplorationReport.Finding, _ path: ExplorationReport.Path) -> ExplorationReport.Finding? {
        let (result, log, output) = watch(schedule(path))
        let told = ObservedBehavior.all(in: result).lazy.compactMap {
            Self.finding($0, result, log, path, output, offset: self.span.offset)
        }.first { $0.kind == finding.kind && $0.outcome == finding.outcome && $0.races.isEmpty }
        guard var told else { return nil }
        told.ends = finding.ends
        told.causes = finding.causes
        told.consequences = finding.consequences
        told.isEndlessLoop = finding.isEndlessLoop
        return told
    }

    /// - Parameter others: gets executions that fail in the same way, although the order of two steps has changed.
    private func decidingOrders(
        of path: ExplorationReport.Path, _ left: inout Allowance, _ others: inout [ExplorationReport.Path]
    ) -> [DecidingOrder]? {
        runner.recordsSteps = true
        let failing = execute(schedule(path)), execution = runner.execution, record = execution.stepRecord
        runner.recordsSteps = false
        guard Self.fails(failing), let record, let executed = ExecutedSteps(record, pending: execution.pendingSteps) else { return nil }
        var exact: [DecidingOrder] = [], inexact: [DecidingOrder] = []
        for race in executed.conflicts {
            guard !left.isUsedUp else { break }
            let reversal = executed.reversing(race.earlier, race.later)
            for keepsOrder in [true, false] {
                left.take(executed)
                guard let passing = passes(ReversingStrategy(reversal, keepsOrder: keepsOrder), path) else { break }
                guard passing.passes else {
                    if others.count < Self.mostOthers { others.append(self.path(runner.execution.schedule)) }
                    continue
                }
                guard let order = order(of: race, in: executed, reversed: reversal.first.count - 1, passing.steps) else { continue }
                if keepsOrder { exact.append(order) } else { inexact.append(order) }
                break
            }
        }
        return exact.isEmpty ? inexact : exact
    }

    /// The order of two steps, as it can be told: with steps that the execution in which nothing fails makes in the other order.
    ///
    /// There, the later step's task may have made another step in its place: then the later step is a consequence of the earlier one, and
    /// the two have no other order.
    /// - Parameter position: of the step there that came first.
    /// - Returns: nil if there are no such steps.
    private func order(
        of race: (earlier: Int, later: Int), in executed: ExecutedSteps, reversed position: Int, _ passing: StepRecord
    ) -> DecidingOrder? {
        let first = passing.steps(from: position, before: executed.steps[race.earlier]).filter {
            $0.task == executed.steps[race.later].task
        }
        let earlier = executed.step(race.earlier, next: executed.next(after: race.earlier, before: race.later))
        let isExecuted = first.first?.isLike(executed.steps[race.later]) ?? executed.steps[race.later].isPending
        if isExecuted {
            let next = executed.next(after: race.later).filter { index in first.contains { $0.isLike(executed.steps[index]) } }
            return DecidingOrder(earlier: told(earlier), later: told(executed.step(race.later, next: next)))
        }
        let other = first.lazy.compactMap { executed.first(like: $0, after: race.earlier) }.first
        return other.map { DecidingOrder(earlier: told(earlier), later: told(executed.step($0, next: []))) }
    }

    /// - Returns: nil if the first steps could not be made.
    private func passes(_ strategy: ReversingStrategy, _ path: ExplorationReport.Path) -> (passes: Bool, steps: StepRecord)? {
        runner.recordsSteps = true
        let result = execute(schedule(path), by: strategy), steps = runner.execution.stepRecord
        runner.recordsSteps = false
        return strategy.hasFailed ? nil : (!Self.fails(result), steps ?? StepRecord())
    }

    private static func fails(_ result: Result) -> Bool {
        result.isEndless || !result.hasFinished && result.outcome == nil || ObservedBehavior.all(in: result).contains { $0 != .race }
    }

    private func told(_ step: DecidingOrder.Step) -> DecidingOrder.Step {
        var step = step
        step.place = span.offset(step.place)
        for index in step.next.indices { step.next[index].place = span.offset(step.next[index].place) }
        return step
    }
}
