import Foundation
import Synchronization

/// 04-group-balance: the checks decide how each upload ends. On every code path, the completion must
/// come once, after the last upload.
public enum GroupBalanceRun {
    /// The upload function for the attempt, and the closure that reports its end.
    public typealias Upload = (_ photo: [UInt8], _ ended: @escaping (Error?) -> Void) -> Void

    /// The attempt's function.
    public typealias BackUp = (
        _ names: [String], _ load: @escaping (_ name: String) -> [UInt8]?, _ upload: @escaping Upload, _ completion: @escaping () -> Void
    ) -> Void

    /// A call of the attempt: which photos are there, and how their uploads end.
    public struct Part: Sendable {
        public let name: String
        public let photos: Int
        public let missing: Set<Int>
        /// The uploads in the order of their ends: the photo's number, and whether the upload fails.
        public let ends: [(photo: Int, fails: Bool)]
        /// The input, as a clause.
        public let situation: String
    }

    public static let allThere = Part(
        name: "all there", photos: 3, missing: [], ends: [(0, false), (1, false), (2, false)], situation: "With 3 photos and no error")
    public static let oneMissing = Part(
        name: "one missing", photos: 3, missing: [1], ends: [(0, false), (2, false)], situation: "With 3 photos, one of them missing")
    public static let allMissing = Part(
        name: "all missing", photos: 2, missing: [0, 1], ends: [], situation: "With 2 photos, both missing")
    public static let secondTry = Part(
        name: "second try", photos: 3, missing: [], ends: [(0, true), (1, true), (2, false), (0, false), (1, false)],
        situation: "With 3 photos, when two uploads fail once each")
    public static let secondTryFails = Part(
        name: "second try fails", photos: 3, missing: [], ends: [(0, true), (1, false), (2, false), (0, true)],
        situation: "With 3 photos, when an upload fails twice")

    /// All calls, in their order.
    public static let parts = [allThere, oneMissing, allMissing, secondTry, secondTryFails]

    /// The observations of one call.
    public struct Course: Codable, Sendable {
        public var part: String
        /// Uploads that had started before the first one ended.
        public var startedTogether = 0
        /// The uploads of each photo.
        public var uploads: [Int] = []
        /// The state of the call before the first upload ended.
        public var call = ProbeThread.Standing.returned
        /// Completions while an upload was running.
        public var completionsBeforeLast = 0
        /// Completions in all.
        public var completions = 0
    }

    /// The observations.
    public struct Observations: Codable, Sendable {
        public var courses: [Course] = []
        /// Whether the checks ended because a call did not return.
        public var isBlocked = false
        /// Two calls at the same time, with one upload each: whether the first one completed only after the
        /// upload of the other one had ended.
        public var waitsForOtherCall = false
    }

    /// The mark before two calls at the same time.
    public static let twoCalls = "two calls"

    /// The mark before a call, and after it.
    public static func begins(_ part: String) -> String { "\(part) begins" }
    public static func returns(_ part: String) -> String { "\(part) returns" }

    /// The error of a failed upload.
    struct Busy: Error {}

    /// Runs the checks against an attempt and ends the process.
    public static func run(_ backUp: @escaping BackUp) -> Never {
        AttemptRun.begin()
        let attempt = Attempt(backUp)
        MainThread.serve(directedBy: "server") { direct(attempt) }
    }

    private static func direct(_ attempt: Attempt<BackUp>) -> Observations {
        var seen = Observations()
        let leftOut = AttemptRun.leftOutParts
        for part in parts where !leftOut.contains(part.name) {
            let before = seen.courses.first
            // If no call completes, or this kind of call has not, the others would wait in vain.
            if let before, before.completions == 0 { break }
            if part.name == allMissing.name, seen.courses.last?.completions == 0 { continue }
            let isSlow = before.map { $0.startedTogether < allThere.ends.count } ?? false
            let (course, hasReturned) = follow(attempt, part, isSlow)
            seen.courses.append(course)
            guard hasReturned else {
                seen.isBlocked = true
                break
            }
        }
        if leftOut.isEmpty, seen.courses.count == parts.count, seen.courses.allSatisfy({ $0.completions == 1 }) {
            seen.waitsForOtherCall = waitsForOtherCall(attempt)
        }
        return seen
    }

