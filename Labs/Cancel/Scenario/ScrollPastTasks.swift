import Foundation

extension PhotoTable {
    /// The user looks at one photo after the other, and scrolls on before its task is finished. The
    /// server never answers for the first photo.
    @MainActor public func scrollPastEachTask() async -> TaskReport {
        var report = TaskReport(tasks: photos.count)
        for (row, photo) in photos.enumerated() {
            let loading = TaskLoading(PhotoServer(isSilent: row == 0))
            let task = Task.detached(name: photo.name) { try await loading.load(photo) }

            photo.scrolling?.waitForOperation()
            let cancelled = ContinuousClock.now
            task.cancel()
            photo.leaveScreen()
            photo.scrolling?.userHasScrolled()

            let result = await task.result
            report.millisecondsToStop.append((ContinuousClock.now - cancelled) / .milliseconds(1))
            if case .failure(let error) = result, error is CancellationError { report.cancellationErrors += 1 }
        }
        let work = photos.map(\.work)
        report.rows = work.reduce(0) { $0 + $1.rows }
        report.rowsOffScreen = work.reduce(0) { $0 + $1.rowsOffScreen }
        return report
    }
}

/// The results of the tasks.
public struct TaskReport: Codable, Sendable {
    public var tasks: Int
    /// Tasks that ended with a `CancellationError`.
    public var cancellationErrors = 0
    /// For each task, the time from `cancel()` to its end.
    public var millisecondsToStop: [Double] = []
    public var rows = 0
    /// Rows that began after their photo had left the screen.
    public var rowsOffScreen = 0
}
