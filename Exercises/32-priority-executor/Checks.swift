import Dispatch
import ExerciseChecks
import Synchronization

/// Ten tasks of one actor, while another job is held.
func oneAtATime() -> Mistake? {
    let stage = Stage()
    defer { stage.open() }
    guard stage.holds() else { return Mistake("A job was enqueued, and did not run.", verdict: "missing") }
    for number in 0..<10 { stage.print(number) }
    if stage.pages.count > 0 { return Mistake("A job ran, and another one of the same executor began.") }
    guard stage.canRest else { return looksForJobs }
    stage.open()
    guard ProbeThread.allComeToRest() else { return looksForJobs }
    let counts = Dictionary(grouping: stage.pages) { $0 }.mapValues(\.count)
    guard counts.count == 10 else {
        return Mistake("Ten jobs were enqueued while another one ran. Then \(counts.count) of them ran.", verdict: "missing")
    }
    if counts.values.contains(where: { $0 > 1 }) { return Mistake("A job ran more than once.", verdict: "tooOften") }
    return nil
}

/// Jobs of three priorities wait, and one comes while an urgent one runs.
func urgentJobsFirst() -> Mistake? {
    if Stage.isRestless.load(ordering: .relaxed) { return looksForJobs }
    let stage = Stage()
    defer { stage.open() }
    guard stage.holds() else { return notRun }
    let jobs: [(Int, TaskPriority)] = [(1, .low), (2, .medium), (3, .high), (4, .low), (5, .high), (6, .medium)]
    for (number, priority) in jobs { stage.print(number, priority) }
    guard stage.canRest else { return looksForJobs }
    stage.open()
    _ = ProbeThread.allComeToRest()
    guard stage.pages.count == 6 else { return notRun }
    // The order of jobs with the same priority has a check of its own.
    let sorted = [[3, 5], [2, 6], [1, 4]], pages = stage.pages
    guard sorted.indices.allSatisfy({ Set(pages[(2 * $0)..<(2 * $0 + 2)]) == Set(sorted[$0]) }) else {
        let what = """
            While a job ran, six others came: 1 low, 2 medium, 3 high, 4 low, 5 high, 6 medium. They ran in the order \(pages) instead of \
            \(sorted.flatMap { $0 }).
            """
        return pages == [1, 2, 3, 4, 5, 6] ? Mistake(what) : Mistake(what, verdict: "tooEarly", try: adviceForPriorities)
    }
    return comesLater()
}

private let adviceForPriorities = "compare the priorities of all waiting jobs. The one with the greatest `priority.rawValue` runs next."

/// An urgent job comes when another job has begun, and a third one is waiting.
private func comesLater() -> Mistake? {
    let stage = Stage()
    defer { stage.open() }
    guard stage.holds() else { return notRun }
    stage.print(1, .low)
    stage.open()
    _ = ProbeThread.allComeToRest()
    guard stage.holds() else { return notRun }
    stage.print(2, .low)
    stage.print(3, .high)
    stage.open()
    _ = ProbeThread.allComeToRest()
    return stage.pages == [1, 3, 2]
        ? nil
        : Mistake(
            "Job 1 ran. Then another job ran, and meanwhile job 2 (low) and job 3 (high) came. The jobs ran in the order \(stage.pages) instead of [1, 3, 2]."
        )
}

/// Jobs of one priority.
func equalPriorities() -> Mistake? {
    if Stage.isRestless.load(ordering: .relaxed) { return looksForJobs }
    for priority in [TaskPriority.medium, .low] {
        let stage = Stage()
        defer { stage.open() }
        guard stage.holds() else { return notRun }
        for number in 0..<5 { stage.print(number, priority) }
        stage.open()
        _ = ProbeThread.allComeToRest()
        guard stage.pages.count == 5 else { return notRun }
        guard stage.pages == Array(0..<5) else {
            return Mistake("Five jobs of the same priority came in the order [0, 1, 2, 3, 4]. They ran in the order \(stage.pages).")
        }
    }
    return nil
}

