import Foundation
import Synchronization

/// What readers and writers of 02-reader-writer share: a page on which each change takes two steps, as most changes do.
public struct Page: Sendable {
    /// Changes that were begun.
    public var begun = 0
    /// Changes that are complete. A reader who finds fewer than were begun has looked into the middle of a change.
    public var complete = 0

    public init() {}
}

/// 02-reader-writer: readers meet inside the value, writers are alone with it, and nobody waits without need.
public enum ReaderWriterRun {
    /// An attempt's two ways to the page.
    public struct Access {
        var read: (_ body: @escaping (Page) -> Void) -> Void
        var write: (_ body: @escaping (inout Page) -> Void) -> Void

        public init(
            read: @escaping (_ body: @escaping (Page) -> Void) -> Void, write: @escaping (_ body: @escaping (inout Page) -> Void) -> Void
        ) {
            self.read = read
            self.write = write
        }
    }

    /// What was seen.
    public struct Observations: Codable, Sendable {
        public var readers = 3
        /// Readers that were inside together.
        public var readersTogether = 0

        /// Readers that came in while a writer was halfway through its change.
        public var readersBesideWriter = 0
        /// Those of them that found the page half changed.
        public var tornReads = 0
        /// Another writer came in while one was halfway through.
        public var writersTogether = false
        /// How the readers waited for the writer.
        public var waiting: [Caller.Standing] = []
        /// A change was begun while a reader was still inside.
        public var writerBesideReader = false

        /// What came of a call of `write` while a reader was inside.
        public var writeBesideReader = Caller.Standing.returned

        /// Pairs of a write and a read behind it, on one thread, and those in which the read found the change.
        public var pairs = 5
        public var pairsInOrder = 0

        /// Changes that were asked for in all phases, and those that were made.
        public var changesWanted = 0
        public var changesMade = 0
        /// Calls that had not returned when their phase was over; no phase came behind it.
        public var stuckCalls = 0
    }

    /// Runs the checks against an attempt and ends the process.
    /// - Parameter make: a new page under the attempt's protection.
    public static func run(_ make: () -> Access) -> Never {
        AttemptRun.begin()
        var seen = Observations()
        // A call that does not return, or changes that are never made, would let the phases behind them wait in vain.
        for phase in [readersMeet, writersAreAlone, writersNeedNotWait, readsFindEarlierWrites]
        where seen.stuckCalls == 0 && (seen.changesWanted == 0 || seen.changesMade > 0) {
            phase(Attempt(make()), &seen)
        }
        AttemptRun.end(seen)
    }

    private static func readersMeet(_ page: Attempt<Access>, _ seen: inout Observations) {
        let meeting = Occurrence(), met = Occurrence(), isHopeless = Atomic(false)
        let crowd = seen.readers
        let readers = (1...crowd).map { number in
            Caller("reader \(number)") { _ in
                page.code.read { _ in
                    Mark.put("reader inside")
                    // Once one has waited in vain, those who come in later need not.
                    if meeting.gather(crowd, patience: isHopeless.load(ordering: .relaxed) ? .zero : Caller.patience) {
                        met.happen()
                    } else {
                        isHopeless.store(true, ordering: .relaxed)
                    }
                    Mark.put("reader goes")
                }
            }
        }
        seen.stuckCalls += Caller.stuck(readers, patience: Caller.patience * 2)
        seen.readersTogether = met.times == 0 ? min(1, meeting.times) : met.times
    }

    private static func writersAreAlone(_ page: Attempt<Access>, _ seen: inout Observations) {
        let halfway = Occurrence(), mayFinish = Occurrence(), readerCame = Occurrence(), tornRead = Occurrence(), secondCame = Occurrence()
        let made = Occurrence()
        let isHalfway = Atomic(false)
        let first = Caller("writer 1") { _ in
            page.code.write { content in
                Mark.put("writer inside")
                content.begun += 1
                isHalfway.store(true, ordering: .releasing)
                halfway.happen()
                mayFinish.wait()
                isHalfway.store(false, ordering: .releasing)
                content.complete += 1
                Mark.put("writer goes")
                made.happen()
            }
        }
        seen.changesWanted += 2
        halfway.wait(patience: Caller.patience)
        let second = Caller("writer 2") { _ in
            page.code.write { content in
                Mark.put("writer inside")
                if isHalfway.load(ordering: .acquiring) { secondCame.happen() }
                content.begun += 1
                content.complete += 1
                Mark.put("writer goes")
                made.happen()
            }
        }
        _ = second.settle()
        let readers = (4...5).map { number in
            Caller("reader \(number)") { _ in
                page.code.read { content in
                    Mark.put("reader inside")
                    if isHalfway.load(ordering: .acquiring) { readerCame.happen() }
                    if content.begun != content.complete { tornRead.happen() }
                    Mark.put("reader goes")
                }
            }
        }
        seen.waiting = readers.map { $0.settle() }
        // Who is not kept out has come in long before: this is for one that a worker thread brings in later than its caller returns.
        secondCame.wait(patience: .milliseconds(50))
        seen.readersBesideWriter = readerCame.times
        seen.writersTogether = secondCame.times > 0
        mayFinish.happen()
        seen.stuckCalls += Caller.stuck([first, second] + readers)
        made.wait(times: 2, patience: Caller.patience)
        seen.tornReads = tornRead.times
        seen.changesMade += made.times
    }

    private static func writersNeedNotWait(_ page: Attempt<Access>, _ seen: inout Observations) {
        let inside = Occurrence(), mayGo = Occurrence(), writerCame = Occurrence()
        let isInside = Atomic(false)
        let reader = Caller("reader 6") { _ in
            page.code.read { _ in
                Mark.put("reader inside")
                isInside.store(true, ordering: .releasing)
                inside.happen()
                mayGo.wait()
                isInside.store(false, ordering: .releasing)
                Mark.put("reader goes")
            }
        }
        inside.wait(patience: Caller.patience)
        let cameBeside = Occurrence()
        let writer = Caller("writer 3") { _ in
            page.code.write { content in
                Mark.put("writer inside")
                if isInside.load(ordering: .acquiring) { cameBeside.happen() }
                content.begun += 1
                content.complete += 1
                Mark.put("writer goes")
                writerCame.happen()
            }
        }
        seen.changesWanted += 1
        seen.writeBesideReader = writer.settle()
        cameBeside.wait(patience: .milliseconds(50))
        seen.writerBesideReader = cameBeside.times > 0
        mayGo.happen()
        seen.stuckCalls += Caller.stuck([reader, writer])
        writerCame.wait(patience: Caller.patience)
        seen.changesMade += writerCame.times
    }

    private static func readsFindEarlierWrites(_ page: Attempt<Access>, _ seen: inout Observations) {
        let made = Occurrence(), inOrder = Occurrence()
        let pairs = seen.pairs
        let caller = Caller("writer and reader") { caller in
            for number in 1...pairs {
                let readerCame = Occurrence()
                page.code.write { content in
                    content.begun += 1
                    // The change is not made before the read behind it stands at the door, or is inside; unless the writer itself makes it.
                    if !caller.isThisThread { _ = caller.settle { readerCame.times > 0 } }
                    content.complete += 1
                    made.happen()
                }
                page.code.read { content in
                    let complete = content.complete
                    readerCame.happen()
                    if complete == number { inOrder.happen() }
                }
            }
        }
        seen.changesWanted += pairs
        seen.stuckCalls += Caller.stuck([caller], patience: Caller.patience * 2)
        made.wait(times: pairs, patience: Caller.patience)
        seen.pairsInOrder = inOrder.times
        seen.changesMade += made.times
    }
}
