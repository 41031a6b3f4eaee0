/// How much of a run its trace shows. A claim that something did *not* happen asks this first.
///
/// When the recorder's buffer is full, the oldest records are replaced: threads that were busy lose their first part, and others may keep
/// theirs. So the reader keeps only what the remaining records prove. From `start` on every event is there. What is earlier is there only
/// if it lasts beyond `start`: a wait that had begun, an item that ran, the creation of an object.
public struct Coverage: Equatable, Sendable {
    /// From this time on no event is missing; 0: the whole run is there.
    public var start: Int64
    /// Some events are missing, and nothing tells when they happened: the file is damaged, or there were too many threads for the buffer.
    public var hasGaps: Bool
    /// The part that was to be recorded; the rest of the run is not in the trace.
    public var choice = RecordedChoice.all

    public init(start: Int64 = 0, hasGaps: Bool = false, choice: RecordedChoice = .all) {
        self.start = start
        self.hasGaps = hasGaps
        self.choice = choice
    }

    /// The whole run.
    public static let whole = Coverage()

    /// The part of the run that the trace is about, if that is not the whole run: "nothing is missing from +1.2 s on"; nil if no such part is known.
    /// - Parameter moment: a moment in words.
    public func knownPart(_ moment: (Int64) -> String) -> String? {
        start > 0 && !hasGaps ? "nothing is missing from \(moment(start)) on" : nil
    }

    /// Said where no record was lost, but the first part is not in the trace.
    public static let leftOut = "The first part of the run was left out"

    /// Whether every event of the run is in the trace.
    public var isWhole: Bool { start == 0 && !hasGaps && choice.isAll }

    /// Whether nothing that happened from this time on is missing.
    public func isWhole(from time: Int64) -> Bool { !hasGaps && choice.isAll && time >= start }

    /// Whether no item is missing on a queue of this kind from this time on.
    func isWhole(from time: Int64, about kind: Trace.Queue.Kind) -> Bool { !hasGaps && choice.hasItems(of: kind) && time >= start }

    /// Whether nothing that was done with an object of this kind is missing from this time on.
    func isWhole(from time: Int64, about kind: Trace.SyncObject.Kind) -> Bool { !hasGaps && choice.hasAll(of: kind) && time >= start }
}

extension Trace {
    /// Whether an item was unfinished when the trace ended: it was submitted and never began, or it began and never ended. False if the end
    /// could be one of the lost events.
    public func isUnfinished(_ item: Int) -> Bool {
        guard !coverage.hasGaps, items[item].ended == nil else { return false }
        return items[item].began != nil || items[item].cancelled == nil
    }

    /// Whether a wait was not over when the trace ended. False if its end could be one of the lost events.
    public func isUnfinished(_ wait: Wait) -> Bool { wait.ended == nil && !coverage.hasGaps }
}
