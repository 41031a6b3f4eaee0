import Foundation
import Synchronization

/// 03-group-notify: downloads that end when the checks let them end, and a completion that must come once, behind the last of them.
public enum GroupNotifyRun {
    /// What an attempt is given for a download, and how it hands back what came of it.
    public typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

    /// What was seen.
    public struct Observations: Codable, Sendable {
        public var downloads = 3
        /// Downloads that were under way before the first one had ended.
        public var startedTogether = 0
        /// Downloads that were ever started.
        public var startedInAll = 0
        /// While all downloads were under way, a thread worked or woke up again and again, although nothing had happened.
        public var isRestless = false
        /// What came of the call while nothing had ended yet.
        public var call = Caller.Standing.returned
        /// Completions before the last download had ended.
        public var completionsBeforeLast = 0
        /// Completions in all.
        public var completions = 0
        /// Those of them that ran on the main queue.
        public var completionsOnMain = 0
        /// Completions of a call without any download.
        public var completionsOfNothing = 0
    }

    /// A download does not work out.
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
        // The main thread is the caller, as in an app; somebody else lets the downloads end.
        let main = Caller()
        Thread.detachNewThread {
            Thread.current.name = "network"
            AttemptRun.end(direct(attempt, from: main, onMain))
        }
        RunLoop.main.run()
        fatalError("The main run loop has ended, although the main queue is there.")
    }

    private static func direct(
        _ attempt: Attempt<(_ names: [String], _ download: @escaping Download, _ completion: @escaping () -> Void) -> Void>,
        from main: Caller, _ onMain: Attempt<() -> Bool>
    ) -> Observations {
        var seen = Observations()
        let names = ["dawn", "noon", "dusk"]
        let underWay = Mutex<[Attempt<(Error?) -> Void>]>([])
        let started = Occurrence(), completed = Occurrence(), completedOnMain = Occurrence()
        // Made here and not on the main queue: a closure that is written there belongs to the main actor, and an attempt may call these anywhere.
        let download = Attempt<Download> { _, ended in
            let ended = Attempt(ended)
            underWay.withLock { $0.append(ended) }
            started.happen()
        }
        let completion = Attempt {
            Mark.put("completion")
            if onMain.code() { completedOnMain.happen() }
            completed.happen()
        }
        DispatchQueue.main.async {
            Mark.put("call begins")
            attempt.code(names, download.code, completion.code)
            Mark.put("call ends")
            main.hasReturned()
        }
        started.wait(patience: Caller.patience)
        seen.call = main.settle()
        // Who has returned and started nothing will not start anything.
        if seen.call == .returned, started.times == 0 { return seen }
        // Those that workers start may have to wait for a worker.
        if seen.call == .returned { started.wait(times: names.count, patience: Caller.patience) }
        seen.startedTogether = started.times
        seen.isRestless = !ThreadStates.comeToRest()

        // One after the other ends, the second one badly; those that are started only then have their turn too.
        for number in 0..<names.count {
            guard started.wait(times: number + 1, patience: Caller.patience) else { break }
            if number == names.count - 1 {
                // What was to come too early has come, once the main queue has done all that it held.
                if seen.call == .returned { drainMainQueue() }
                seen.completionsBeforeLast = completed.times
                Mark.put("last download ends")
            }
            let ended = underWay.withLock { $0[number] }
            ended.code(number == 1 ? NotFound() : nil)
        }
        completed.wait(patience: Caller.patience)
        drainMainQueue()
        seen.startedInAll = started.times
        seen.completions = completed.times
        seen.completionsOnMain = completedOnMain.times
        guard main.wait() else { return seen }

        let nothing = Occurrence()
        let noDownload = Attempt<Download> { _, ended in ended(nil) }
        let completionOfNothing = Attempt { nothing.happen() }
        DispatchQueue.main.async {
            Mark.put("call without downloads")
            attempt.code([], noDownload.code, completionOfNothing.code)
        }
        nothing.wait(patience: Caller.patience)
        drainMainQueue()
        seen.completionsOfNothing = nothing.times
        return seen
    }

    /// Waits until everything that stands in the main queue now has run, by way of a worker too.
    private static func drainMainQueue() {
        for _ in 1...2 {
            let drained = Occurrence()
            DispatchQueue.global().async { DispatchQueue.main.async { drained.happen() } }
            drained.wait(patience: Caller.patience)
        }
    }
}
