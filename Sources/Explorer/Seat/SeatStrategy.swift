import CInterposition

/// Follows the choices of a player, and pauses the execution before the first choice that the player has not made.
final class SeatStrategy: SchedulingStrategy {
    private let choices: [Int]
    private let running: Int?
    /// Makes the choices of a schedule to its end, instead.
    private let replayed: ReplayStrategy?
    private var step = 0
    /// The steps at which several tasks could go on.
    private(set) var open: [Int] = []
    /// The next step of each task at the pause.
    private(set) var next: [SeatPosition.Next] = []
    private(set) var current = 0
    private(set) var isPaused = false

    init(choices: [Int], running: Int?) {
        self.choices = choices
        self.running = running
        replayed = nil
    }

    init(_ schedule: Schedule) {
        choices = []
        running = nil
        replayed = ReplayStrategy(schedule)
    }

    override func choose(enabled: TaskSet, current: Int, pending: UnsafePointer<Operation>) -> Int {
        defer { step += 1 }
        if enabled.count > 1 { open.append(step) }
        if let replayed { return replayed.choose(enabled: enabled, current: current, pending: pending) }
        if step < choices.count { return choices[step] }
        if enabled.count == 1 { return enabled.first }
        if let running, enabled.contains(running) { return running }
        open.removeLast()
        isPaused = true
        self.current = current
        next = Execution.running?._withUnsafeGuaranteedRef { $0.nextSteps(enabled) } ?? []
        return Self.pauses
    }
}

extension Execution {
    /// The next step of each task, or its wait.
    fileprivate func nextSteps(_ enabled: TaskSet) -> [SeatPosition.Next] {
        let waits = Dictionary((suspendedJobs() + waiting()).map { ($0.task, $0) }) { first, _ in first }
        return (0..<tasks.count).compactMap { task -> SeatPosition.Next? in
            let isAlive = tasks[task].state == .alive, operation = tasks.pending[task]
            guard isAlive || waits[task] != nil else { return nil }
            var next = SeatPosition.Next(task: task, isEnabled: enabled.contains(task), does: operation.kind.words)
            let span = log?.program
            let callers = operation.kind == .begin || !isAlive ? [] : log?.callers[task] ?? []
            let stack = isAlive ? [operation.place] + callers : [waits[task]?.place ?? 0]
            next.places = stack.map { span?.offset($0) ?? 0 }.filter { $0 != 0 }
            if isAlive, [.read, .atomicLoad, .write, .atomicUpdate].contains(operation.kind), operation.object >= 0 {
                let isChange = [.write, .atomicUpdate].contains(operation.kind)
                next.access = log?.upcoming(address(of: operation), isChange: isChange, by: task, at: next.places)
            }
            if !next.isEnabled, let wait = waits[task] {
                next.waiting = ExplorationSession.tell(wait) { span?.offset($0) ?? 0 }
            }
            return next
        }
    }
}
