import Foundation
import Synchronization

/// 07-at-most-n: the checks decide when each download ends. At most n of them must be between their
/// begin and their end.
public enum AtMostRun {
    /// The download function for the attempt.
    public typealias Download = (_ name: String) throws -> Void

    /// The attempt's function.
    public typealias DownloadAll = (_ names: [String], _ limit: Int, _ download: @escaping Download) -> Void

    /// The observations of one call.
    public struct Course: Codable, Sendable {
        public var names: Int
        public var limit: Int
        /// Downloads that had started before the first one ended, and when one had ended.
        public var startedTogether = 0
        public var startedAfterOne = 0
        /// Downloads that had started before the slow one ended.
        public var startedBesideSlow = 0
        /// The largest number of downloads at the same time.
        public var most = 0
        /// All downloads that were started, and names that were downloaded more than once.
        public var started = 0
        public var repeated = 0
        /// Whether a thread worked or woke up repeatedly while all slots were taken.
        public var isRestless = false
        /// Whether the call had returned while a download was running.
        public var returnedEarly = false
        /// Whether the call returned at the end.
        public var hasReturned = false

        init(names: Int, limit: Int) {
            self.names = names
            self.limit = limit
        }
    }

    /// The observations.
    public struct Observations: Codable, Sendable {
        /// A call in which all downloads succeed.
        public var well = Course(names: 6, limit: 3)
        /// A call in which all downloads fail; nil if the first call did not return.
        public var failing: Course?
        /// Two calls at the same time, with one download each: whether the first one returned only after the
        /// download of the other one had ended.
        public var waitsForOtherCall = false
    }

    /// The marks at the begin of the calls, and when all slots are taken in the first one.
    public static let wellBegins = "well begins", failingBegins = "failing begins", slotsAreTaken = "slots are taken"
    public static let twoCalls = "two calls"

    /// The error of a failed download.
    struct NotFound: Error {}

    /// Runs the checks against an attempt and ends the process.
    public static func run(_ downloadAll: @escaping DownloadAll) -> Never {
        AttemptRun.begin()
        let attempt = Attempt(downloadAll)
        var seen = Observations()
        follow(attempt, wellBegins, fails: false, &seen.well)
        if seen.well.hasReturned {
            var course = Course(names: 6, limit: 2)
            follow(attempt, failingBegins, fails: true, &course)
            seen.failing = course
            if course.hasReturned { seen.waitsForOtherCall = waitsForOtherCall(attempt) }
        }
        AttemptRun.end(seen)
    }

    /// The downloads in the order of their begin.
    private struct State {
        var begun: [Int] = []
        var inside = 0
        var most = 0
    }

    private static func waitsForOtherCall(_ attempt: Attempt<DownloadAll>) -> Bool {
        TraceMark.put(twoCalls)
        let begun = CountingEvent(), mayEnd = ["dawn": CountingEvent(), "noon": CountingEvent()]
        let download = Attempt<Download> { name in
            begun.happen()
            mayEnd[name]?.wait()
        }
        let callers = ["dawn", "noon"].map { name in
            ProbeThread("caller for \(name)") { _ in attempt.code([name], 2, download.code) }
        }
        guard begun.wait(times: 2, patience: ProbeThread.patience) else {
            mayEnd.values.forEach { $0.happen() }
            return false
        }
        mayEnd["dawn"]?.happen()
        let isInTime = callers[0].wait()
        mayEnd["noon"]?.happen()
        return ProbeThread.stuck(callers) == 0 && !isInTime
    }

    private static func follow(_ attempt: Attempt<DownloadAll>, _ mark: String, fails: Bool, _ course: inout Course) {
        let names = (0..<course.names).map { "photo \($0)" }, limit = course.limit
        let state = Mutex(State())
        let begun = CountingEvent()
        let mayEnd = names.map { _ in CountingEvent() }
        let download = Attempt<Download> { name in
            guard let number = names.firstIndex(of: name) else { return }
            state.withLock {
                $0.begun.append(number)
                $0.inside += 1
                $0.most = max($0.most, $0.inside)
            }
            begun.happen()
            mayEnd[number].wait()
            state.withLock { $0.inside -= 1 }
            if fails { throw NotFound() }
        }
        let caller = ProbeThread("caller") { _ in
            TraceMark.put(mark)
            attempt.code(names, limit, download.code)
        }
        begun.wait(times: limit, patience: ProbeThread.patience)
        course.isRestless = !ThreadStates.comeToRest()
        course.startedTogether = begun.times
        if !fails { TraceMark.put(slotsAreTaken) }

        // One download is slow, the second that began: it ends last, and the others in the order of their begin.
        let slow = state.withLock { $0.begun.count > 1 ? $0.begun[1] : nil }
        for released in 0..<names.count {
            let isLast = released == names.count - 1
            guard begun.wait(times: min(released + (slow == nil ? 1 : 2), names.count), patience: ProbeThread.patience) else { break }
            if isLast {
                course.startedBesideSlow = begun.times
                course.returnedEarly = caller.settle() == .returned
            }
            let quick = state.withLock { state in state.begun.filter { $0 != slow } }
            guard let next = isLast ? slow ?? quick.last : quick.dropFirst(released).first else { break }
            mayEnd[next].happen()
            if released == 0 {
                begun.wait(times: course.startedTogether + 1, patience: ProbeThread.patience)
                course.startedAfterOne = begun.times
            }
            _ = ThreadStates.comeToRest()
        }
        course.startedBesideSlow = max(course.startedBesideSlow, begun.times)
        // Downloads of the same name again, and late ones, end too.
        mayEnd.forEach { $0.happen() }
        course.hasReturned = ProbeThread.stuck([caller]) == 0
        _ = ThreadStates.comeToRest()
        course.started = begun.times
        let order = state.withLock { $0.begun }
        course.repeated = order.count - Set(order).count
        course.most = state.withLock { $0.most }
    }
}
