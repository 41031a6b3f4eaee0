import Foundation
import Synchronization

/// 15-cancellable-work-item: the checks decide how far a search is when the next text comes.
public enum CancellableWorkItemRun {
    public typealias Matches = (_ photo: String, _ text: String) -> Bool
    public typealias Show = ([String]) -> Void

    /// Creates the attempt's search. Returns its function for a new text.
    public typealias Make = (_ photos: [String], _ pause: Double, _ matches: @escaping Matches, _ show: @escaping Show) -> (String) -> Void

    /// The observations of one search field.
    public struct Course: Codable, Sendable {
        /// The texts of the results that were shown, in their order; "?" for any other result.
        public var shown: [String] = []
        /// How many of them were not shown on the main thread.
        public var shownElsewhere = 0
        /// The photos that were compared with each text.
        public var compared: [String: Int] = [:]
        /// Whether photos were compared on the main thread.
        public var isSearchOnMain = false
        /// The state of the main thread during the search, or during the pause.
        public var call = ProbeThread.Standing.returned
        /// The time between the last text and the first comparison with it, in seconds.
        public var timeToSearch: Double?
    }

    /// The observations. A part that was not run is nil.
    public struct Observations: Codable, Sendable {
        public var photos = photoNames.count
        /// One text.
        public var one = Course()
        /// One text, and a pause that is never over.
        public var pause: Course?
        /// A second text during the pause.
        public var replaced: Course?
        /// A second text while the search was comparing the third photo.
        public var running: Course?
        /// A second text when the search had ended, and its result was on its way.
        public var found: Course?
        /// A second text while the search was comparing the third photo, and then the first text again.
        public var again: Course?
    }

    /// The photo that a search compares while the next text comes: the number of comparisons so far.
    public static let heldAt = 3

    /// The marks before a step of the checks.
    public static let steps = [
        "one text": "With one text:", "long pause": "During the pause:", "second text in the pause": "With a second text during the pause:",
        "second text in the search": "With a second text during the search:",
        "second text after the search": "With a second text after the search:",
        "first text again": "With a second text during the search, and then the first text again:",
    ]

    /// A pause in seconds, before which no search must begin. It has a fraction, so an attempt that waits only
    /// whole seconds begins too early.
    public static let timed = 1.4

    private static let first = "1", second = "2"
    private static let photoNames = (0..<20).map { "photo \($0)" }

    /// Runs the checks against an attempt and ends the process.
    public static func run(_ make: @escaping Make) -> Never {
        AttemptRun.begin()
        let attempt = Attempt(make)
        MainThread.serve(directedBy: "user") { direct(attempt) }
    }

    private static func direct(_ attempt: Attempt<Make>) -> Observations {
        var seen = Observations()
        seen.one = oneText(attempt)
        // Without a result, or with a blocked main thread, the other parts would wait in vain.
        guard !seen.one.shown.isEmpty, seen.one.call == .returned else { return seen }
        let pause = longPause(attempt)
        seen.pause = pause
        guard pause.call == .returned else { return seen }
        seen.replaced = secondTextInThePause(attempt)
        guard !seen.one.isSearchOnMain else { return seen }
        seen.running = secondTextInTheSearch(attempt)
        seen.found = secondTextAfterTheSearch(attempt)
        seen.again = firstTextAgain(attempt)
        return seen
    }

    private static func oneText(_ attempt: Attempt<Make>) -> Course {
        TraceMark.put("one text")
        let field = Field(attempt, pause: 0.01)
        field.hold(first, at: 1)
        let call = MainThread.call { field.type(first) }
        field.isHeld.wait(patience: ProbeThread.patience)
        let standing = call.settle()
        field.letGo()
        field.hasShown.wait(patience: ProbeThread.patience)
        return field.course(standing)
    }

    private static func longPause(_ attempt: Attempt<Make>) -> Course {
        TraceMark.put("long pause")
        let field = Field(attempt, pause: 3600)
        let call = MainThread.call { field.type(first) }
        let standing = call.settle()
        return field.course(standing)
    }

    private static func secondTextInThePause(_ attempt: Attempt<Make>) -> Course {
        TraceMark.put("second text in the pause")
        let field = Field(attempt, pause: timed)
        let call = MainThread.call {
            field.type(first)
            field.type(second)
        }
        let standing = call.settle()
        field.hasShownSecond.wait(patience: ProbeThread.patience * 2)
        return field.course(standing)
    }

    private static func secondTextInTheSearch(_ attempt: Attempt<Make>) -> Course {
        TraceMark.put("second text in the search")
        let field = Field(attempt, pause: 0.01)
        field.hold(first, at: heldAt)
        _ = MainThread.call { field.type(first) }.wait()
        field.isHeld.wait(patience: ProbeThread.patience)
        let call = MainThread.call { field.type(second) }
        let standing = call.settle()
        restUntilPauseIsOver()
        field.letGo()
        field.hasShownSecond.wait(patience: ProbeThread.patience)
        return field.course(standing)
    }

