import Foundation
import Synchronization

/// The value that readers and writers of 02-reader-writer share: a page on which each change takes
/// two steps.
public struct Page: Sendable {
    /// Changes that have begun.
    public var begun = 0
    /// Changes that are complete. A reader that finds fewer complete than begun changes has seen a
    /// torn read.
    public var complete = 0

    public init() {}
}

/// 02-reader-writer: readers run at the same time, writers run alone, and no call waits without
/// need.
public enum ReaderWriterRun {
    /// The attempt's two functions for the page.
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

    /// The observations.
    public struct Observations: Codable, Sendable {
        public var readers = 3
        /// Readers that were inside at the same time.
        public var readersTogether = 0

        /// Readers that entered while a writer was halfway through its change.
        public var readersBesideWriter = 0
        /// Torn reads: readers that found the page half changed.
        public var tornReads = 0
        /// Whether another writer entered while one was halfway through.
        public var writersTogether = false
        /// The states of the readers that waited for the writer.
        public var waiting: [ProbeThread.Standing] = []
        /// Whether a change began while a reader was still inside.
        public var writerBesideReader = false

        /// The state of a call of `write` while a reader was inside.
        public var writeBesideReader = ProbeThread.Standing.returned

        /// Pairs of a write and a later read on one thread, and pairs in which the read saw the
        /// change.
        public var pairs = 5
        public var pairsInOrder = 0

        /// Changes that were requested in all phases, and changes that were made.
        public var changesWanted = 0
        public var changesMade = 0
        /// Calls that had not returned at the end of their phase. No later phase ran then.
        public var stuckCalls = 0
        /// The threads among them that work all the time, by the kernel's numbers.
        public var spinningThreads: [UInt64] = []
    }

    /// Runs the checks against an attempt and ends the process.
    /// - Parameter make: creates a new page that the attempt protects.
    public static func run(_ make: () -> Access) -> Never {
        AttemptRun.begin()
        var seen = Observations()
        // After a call that does not return, or a change that is never made, the later phases would
        // wait in vain.
        for phase in [readersMeet, writersAreAlone, writersNeedNotWait, readsFindEarlierWrites]
        where seen.stuckCalls == 0 && (seen.changesWanted == 0 || seen.changesMade > 0) {
            phase(Attempt(make()), &seen)
        }
        AttemptRun.end(seen)
    }

    private static func readersMeet(_ page: Attempt<Access>, _ seen: inout Observations) {
        let meeting = CountingEvent(), met = CountingEvent(), isHopeless = Atomic(false)
        let crowd = seen.readers
        let readers = (1...crowd).map { number in
            ProbeThread("reader \(number)") { _ in
                page.code.read { _ in
                    TraceMark.put("reader inside")
                    // After one reader has waited in vain, later readers need not wait.
                    if meeting.gather(crowd, patience: isHopeless.load(ordering: .relaxed) ? .zero : ProbeThread.patience) {
                        met.happen()
                    } else {
                        isHopeless.store(true, ordering: .relaxed)
                    }
                    TraceMark.put("reader goes")
                }
            }
        }
        seen.wait(for: readers, patience: ProbeThread.patience * 2)
        seen.readersTogether = met.times == 0 ? min(1, meeting.times) : met.times
    }