/// Jobs that come while one runs: from another thread, from the job itself, and for another executor.
func enqueueDoesNotWait() -> Mistake? {
    if Stage.isRestless.load(ordering: .relaxed) { return looksForJobs }
    let stage = Stage(), other = Stage()
    defer { stage.open() }
    let first = CountingEvent(), begun = CountingEvent()
    guard stage.enqueues({ await $0.hold(begun, first) }) == .returned else {
        first.happen()
        return Mistake("A thread called `enqueue`. The job ran inside of that call, on the same thread.", try: "let a queue run the job.")
    }
    guard begun.wait(patience: ProbeThread.patience) else { return notRun }
    guard stage.enqueues({ await $0.print(1) }) == .returned else {
        first.happen()
        return Mistake("A job ran, and another thread called `enqueue`. The call waited for the end of that job.")
    }
    other.print(1)
    let isShared = other.pages != [1]
    first.happen()
    if isShared {
        return Mistake("A job of one executor ran. A job of another executor did not begin.", verdict: "notParallel", at: "static")
    }
    let last = CountingEvent()
    _ = stage.enqueues { await $0.printMore(last) }
    return last.wait(patience: ProbeThread.patience)
        ? nil : Mistake("A job enqueued another job of the same executor. That one never ran.", verdict: "deadlock")
}

private let notRun = Mistake("Jobs were enqueued, and not all of them ran.", verdict: "missing")

private let looksForJobs = Mistake(
    "No job could run. A thread looked again and again for one.", verdict: "spins", at: "while ",
    try: "start a block for each job that comes. Without a job, nothing needs to run.")

/// An actor on the attempt's executor. Its jobs can be held.
private actor Printing {
    private let executor: PriorityExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private let log: Log

    init(_ executor: PriorityExecutor, _ log: Log) { (self.executor, self.log) = (executor, log) }

    /// Blocks the thread of its executor.
    func hold(_ begun: CountingEvent, _ end: CountingEvent) {
        begun.happen()
        end.wait()
    }

    func print(_ number: Int) { log.add(number) }

    func printMore(_ end: CountingEvent) {
        Task {
            print(100)
            end.happen()
        }
    }
}

private final class Stage: Sendable {
    private let printer: Printing
    private let log = Log()
    private let held = Mutex<CountingEvent?>(nil)

    init() { printer = Printing(PriorityExecutor(), log) }

    var pages: [Int] { log.all }
    /// Whether a thread worked on although no job could run. Then no other check says more.
    static let isRestless = Atomic(false)
    var canRest: Bool { !Self.isRestless.load(ordering: .relaxed) }

    private func rest() {
        if canRest, !ProbeThread.allComeToRest() { Self.isRestless.store(true, ordering: .relaxed) }
    }

    /// Holds the executor with a job. Returns whether that job runs.
    func holds() -> Bool {
        let begun = CountingEvent(), end = CountingEvent()
        held.withLock { $0 = end }
        Task.detached { [printer] in await printer.hold(begun, end) }
        return begun.wait(patience: ProbeThread.patience)
    }

    func open() {
        held.withLock { $0.take() }?.happen()
    }

    /// Starts a task that prints, and waits until its job is there.
    func print(_ number: Int, _ priority: TaskPriority = .medium) {
        Task.detached(priority: priority) { [printer] in await printer.print(number) }
        rest()
    }

    /// Starts a task on a thread that calls `enqueue` itself, and looks whether that call returns.
    func enqueues(_ body: @escaping @Sendable (Printing) async -> Void) -> ProbeThread.Standing {
        ProbeThread("caller of enqueue") { [printer] _ in
            Task.immediate { await body(printer) }
        }.settle()
    }
}

private final class Log: Sendable {
    private let list = Mutex<[Int]>([])
    func add(_ number: Int) { list.withLock { $0.append(number) } }
    var all: [Int] { list.withLock { $0 } }
}