    private static func secondTextAfterTheSearch(_ attempt: Attempt<Make>) -> Course {
        TraceMark.put("second text after the search")
        let field = Field(attempt, pause: 0.01)
        // The main thread is busy while the search runs. So its result waits in the main queue when the
        // second text comes.
        let call = MainThread.call {
            field.type(first)
            field.hasCompared.wait(times: photoNames.count, patience: ProbeThread.patience)
            _ = ThreadStates.comeToRest()
            field.type(second)
        }
        _ = call.wait(patience: ProbeThread.patience * 3)
        field.hasShownSecond.wait(patience: ProbeThread.patience)
        return field.course(.returned)
    }

    private static func firstTextAgain(_ attempt: Attempt<Make>) -> Course {
        TraceMark.put("first text again")
        let field = Field(attempt, pause: 0.01)
        field.hold(first, at: heldAt)
        _ = MainThread.call { field.type(first) }.wait()
        field.isHeld.wait(patience: ProbeThread.patience)
        let call = MainThread.call {
            field.type(second)
            field.type(first)
        }
        let standing = call.settle()
        restUntilPauseIsOver()
        field.letGo()
        // The last search compares all photos, whatever the first one does.
        field.hasCompared.wait(times: heldAt + photoNames.count, patience: ProbeThread.patience)
        field.hasShown.wait(patience: ProbeThread.patience)
        return field.course(standing)
    }

    /// Waits until the pause of the last text is over, and its search goes on no further. Otherwise the threads
    /// would decide what comes first: the end of the pause, or the next photo of the search before.
    private static func restUntilPauseIsOver() {
        // It takes longer than the pause. A thread that the pause wakes up is not at rest.
        _ = ThreadStates.comeToRest()
    }

    /// A search field of the checks, with the attempt's search.
    private final class Field: Sendable {
        private let state = Mutex(Course())
        private let search = Mutex<Attempt<(String) -> Void>?>(nil)
        private let lastText = Mutex<(text: String, time: ContinuousClock.Instant)?>(nil)
        private let held = Mutex<(text: String, count: Int)?>(nil)
        private let mayGo = CountingEvent()
        let isHeld = CountingEvent(), hasCompared = CountingEvent(), hasShown = CountingEvent(), hasShownSecond = CountingEvent()

        init(_ make: Attempt<Make>, pause: Double) {
            let matches = Attempt<Matches> { [self] photo, text in compare(photo, text) }
            let show = Attempt<Show> { [self] found in self.show(found) }
            let created = CountingEvent()
            DispatchQueue.main.async { [self] in
                let code = Attempt(make.code(photoNames, pause, matches.code, show.code))
                search.withLock { $0 = code }
                created.happen()
            }
            created.wait(patience: ProbeThread.patience)
        }

        /// The user types, on the main thread.
        func type(_ text: String) {
            lastText.withLock { $0 = (text, .now) }
            search.withLock { $0 }?.code(text)
        }

        /// Lets a search wait while it compares this photo.
        func hold(_ text: String, at count: Int) { held.withLock { $0 = (text, count) } }

        func letGo() { mayGo.happen() }

        private func compare(_ photo: String, _ text: String) -> Bool {
            let isMain = MainThread.isHere
            let pause = lastText.withLock { $0.flatMap { $0.text == text ? (ContinuousClock.now - $0.time) / .seconds(1) : nil } }
            let count = state.withLock {
                $0.timeToSearch = $0.timeToSearch ?? pause
                $0.compared[text, default: 0] += 1
                if isMain { $0.isSearchOnMain = true }
                return $0.compared[text]
            }
            hasCompared.happen()
            // The main thread must not wait here: the user could not type.
            if let held = held.withLock({ $0 }), held.text == text, held.count == count {
                isHeld.happen()
                if !isMain { mayGo.wait() }
            }
            return photo.contains(text)
        }

        private func show(_ found: [String]) {
            TraceMark.put("shown")
            let isMain = MainThread.isHere
            let text = [first, second].first { text in found == photoNames.filter { $0.contains(text) } } ?? "?"
            state.withLock {
                $0.shown.append(text)
                if !isMain { $0.shownElsewhere += 1 }
            }
            hasShown.happen()
            if text == second { hasShownSecond.happen() }
        }

        /// The observations, when everything is at rest.
        func course(_ standing: ProbeThread.Standing) -> Course {
            _ = ThreadStates.comeToRest()
            if standing == .returned { MainThread.drain() }
            return state.withLock {
                $0.call = standing
                return $0
            }
        }
    }
}
