import Foundation
import Synchronization

/// 03-group-notify: the checks decide when each download ends. The completion must come once, after
/// the last one.
public enum GroupNotifyRun {
    /// The download function for the attempt, and the closure that reports its end.
    public typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

    /// The observations.
    public struct Observations: Codable, Sendable {
        public var downloads = 3
        /// Downloads that had started before the first one ended.
        public var startedTogether = 0
        /// All downloads that were started.
        public var startedInAll = 0
        /// Whether a thread worked or woke up repeatedly during the downloads, although nothing had
        /// happened.
        public var isRestless = false
        /// The state of the call before the first download ended.
        public var call = ProbeThread.Standing.returned
        /// Completions before the last download had ended.
        public var completionsBeforeLast = 0
        /// Completions in all.
        public var completions = 0
        /// Completions that ran on the main queue.
        public var completionsOnMain = 0
        /// Completions of a call without any download.
        public var completionsOfNothing = 0
        /// Two calls at the same time, with one download each: whether the first one completed only after
        /// the download of the other one had ended.
        public var waitsForOtherCall = false
    }

    /// The marks before the attempt is called, and before a download ends: what the checks do next.
    public static let callBegins = "call begins", callWithoutDownloads = "call without downloads"
    public static let twoCalls = "two calls"
    public static let downloadEnds = "download ends", downloadFails = "download fails", lastDownloadEnds = "last download ends"

    /// All of them.
    public static let steps = [callBegins, downloadEnds, downloadFails, lastDownloadEnds, callWithoutDownloads, twoCalls]

    /// The part of the checks that can be left out: the call without downloads.
    public static let withoutDownloads = "without downloads"

    /// The error of a failed download.
    struct NotFound: Error {}

    /// Runs the checks against an attempt and ends the process.
    public static func run(
        _ downloadAll: @escaping (_ names: [String], _ download: @escaping Download, _ completion: @escaping () -> Void) -> Void
    ) -> Never {
        AttemptRun.begin()
        let mark = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: mark, value: true)
        let onMain = Attempt { DispatchQueue.getSpecific(key: mark) ?? false }
        let attempt = Attempt(downloadAll)
        // The main thread is the caller, as in an app. Another thread lets the downloads end.
        let main = ProbeThread()
        Thread.detachNewThread {
            Thread.current.name = "network"
            AttemptRun.end(direct(attempt, from: main, onMain))
        }
        RunLoop.main.run()
        fatalError("The main run loop has ended, although the main queue is there.")
    }

    private static func direct(
        _ attempt: Attempt<(_ names: [String], _ download: @escaping Download, _ completion: @escaping () -> Void) -> Void>,
        from main: ProbeThread, _ onMain: Attempt<() -> Bool>
    ) -> Observations {
        var seen = Observations()
        let names = ["dawn", "noon", "dusk"]
        let underWay = Mutex<[Attempt<(Error?) -> Void>]>([])
        let started = CountingEvent(), completed = CountingEvent(), completedOnMain = CountingEvent()
        // Created here and not on the main queue: a closure that is written there belongs to the
        // main actor, and an attempt can call these closures on any thread.
        let download = Attempt<Download> { _, ended in
            let ended = Attempt(ended)
            underWay.withLock { $0.append(ended) }
            started.happen()
        }
        let completion = Attempt {
            TraceMark.put("completion")
            if onMain.code() { completedOnMain.happen() }
            completed.happen()
        }
        DispatchQueue.main.async {
            TraceMark.put(callBegins)
            attempt.code(names, download.code, completion.code)
            TraceMark.put("call ends")
            main.hasReturned()
        }
        started.wait(patience: ProbeThread.patience)
        seen.call = main.settle()
        // If the call has returned and started nothing, it will not start a download later.
        if seen.call == .returned, started.times == 0 { return seen }
        // Downloads that worker threads start may have to wait for a worker thread.
        if seen.call == .returned { started.wait(times: names.count, patience: ProbeThread.patience) }
        seen.isRestless = !ThreadStates.comeToRest()
        seen.startedTogether = started.times

        // The downloads end one after the other, the second one with an error. Downloads that start
        // later end too.
        for number in 0..<names.count {
            guard started.wait(times: number + 1, patience: ProbeThread.patience) else { break }
            if number == names.count - 1 {
                // A completion that comes too early has run when all is at rest, and all blocks of the
                // main queue have run.
                _ = ThreadStates.comeToRest()
                if seen.call == .returned { drainMainQueue() }
                seen.completionsBeforeLast = completed.times
            }
            TraceMark.put(number == 1 ? downloadFails : number == names.count - 1 ? lastDownloadEnds : downloadEnds)
            let ended = underWay.withLock { $0[number] }
            ended.code(number == 1 ? NotFound() : nil)
        }
        completed.wait(patience: ProbeThread.patience)
        // Another completion can come on another thread.
        _ = ThreadStates.comeToRest()
        drainMainQueue()
        seen.startedInAll = started.times
        seen.completions = completed.times
        seen.completionsOnMain = completedOnMain.times
        guard main.wait(), !AttemptRun.leftOutParts.contains(withoutDownloads) else { return seen }

        seen.completionsOfNothing = completionsOfNothing(attempt)
        if seen.completions == 1, seen.completionsOfNothing == 1 { seen.waitsForOtherCall = waitsForOtherCall(attempt) }
        return seen
    }

    /// How often a call without downloads completes.
    private static func completionsOfNothing(
        _ attempt: Attempt<(_ names: [String], _ download: @escaping Download, _ completion: @escaping () -> Void) -> Void>
    ) -> Int {
        let completed = CountingEvent()
        let noDownload = Attempt<Download> { _, ended in ended(nil) }
        let completion = Attempt { completed.happen() }
        DispatchQueue.main.async {
            TraceMark.put(callWithoutDownloads)
            attempt.code([], noDownload.code, completion.code)
        }
        completed.wait(patience: ProbeThread.patience)
        _ = ThreadStates.comeToRest()
        drainMainQueue()
        return completed.times
    }

    private static func waitsForOtherCall(
        _ attempt: Attempt<(_ names: [String], _ download: @escaping Download, _ completion: @escaping () -> Void) -> Void>
    ) -> Bool {
        let calls = TwoCalls()
        let download = Attempt<Download> { name, ended in calls.start(name == "dawn" ? 0 : 1, ended) }
        let completions = [0, 1].map { call in Attempt { calls.complete(call) } }
        DispatchQueue.main.async {
            TraceMark.put(twoCalls)
            attempt.code(["dawn"], download.code, completions[0].code)
            attempt.code(["noon"], download.code, completions[1].code)
        }
        return calls.firstWaitsForSecond()
    }

    /// Waits until all blocks have run that are queued on the main queue now, directly or through a
    /// worker thread.
    private static func drainMainQueue() {
        for _ in 1...2 {
            let drained = CountingEvent()
            DispatchQueue.global().async { DispatchQueue.main.async { drained.happen() } }
            drained.wait(patience: ProbeThread.patience)
        }
    }
}