    private static func writersAreAlone(_ page: Attempt<Access>, _ seen: inout Observations) {
        let halfway = CountingEvent(), mayFinish = CountingEvent(), readerCame = CountingEvent(), tornRead = CountingEvent(),
            secondCame = CountingEvent()
        let made = CountingEvent()
        let isHalfway = Atomic(false)
        let first = ProbeThread("writer 1") { _ in
            page.code.write { content in
                TraceMark.put("writer inside")
                content.begun += 1
                isHalfway.store(true, ordering: .releasing)
                halfway.happen()
                mayFinish.wait()
                isHalfway.store(false, ordering: .releasing)
                content.complete += 1
                TraceMark.put("writer goes")
                made.happen()
            }
        }
        seen.changesWanted += 2
        halfway.wait(patience: ProbeThread.patience)
        let second = ProbeThread("writer 2") { _ in
            page.code.write { content in
                TraceMark.put("writer inside")
                if isHalfway.load(ordering: .acquiring) { secondCame.happen() }
                content.begun += 1
                content.complete += 1
                TraceMark.put("writer goes")
                made.happen()
            }
        }
        _ = second.settle()
        let readers = (4...5).map { number in
            ProbeThread("reader \(number)") { _ in
                page.code.read { content in
                    TraceMark.put("reader inside")
                    if isHalfway.load(ordering: .acquiring) { readerCame.happen() }
                    if content.begun != content.complete { tornRead.happen() }
                    TraceMark.put("reader goes")
                }
            }
        }
        seen.waiting = readers.map { $0.settle() }
        // A reader that is not blocked entered long before. This waits for a writer that a worker
        // thread runs after its caller has returned.
        secondCame.wait(patience: .milliseconds(50))
        seen.readersBesideWriter = readerCame.times
        seen.writersTogether = secondCame.times > 0
        mayFinish.happen()
        seen.wait(for: [first, second] + readers)
        made.wait(times: 2, patience: ProbeThread.patience)
        seen.tornReads = tornRead.times
        seen.changesMade += made.times
    }

    private static func writersNeedNotWait(_ page: Attempt<Access>, _ seen: inout Observations) {
        let inside = CountingEvent(), mayGo = CountingEvent(), writerCame = CountingEvent()
        let isInside = Atomic(false)
        let reader = ProbeThread("reader 6") { _ in
            page.code.read { _ in
                TraceMark.put("reader inside")
                isInside.store(true, ordering: .releasing)
                inside.happen()
                mayGo.wait()
                isInside.store(false, ordering: .releasing)
                TraceMark.put("reader goes")
            }
        }
        inside.wait(patience: ProbeThread.patience)
        let cameBeside = CountingEvent()
        let writer = ProbeThread("writer 3") { _ in
            page.code.write { content in
                TraceMark.put("writer inside")
                if isInside.load(ordering: .acquiring) { cameBeside.happen() }
                content.begun += 1
                content.complete += 1
                TraceMark.put("writer goes")
                writerCame.happen()
            }
        }
        seen.changesWanted += 1
        seen.writeBesideReader = writer.settle()
        cameBeside.wait(patience: .milliseconds(50))
        seen.writerBesideReader = cameBeside.times > 0
        mayGo.happen()
        seen.wait(for: [reader, writer])
        writerCame.wait(patience: ProbeThread.patience)
        seen.changesMade += writerCame.times
    }

    private static func readsFindEarlierWrites(_ page: Attempt<Access>, _ seen: inout Observations) {
        let made = CountingEvent(), inOrder = CountingEvent()
        let pairs = seen.pairs
        let caller = ProbeThread("writer and reader") { caller in
            for number in 1...pairs {
                let readerCame = CountingEvent()
                page.code.write { content in
                    content.begun += 1
                    // Hold the change until the later read waits outside, or is inside; unless the
                    // writer itself makes the change.
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
        seen.wait(for: [caller], patience: ProbeThread.patience * 2)
        made.wait(times: pairs, patience: ProbeThread.patience)
        seen.pairsInOrder = inOrder.times
        seen.changesMade += made.times
    }
}

extension ReaderWriterRun.Observations {
    /// Waits until the calls have returned, and counts those that do not.
    fileprivate mutating func wait(for callers: [ProbeThread], patience: Duration = ProbeThread.patience) {
        let stuck = ProbeThread.stuck(callers, patience: patience)
        stuckCalls += stuck
        if stuck > 0 { spinningThreads += callers.filter(\.spins).map(\.number) }
    }
}
