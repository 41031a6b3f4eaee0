import Foundation
import Synchronization

/// 01-once: several threads ask for what has not been made yet, while the first of them is in the middle of making it.
public enum OnceRun {
    /// What was seen.
    public struct Observations: Codable, Sendable {
        public var callers = 0
        /// How often the photos were read until all callers had their answer.
        public var reads = 0
        /// Most threads that were reading at once.
        public var readsAtOnce = 0
        /// Different objects in the callers' hands.
        public var instances = 0
        /// The callers behind the first one, while that one was still reading: in the order in which they came.
        public var others: [Caller.Standing] = []
        /// Callers that still had no answer when all was over.
        public var withoutAnswer = 0
        /// Whether somebody who asks later gets the same object, and the photos are not read again.
        public var laterIsSame = false
        /// The photos that the object holds are those that were read.
        public var photosAreThere = false
    }

    /// What happens inside `read`, and who has got what.
    private struct Course {
        var reads = 0
        var inside = 0
        var mostInside = 0
        var answers: [Attempt<AnyObject>] = []
    }

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
            course.withLock {
                $0.reads += 1
                $0.inside += 1
                $0.mostInside = max($0.mostInside, $0.inside)
            }
            reading.happen()
            mayFinish.wait(limit: .seconds(20))
            course.withLock { $0.inside -= 1 }
            return ["dawn", "noon", "dusk"]
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
            if number == 1 { reading.wait(limit: Caller.limit) }
        }
        var seen = Observations(callers: threads.count)
        // Those who read as well are asleep too, but inside `read`: they are counted there.
        seen.others = threads.dropFirst().map { $0.settle() }
        mayFinish.happen()
        seen.withoutAnswer = Caller.stuck(threads)

        let answers = course.withLock { $0.answers.map(\.code) }
        seen.instances = Set(answers.map { ObjectIdentifier($0) }).count
        seen.reads = course.withLock { $0.reads }
        seen.readsAtOnce = course.withLock { $0.mostInside }
        guard let first = answers.first, seen.withoutAnswer == 0 else { AttemptRun.end(seen) }
        seen.photosAreThere = photos(first) == ["dawn", "noon", "dusk"]
        let later = Mutex<Attempt<AnyObject>?>(nil)
        let late = Caller("later") { _ in
            Mark.put("asks")
            let answer = Attempt(attempt.code())
            Mark.put("has its answer")
            later.withLock { $0 = answer }
        }
        late.wait()
        seen.laterIsSame = later.withLock { $0?.code } === first && course.withLock { $0.reads } == seen.reads
        AttemptRun.end(seen)
    }
}
