import Foundation
import Synchronization

/// 01-once: several threads ask for what has not been made yet, while the first of them is in the middle of making it.
public enum OnceRun {
    /// What was seen.
    public struct Observations: Codable, Sendable {
        public var callers = 0
        /// How often the photos were read before anybody had asked: while `readNames` was being set.
        public var readsAtLaunch = 0
        /// How often they were read until all callers had their answer.
        public var reads = 0
        /// How often they were read behind that: when the answer's names were looked at.
        public var readsOnLook = 0
        /// How often they were read when somebody asked later.
        public var readsLater = 0
        /// Most threads that were reading at once.
        public var readsAtOnce = 0
        /// Different objects in the callers' hands.
        public var instances = 0
        /// The callers behind the first one, while that one was still reading: in the order in which they came.
        public var others: [Caller.Standing] = []
        /// Callers that still had no answer when all was over, and how the first one stood then.
        public var withoutAnswer = 0
        public var firstAtTheEnd = Caller.Standing.returned
        /// Whether somebody who asks later gets an object that somebody had been given before.
        public var laterIsKnown = false
        /// The photos that the object holds are those that were read.
        public var photosAreThere = false
    }

    /// What happens inside `read`, and who has got what.
    struct Course {
        var reads = 0
        var inside = 0
        var mostInside = 0
        var answers: [Attempt<AnyObject>] = []
        /// Whether whoever reads has to wait until it may go on.
        var mustWait = false
    }

    static let photoNames = ["dawn", "noon", "dusk"]

    /// Runs the checks against an attempt and ends the process.
    /// - Parameter prepare: gives the attempt what reads the photos.
    public static func run(
        prepare: (@escaping @Sendable () -> [String]) -> Void, ask: @escaping () -> AnyObject,
        photos: (AnyObject) -> [String]
    ) -> Never {
        AttemptRun.begin()
        let attempt = Attempt(ask)
        let course = Mutex(Course())
        let reading = Occurrence(), mayFinish = Occurrence()
        prepare {
            let mustWait = course.withLock {
                $0.reads += 1
                $0.inside += 1
                $0.mostInside = max($0.mostInside, $0.inside)
                return $0.mustWait
            }
            reading.happen()
            if mustWait { mayFinish.wait() }
            course.withLock { $0.inside -= 1 }
            return photoNames
        }
        var seen = Observations()
        seen.readsAtLaunch = course.withLock {
            $0.mustWait = true
            return $0.reads
        }
        var threads: [Caller] = []
        for number in 1...4 {
            threads.append(
                Caller("caller \(number)") { _ in
                    Mark.put("asks")
                    let answer = Attempt(attempt.code())
                    Mark.put("has its answer")
                    course.withLock { $0.answers.append(answer) }
                })
            // Who never reads has returned, or waits for something else.
            if number == 1, seen.readsAtLaunch == 0 { _ = threads[0].settle { reading.times > 0 } }
        }
        seen.callers = threads.count
        // Those who read as well are asleep too, but inside `read`: they are counted there.
        seen.others = threads.dropFirst().map { $0.settle() }
        mayFinish.happen()
        seen.withoutAnswer = Caller.stuck(threads)
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
        let late = Caller("later") { _ in
            Mark.put("asks")
            let answer = Attempt(attempt.code())
            Mark.put("has its answer")
            later.withLock { $0 = answer }
        }
        late.wait()
        let latest = later.withLock { $0?.code }
        seen.laterIsKnown = answers.contains { $0 === latest }
        seen.readsLater = course.withLock { $0.reads } - readsBefore - seen.readsOnLook
        AttemptRun.end(seen)
    }
}
