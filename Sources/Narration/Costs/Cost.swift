import Words
import Trace

/// A kind of problem that cost time in a run, with its worst instance.
public struct Cost: Equatable, Sendable {
    /// The check that found it.
    public enum Kind: String, CaseIterable, Sendable {
        case lockWait, queueBacklog, longItem, blockedMain, blockedLoop, lateStart, unfinishedTask, blockedPool, priorityInversion
    }

    public var kind: Kind
    /// Nanoseconds of the run in which it happened; time in which it happened several times counts once.
    public var nanoseconds: Int64
    /// One or two sentences: how much, where, and by whom.
    public var text: String
    /// A sentence: what to try.
    public var hint: String
    /// The line of the worst instance, where the trace shows it.
    public var place: Trace.Place.Location?
    /// The begin of the worst instance, in nanoseconds since the recording began.
    public var moment: Int64
}

/// The costs of a run, the greatest first.
public struct Costs: Equatable, Sendable {
    public let all: [Cost]

    /// Nothing is found in an explored run, in which time is steps. n log n in items and waits.
    public init(_ trace: Trace) {
        guard trace.origin == .recorder else {
            all = []
            return
        }
        let facts = CostFacts(trace)
        let found: [[Cost]] = [
            LockWaits.costs(facts), QueueBacklog.costs(facts), LongItems.costs(facts), BlockedMain.costs(facts), LateStart.costs(facts),
            BlockedLoop.costs(facts), UnfinishedTasks.costs(facts), BlockedPool.costs(facts), PriorityInversion.costs(facts),
        ]
        // Where two are equal, the one that says more about the cause comes first.
        let ranks = Dictionary(uniqueKeysWithValues: Cost.Kind.allCases.enumerated().map { ($1, $0) })
        all = found.flatMap(\.self).sorted {
            ($1.nanoseconds, ranks[$0.kind] ?? 0, $0.moment) < ($0.nanoseconds, ranks[$1.kind] ?? 0, $1.moment)
        }
    }

    /// The sentences of the greatest costs, as numbered lines: "1. Lock `cache` cost 41 ms …".
    public func lines(most: Int = 5) -> [String] {
        guard !all.isEmpty else { return [] }
        let more = all.count > most ? ["And \(Wording.count(all.count - most, "smaller cost", "smaller costs"))."] : []
        return ["Cost first:"] + all.prefix(most).enumerated().map { "\($0 + 1). \($1.text) \($1.hint)" } + more
    }

    /// The lines for display: broken between words, continuation lines indented.
    public func lines(_ layout: StepLog.Layout, most: Int = 5) -> [String] {
        lines(most: most).flatMap { line in
            let text = layout.isASCII ? SafeText.ascii(line) : line
            return StepLog.wrap([Span(.text, text)], width: layout.width - 3).enumerated().map { index, spans in
                (index == 0 ? "" : "   ") + spans.map(\.text).joined()
            }
        }
    }
}

/// The facts of a trace that several checks use.
struct CostFacts {
    let trace: Trace
    let names: Names
    let history: TaskHistory
    /// Index into `Trace.waits` for each lane, in the order of time.
    let waitsOfLane: [[Int]]

    init(_ trace: Trace) {
        self.trace = trace
        names = Names(trace: trace)
        history = TaskHistory(trace)
        var waits = [[Int]](repeating: [], count: trace.lanes.count)
        for (index, wait) in trace.waits.enumerated() where waits.indices.contains(wait.lane) && !wait.passedAtOnce {
            waits[wait.lane].append(index)
        }
        waitsOfLane = waits
    }

    func end(_ wait: Trace.Wait) -> Int64 { max(wait.began, wait.ended ?? trace.duration) }
    func length(_ wait: Trace.Wait) -> Int64 { end(wait) - wait.began }

    /// How long the stretches are together, where time that several cover counts once.
    static func union(_ stretches: [(start: Int64, end: Int64)]) -> Int64 {
        var total: Int64 = 0, covered = Int64.min
        for stretch in stretches.sorted(by: { $0.start < $1.start }) where stretch.end > covered {
            total += stretch.end - max(stretch.start, covered)
            covered = stretch.end
        }
        return total
    }

    func call(_ place: Int?) -> Trace.Place.Location? {
        place.flatMap { trace.places.indices.contains($0) ? trace.places[$0].call ?? trace.places[$0].closure : nil }
    }

    /// The line of a wait; where that is not known, the code that waited.
    func line(of wait: Trace.Wait) -> Trace.Place.Location? {
        if let place = call(wait.place), !place.file.isEmpty, place.line > 0 { return place }
        return wait.item.flatMap(code(ofItem:)) ?? call(wait.place)
    }

    /// The code of an item: its closure.
    func code(ofItem item: Int) -> Trace.Place.Location? {
        if let task = history.task(ofItem: item, trace), let place = trace.tasks[task].place { return trace.places[place].closure }
        return trace.items[item].place.flatMap {
            trace.places.indices.contains($0) ? trace.places[$0].closure ?? trace.places[$0].call : nil
        }
    }

    /// " (server.swift:12)", or nothing.
    func brackets(_ place: Trace.Place.Location?) -> String { place.flatMap(Names.place).map { " (\($0))" } ?? "" }

    /// The longest wait of a thread in a part of the time, with the length of that part of it.
    func longestWait(ofLane lane: Int, from start: Int64, to end: Int64) -> (wait: Trace.Wait, length: Int64)? {
        guard waitsOfLane.indices.contains(lane) else { return nil }
        let waits = waitsOfLane[lane]
        var longest: (wait: Trace.Wait, length: Int64)?
        // A wait that is open at `start` began before it. Waits of one thread can lie in each other, but hardly more than two.
        var index = max(0, waits.indices.firstPast { trace.waits[waits[$0]].began >= start } - 2)
        while index < waits.count, trace.waits[waits[index]].began < end {
            let wait = trace.waits[waits[index]]
            let length = min(end, self.end(wait)) - max(start, wait.began)
            if length > longest?.length ?? 0 { longest = (wait, length) }
            index += 1
        }
        return longest
    }

    /// The target of a wait: "lock 1", "a semaphore", "time to pass".
    func target(_ wait: Trace.Wait) -> String {
        if wait.kind == .sleep { return "time to pass" }
        if wait.kind == .kernel { return wait.kernelWords(object: wait.object.map(names.object)) }
        if wait.kind == .sync, let item = wait.awaitedItem { return "its turn on \(names.queue(trace.items[item].queue))" }
        return wait.object.map(names.object) ?? wait.awaitedItem.map(names.item) ?? "something that the trace does not name"
    }

    /// "once", "1,200 times".
    static func times(_ count: Int) -> String { count == 1 ? "once" : "\(Wording.grouped(count)) times" }

    /// "slept", "waited for lock 1".
    func activity(_ wait: Trace.Wait) -> String { wait.kind == .sleep ? "slept" : "waited for \(target(wait))" }
}
