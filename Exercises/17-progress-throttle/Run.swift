import Foundation
import Synchronization

/// 17-progress-throttle: the checks decide when the main thread is busy, and count what waits for
/// it.
public enum ProgressThrottleRun {
    /// Creates the attempt's progress. The result says that a row is done.
    public typealias Make = (_ rows: Int, _ report: @escaping (Int) -> Void) -> () -> Void

    /// The observations of one import.
    public struct Import: Codable, Sendable {
        public var rows: Int
        /// The reported numbers, in their order.
        public var reports: [Int] = []
        public var reportsOffMain = 0
        /// The call of `rowIsDone` while the main thread was busy.
        public var worker = ProbeThread.Standing.returned

        init(rows: Int) { self.rows = rows }

        /// Whether a report is smaller than the one before it.
        public var goesBack: Bool { zip(reports, reports.dropFirst()).contains { $0 > $1 } }
    }

    /// The observations.
    public struct Observations: Codable, Sendable {
        /// The main thread has nothing to do; it is busy with other work; it is busy with a report.
        public var free = Import(rows: 4)
        public var busy = Import(rows: 1000)
        public var reporting = Import(rows: 10)
        /// Rows after which no report came to a free main thread.
        public var rowsWithoutReport: [Int] = []
        /// Whether all imports were reached.
        public var isComplete = false
    }

    /// The marks before the imports, and around the time in which the main thread is busy.
    public static let freeMain = "free main thread", busyMain = "busy main thread", duringReport = "rows during a report"
    public static let busyBegins = "main thread is busy", busyEnds = "main thread is free"

    /// Runs the checks against an attempt and ends the process.
    public static func run(_ make: @escaping Make) -> Never {
        AttemptRun.begin()
        let mark = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: mark, value: true)
        let isMain = Attempt { DispatchQueue.getSpecific(key: mark) ?? false }
        let attempt = Attempt(make)
        Thread.detachNewThread {
            Thread.current.name = "checks"
            AttemptRun.end(direct(attempt, isMain))
        }
        RunLoop.main.run()
        fatalError("The main run loop has ended, although the main queue is there.")
    }

    private static func direct(_ make: Attempt<Make>, _ isMain: Attempt<() -> Bool>) -> Observations {
        var seen = Observations()
        TraceMark.put(freeMain)
        importOnFreeMain(make, isMain, &seen)
        TraceMark.put(busyMain)
        importOnBusyMain(make, isMain, &seen)
        if seen.busy.worker == .returned {
            TraceMark.put(duringReport)
            importDuringReport(make, isMain, &seen)
            seen.isComplete = seen.reporting.worker == .returned
        }
        return seen
    }

    /// One row after the other: after each, the main thread has time for a report.
    private static func importOnFreeMain(_ make: Attempt<Make>, _ isMain: Attempt<() -> Bool>, _ seen: inout Observations) {
        let screen = ProgressScreen(isMain)
        let progress = screen.progress(make, rows: seen.free.rows)
        let mayImport = CountingEvent(), imported = CountingEvent()
        let rows = seen.free.rows
        let worker = ProbeThread("worker") { _ in
            for row in 1...rows {
                mayImport.wait(times: row)
                progress.code()
                imported.happen()
            }
        }
        for row in 1...rows {
            mayImport.happen()
            guard imported.wait(times: row, patience: ProbeThread.patience) else { break }
            // After one row without a report, later ones need not wait as long.
            screen.reported.wait(times: row, patience: seen.rowsWithoutReport.isEmpty ? ProbeThread.patience : .zero)
            drainMainQueue()
            if screen.reports.last != row * 100 / rows { seen.rowsWithoutReport.append(row) }
        }
        _ = ProbeThread.stuck([worker])
        screen.end(&seen.free)
    }

    /// The main thread is busy during the whole import.
    private static func importOnBusyMain(_ make: Attempt<Make>, _ isMain: Attempt<() -> Bool>, _ seen: inout Observations) {
        let screen = ProgressScreen(isMain)
        let progress = screen.progress(make, rows: seen.busy.rows)
        drainMainQueue()
        let isBusy = CountingEvent(), mayGoOn = CountingEvent()
        DispatchQueue.main.async {
            isBusy.happen()
            mayGoOn.wait()
        }
        isBusy.wait()
        TraceMark.put(busyBegins)
        let rows = seen.busy.rows
        let worker = ProbeThread("worker") { _ in
            for _ in 1...rows { progress.code() }
        }
        seen.busy.worker = worker.settle()
        // Blocks can take a detour through other queues.
        _ = ThreadStates.comeToRest()
        TraceMark.put(busyEnds)
        mayGoOn.happen()
        worker.wait()
        drainMainQueue()
        screen.end(&seen.busy)
    }

    /// The main thread is in the first report while the worker imports all other rows.
    private static func importDuringReport(_ make: Attempt<Make>, _ isMain: Attempt<() -> Bool>, _ seen: inout Observations) {
        let screen = ProgressScreen(isMain, holdsFirst: true)
        let progress = screen.progress(make, rows: seen.reporting.rows)
        let mayImport = CountingEvent()
        let rows = seen.reporting.rows
        let worker = ProbeThread("worker") { _ in
            progress.code()
            mayImport.wait()
            for _ in 2...rows { progress.code() }
        }
        screen.reported.wait(patience: ProbeThread.patience)
        mayImport.happen()
        seen.reporting.worker = worker.settle()
        // Rows can take a detour through another queue.
        _ = ThreadStates.comeToRest()
        screen.mayGoOn.happen()
        worker.wait()
        drainMainQueue()
        screen.end(&seen.reporting)
    }

    /// Waits until nothing more happens: no thread is active, and the main queue is empty.
    private static func drainMainQueue() {
        for _ in 1...2 {
            _ = ThreadStates.comeToRest()
            let drained = CountingEvent()
            DispatchQueue.main.async { drained.happen() }
            drained.wait(patience: ProbeThread.patience)
        }
        _ = ThreadStates.comeToRest()
    }
}

