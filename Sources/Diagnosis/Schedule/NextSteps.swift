import Explorer
import Schedules
import Trace
import Words

/// A moment of an execution that a player controls, in words.
extension SeatPosition {
    /// The steps so far: every step that other threads can observe, and the values.
    public func table(in source: SourceIndex) -> ScheduleTable {
        var table = TableMaker(scene(in: source, waiting: [])).soFar()
        if omitted > 0, !table.rows.isEmpty { table.skipped[0] = omitted }
        return table
    }

    /// The next step of each thread, in the order of their creation.
    public func nextSteps(in source: SourceIndex) -> [NextStep] {
        let scene = scene(in: source, waiting: next.compactMap(\.waiting)), names = TaskNames(log).short
        let canGoOn = next.contains { $0.task == current && $0.isEnabled }
        return next.map { next in
            let place = source.statement(stack(of: next))
            var step = NextStep(
                number: next.task, thread: names.indices.contains(next.task) ? names[next.task] : "thread \(next.task)",
                file: place?.file.name ?? "", line: place?.line ?? 0, source: place.map { TableMaker.statement($0.text) } ?? "",
                does: next.does, isEnabled: next.isEnabled, isRunning: next.task == current)
            step.isPreemption = canGoOn && next.task != current
            if let access = next.access {
                step.variable = source.name(of: access) ?? ""
                step.value = access.value ?? value(of: access.accessedVariable)
            }
            if let waiting = next.waiting { step.wait = words(waiting, scene, names) }
            return step
        }
    }

    private func scene(in source: SourceIndex, waiting: [ExplorationReport.Waiting]) -> Scene {
        var finding = ExplorationReport.Finding(of: log)
        finding.waiting = waiting
        return Scene(finding: finding, outcomes: [], isOfAll: false, isJudged: false, source: source)
    }

    /// The place of a step. A thread that has not begun is at the beginning of its closure.
    private func stack(of next: Next) -> [UInt] {
        if !next.places.isEmpty { return next.places }
        let number = UInt64(next.task + 1)
        let made = log.entries.last { $0.closure != 0 && $0.object == number && Self.making.contains($0.event) }
        return made.map { [$0.closure] } ?? []
    }

    private static let making: Set<Event.Kind> = [.itemEnqueued, .threadStarted, .taskCreated, .operationAdded]

    /// The latest value in the log of a variable.
    private func value(of variable: UInt64) -> String {
        log.entries.last { $0.isAccess && $0.accessedVariable == variable }.flatMap { $0.isChange ? $0.newValue : $0.value } ?? "?"
    }

    private func words(_ waiting: ExplorationReport.Waiting, _ scene: Scene, _ names: [String]) -> String {
        let holders = waiting.holders.filter { $0 != waiting.task }.map { names.indices.contains($0) ? names[$0] : "thread \($0)" }
        let words = scene.bothNames.reduce("waits for \(scene.thing(waiting))") { $0.replacing($1.long, with: $1.short) }
        switch waiting.cause {
        case .lock, .readLock, .initialiser, .semaphore, .queue:
            if waiting.holders.contains(waiting.task), waiting.cause == .lock { return words + ", which it holds itself" }
            return holders.isEmpty ? words : "\(words), which \(Wording.list(holders)) \(holders.count == 1 ? "holds" : "hold")"
        default: return words
        }
    }
}
