import Foundation
import Synchronization

/// 01-once: several threads ask for the catalogue while the first of them is still creating it.
public enum OnceRun {
    /// The observations.
    public struct Observations: Codable, Sendable {
        public var callers = 0
        /// The reads of the photos before any thread had asked: while `readNames` was being set.
        public var readsAtLaunch = 0
        /// The reads until all callers had their answer.
        public var reads = 0
        /// The reads after that, when the answer's names were used.
        public var readsOnLook = 0
        /// The reads during a later call.
        public var readsLater = 0
        /// The largest number of threads that were reading at the same time.
        public var readsAtOnce = 0
        /// Different objects that the callers got.
        public var instances = 0
        /// The states of the other callers while the first one was still reading, in the order of
        /// their calls.
        public var others: [ProbeThread.Standing] = []
        /// Callers without an answer at the end, and the state of the first caller then.
        public var withoutAnswer = 0
        public var firstAtTheEnd = ProbeThread.Standing.returned
        /// Whether a later caller gets an object that an earlier caller got.
        public var laterIsKnown = false
        /// Whether the object contains the photos that were read.
        public var photosAreThere = false
    }

    /// The state inside `read`, and the answers of the callers.
    struct Course {
        var reads = 0
        var inside = 0
        var mostInside = 0
        var answers: [Attempt<AnyObject>] = []
        /// Whether a thread that reads is held until the checks let it continue.
        var mustWait = false
        /// The reads that were held.
        var held = 0

        /// A read begins.
        /// - Returns: its number among those that are held; 0: it goes on.
        mutating func begin() -> Int {
            reads += 1
            inside += 1
            mostInside = max(mostInside, inside)
            if mustWait { held += 1 }
            return mustWait ? held : 0
        }
    }

    private static func answer(from attempt: Attempt<() -> AnyObject>) -> Attempt<AnyObject> {
        TraceMark.put("asks")
        let answer = Attempt(attempt.code())
        TraceMark.put("has its answer")
        return answer
    }

    static let photoNames = ["dawn", "noon", "dusk"]

    /// Runs the checks against an attempt and ends the process.
    /// - Parameter prepare: gives the attempt the function that reads the photos.
    public static func run(
        prepare: (@escaping @Sendable () -> [String]) -> Void, ask: @escaping () -> AnyObject,
        photos: (AnyObject) -> [String]
    ) -> Never {
        AttemptRun.begin()
        let attempt = Attempt(ask)
        let course = Mutex(Course())
        let reading = CountingEvent(), mayFinish = CountingEvent()
        prepare {
            let turn = course.withLock { $0.begin() }
            reading.happen()
            mayFinish.wait(times: turn)
            course.withLock { $0.inside -= 1 }
            return photoNames
        }
        var seen = Observations()
        // Another thread can read at launch, too.
        _ = ThreadStates.comeToRest()
        seen.readsAtLaunch = course.withLock {
            $0.mustWait = true
            return $0.reads
        }
        var threads: [ProbeThread] = []
        for number in 1...4 {
            threads.append(
                ProbeThread("caller \(number)") { _ in
                    let answer = answer(from: attempt)
                    course.withLock { $0.answers.append(answer) }
                })
            // A caller that never reads has returned, or is blocked on something else.
            if number == 1, seen.readsAtLaunch == 0 { _ = threads[0].settle { reading.times > 0 } }
        }
        seen.callers = threads.count
        // Other callers that read sleep too, but inside `read`: they are counted there.
        seen.others = threads.dropFirst().map { $0.settle() }
        // If several threads read, they go on one after the other. So each caller has its answer before another thread stores a new one.
        var finished = 0
        repeat {
            finished += 1
            mayFinish.happen()
            _ = ThreadStates.comeToRest()
            course.withLock { $0.mustWait = $0.held > finished && finished < 20 }
        } while course.withLock({ $0.mustWait })
        seen.withoutAnswer = ProbeThread.stuck(threads)
        if seen.withoutAnswer > 0 { seen.firstAtTheEnd = threads[0].settle() }

        let answers = course.withLock { $0.answers.map(\.code) }
        seen.instances = Set(answers.map { ObjectIdentifier($0) }).count
        seen.reads = course.withLock { $0.reads } - seen.readsAtLaunch
        seen.readsAtOnce = course.withLock { $0.mostInside }
        guard let first = answers.first, seen.withoutAnswer == 0 else { AttemptRun.end(seen) }
        let readsBefore = course.withLock { $0.reads }
        seen.photosAreThere = photos(first) == photoNames
        seen.readsOnLook = course.withLock { $0.reads } - readsBefore
        let later = Mutex<Attempt<AnyObject>?>(nil)
        let late = ProbeThread("later") { _ in
            let answer = answer(from: attempt)
            later.withLock { $0 = answer }
        }
        late.wait()
        let latest = later.withLock { $0?.code }
        seen.laterIsKnown = answers.contains { $0 === latest }
        seen.readsLater = course.withLock { $0.reads } - readsBefore - seen.readsOnLook
        AttemptRun.end(seen)
    }
}