    private static func waitsForOtherCall(_ attempt: Attempt<BackUp>) -> Bool {
        let calls = TwoCalls()
        let load = Attempt<(String) -> [UInt8]?> { $0 == photoNames[0] ? [0] : [1] }
        let upload = Attempt<Upload> { photo, ended in calls.start(photo == [0] ? 0 : 1, ended) }
        let completions = [0, 1].map { call in Attempt { calls.complete(call) } }
        _ = MainThread.call {
            TraceMark.put(twoCalls)
            attempt.code([photoNames[0]], load.code, upload.code, completions[0].code)
            attempt.code([photoNames[1]], load.code, upload.code, completions[1].code)
        }
        return calls.firstWaitsForSecond()
    }

    /// Makes one call, and lets its uploads end.
    /// - Parameter isSlow: whether the attempt starts one upload after the other.
    private static func follow(_ attempt: Attempt<BackUp>, _ part: Part, _ isSlow: Bool) -> (course: Course, hasReturned: Bool) {
        var course = Course(part: part.name)
        let running = Mutex<[[Attempt<(Error?) -> Void>]]>(Array(repeating: [], count: part.photos))
        let started = (0..<part.photos).map { _ in CountingEvent() }
        let begun = CountingEvent(), completed = CountingEvent()
        let upload = Attempt<Upload> { photo, ended in
            guard let number = photo.first.map(Int.init), number < part.photos else { return ended(nil) }
            let ended = Attempt(ended)
            running.withLock { $0[number].append(ended) }
            started[number].happen()
            begun.happen()
        }
        let load = Attempt<(String) -> [UInt8]?> { name in
            guard let number = photoNames.firstIndex(of: name), !part.missing.contains(number) else { return nil }
            return [UInt8(number)]
        }
        let completion = Attempt {
            TraceMark.put("completion")
            completed.happen()
        }
        let caller = MainThread.call {
            TraceMark.put(begins(part.name))
            attempt.code(Array(photoNames.prefix(part.photos)), load.code, upload.code, completion.code)
            TraceMark.put(returns(part.name))
        }
        let there = part.photos - part.missing.count
        if there > 0 { begun.wait(patience: ProbeThread.patience) }
        course.call = caller.settle()
        // Uploads that worker threads start may have to wait for a worker thread.
        if course.call == .returned, !isSlow { begun.wait(times: there, patience: ProbeThread.patience) }
        course.startedTogether = begun.times

        var ended = Array(repeating: 0, count: part.photos)
        func end(_ photo: Int, fails: Bool) {
            // An upload is running, so a completion is too early. It has run when all is at rest.
            _ = ThreadStates.comeToRest()
            if course.call == .returned { MainThread.drain() }
            course.completionsBeforeLast = completed.times
            let closure = running.withLock { $0[photo][ended[photo]] }
            ended[photo] += 1
            closure.code(fails ? Busy() : nil)
        }
        for (photo, fails) in part.ends where started[photo].wait(times: ended[photo] + 1, patience: ProbeThread.patience) {
            end(photo, fails: fails)
        }
        // Uploads that should not be there end too, and well.
        _ = ThreadStates.comeToRest()
        for photo in 0..<part.photos {
            while ended[photo] < started[photo].times, ended[photo] < 5 {
                end(photo, fails: false)
                _ = ThreadStates.comeToRest()
            }
        }
        completed.wait(patience: ProbeThread.patience)
        _ = ThreadStates.comeToRest()
        let hasReturned = caller.wait()
        if hasReturned { MainThread.drain() }
        course.completions = completed.times
        course.uploads = started.map(\.times)
        return (course, hasReturned)
    }

    private static let photoNames = ["dawn", "noon", "dusk"]
}
