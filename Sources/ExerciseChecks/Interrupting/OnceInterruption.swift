import Foundation
import Synchronization

extension OnceRun {
    /// What was seen with the first thread asleep in the middle of `shared`.
    public struct Interrupted: Codable, Sendable {
        /// Places at which the first thread could have been stopped.
        public var places = 0
        /// Whether it came to the wanted one.
        public var slept = false
        /// Where it was stopped, as return addresses from the start of the program.
        public var sleptAt: [UInt] = []
        /// What the second thread came to meanwhile.
        public var other = Caller.Standing.returned
        public var withoutAnswer = 0
        public var reads = 0
        public var instances = 0
        /// Where two threads were at one variable at the same time.
        public var clashAddress: UInt?
        public var clashAt: [UInt] = []
        public var sleeperWrites = false
        public var otherWrites = false
        /// Where somebody who asked when all was there changed something atomically, as whoever takes a lock does.
        public var laterChangeAt: [UInt] = []
    }

    /// Lets one thread ask and stops it at a place, then lets a second one ask, then lets the first one go on.
    static func interrupt(
        at place: Int, _ prepare: (@escaping @Sendable () -> [String]) -> Void, _ attempt: Attempt<() -> AnyObject>
    ) -> Never {
        let course = Mutex(Course())
        prepare {
            Interruption.aside { course.withLock { $0.reads += 1 } }
            return photoNames
        }
        Interruption.arm(at: place)
        // Longer than any machine is busy with others.
        let limit = Duration.seconds(8)
        @Sendable func ask() {
            let answer = Attempt(attempt.code())
            Interruption.aside { course.withLock { $0.answers.append(answer) } }
        }
        var seen = Interrupted()
        let first = Caller("interrupted") { _ in Interruption.watch(ask) }
        _ = first.settle(limit: limit) { Interruption.isAsleep.times > 0 }
        seen.slept = Interruption.isAsleep.times > 0
        let second = Caller("other") { _ in ask() }
        seen.other = second.settle()
        Interruption.goOn()
        seen.withoutAnswer = Caller.stuckForGood([first, second], limit: limit)
        if seen.withoutAnswer == 0 {
            let later = Caller("later") { _ in Interruption.lookForChanges(ask) }
            seen.withoutAnswer = Caller.stuckForGood([later], limit: limit)
        }
        seen.places = Interruption.places
        seen.sleptAt = Interruption.sleepsAt
        seen.reads = course.withLock { $0.reads }
        seen.instances = course.withLock { Set($0.answers.map { ObjectIdentifier($0.code) }).count }
        if let clash = Interruption.clash {
            seen.clashAddress = clash.address
            seen.clashAt = clash.otherIsAt
            seen.sleeperWrites = clash.sleeperWrites
            seen.otherWrites = clash.otherWrites
        }
        seen.laterChangeAt = Interruption.changeAt
        AttemptRun.end(seen)
    }
}
