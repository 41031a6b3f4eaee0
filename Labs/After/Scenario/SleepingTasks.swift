import Dispatch

/// Some tasks sleep to their end. Others would sleep for a minute, and are cancelled.
public func sleepInTasks(_ tasks: Int, for delay: Int) async -> SleepReport {
    var report = SleepReport(tasks: tasks)
    for _ in 1...tasks {
        let due = DispatchTime.now() + .milliseconds(delay)
        try? await Task.sleep(for: .milliseconds(delay))
        report.lateness.add(dueAt: due)
    }
    for _ in 1...tasks {
        let task = Task { try await Task.sleep(for: .seconds(60)) }
        task.cancel()
        let clock = ContinuousClock.now
        if case .failure(let error) = await task.result, error is CancellationError { report.cancellationErrors += 1 }
        if ContinuousClock.now - clock < .seconds(60) { report.wokenEarly += 1 }
    }
    return report
}

public struct SleepReport: Codable, Sendable {
    public var tasks: Int
    /// Tasks that slept to their end.
    public var lateness = Lateness()
    /// Tasks that were cancelled: their sleep threw an error.
    public var cancellationErrors = 0
    /// Tasks that were cancelled, and that ended before the 60 seconds were over.
    public var wokenEarly = 0

    init(tasks: Int) { self.tasks = tasks }
}