/// The screen on which the progress is shown.
private final class ProgressScreen: Sendable {
    let reported = CountingEvent(), mayGoOn = CountingEvent()
    private let shown = Mutex<(reports: [Int], offMain: Int)>(([], 0))
    private let isMain: Attempt<() -> Bool>
    private let holdsFirst: Bool

    init(_ isMain: Attempt<() -> Bool>, holdsFirst: Bool = false) {
        self.isMain = isMain
        self.holdsFirst = holdsFirst
    }

    var reports: [Int] { shown.withLock { $0.reports } }

    /// The attempt's progress for this screen, created on the main thread as in an app.
    func progress(_ make: Attempt<ProgressThrottleRun.Make>, rows: Int) -> Attempt<() -> Void> {
        let made = Mutex<Attempt<() -> Void>?>(nil), isMade = CountingEvent()
        // Created here and not on the main queue: a closure that is written there belongs to the main actor.
        let report = Attempt { [self] (percent: Int) in show(percent) }
        DispatchQueue.main.async {
            let progress = Attempt(make.code(rows, report.code))
            made.withLock { $0 = progress }
            isMade.happen()
        }
        isMade.wait(patience: ProbeThread.patience)
        return made.withLock { $0 } ?? Attempt {}
    }

    private func show(_ percent: Int) {
        let isOff = !isMain.code()
        let isFirst = shown.withLock {
            $0.reports.append(percent)
            if isOff { $0.offMain += 1 }
            return $0.reports.count == 1
        }
        TraceMark.put("report \(percent)")
        reported.happen()
        if holdsFirst, isFirst { mayGoOn.wait() }
    }

    func end(_ seen: inout ProgressThrottleRun.Import) { shown.withLock { (seen.reports, seen.reportsOffMain) = $0 } }
}
