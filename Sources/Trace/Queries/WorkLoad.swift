/// How long the items of a queue, of an actor, or of tasks with one name waited and ran.
public struct WorkLoad: Equatable, Sendable {
    public enum Subject: Hashable, Sendable {
        /// Index into `Trace.queues`: a queue or an actor.
        case queue(Int)
        /// All stretches of the tasks with this name, without the ordinals of the tasks.
        case tasks(String)
    }

    /// Durations in nanoseconds (explorer: steps). A percentile is a duration that occurred: the
    /// smallest one that so many percent of all durations do not exceed (nearest rank).
    public struct Spread: Equatable, Sendable {
        public var count: Int
        public var median: Int64
        public var percentile90: Int64
        public var percentile99: Int64
        public var longest: Int64
        public var total: Int64

        /// - Parameter durations: in any order; nil for none.
        public init?(_ durations: [Int64]) {
            guard !durations.isEmpty else { return nil }
            let sorted = durations.sorted()
            func percentile(_ percent: Int) -> Int64 { sorted[max(0, (sorted.count * percent + 99) / 100 - 1)] }
            count = sorted.count
            (median, percentile90, percentile99) = (percentile(50), percentile(90), percentile(99))
            longest = sorted[sorted.count - 1]
            total = sorted.reduce(0) { $0.addingReportingOverflow($1).partialValue }
        }
    }

    public var subject: Subject
    public var items: Int
    /// From the enqueue (of a delayed item: from when it was due) to the begin, of all items that began; nil for none.
    public var waiting: Spread?
    /// From the begin to the end, of all items that ended, without turns on actors in between. A thread that was blocked meanwhile counts as
    /// running.
    public var running: Spread?
    /// The most items that were queued at the same time.
    public var mostQueued: Int
    /// The items that took longest from their enqueue to their end, the longest first, as indices into `Trace.items`.
    public var worst: [Int]
}

/// The work loads of a trace.
public struct WorkLoads: Equatable, Sendable {
    /// A load for each queue and actor that had an item, and for each task name: first those whose items ran longest.
    public let queues: [WorkLoad]
    public let tasks: [WorkLoad]

    /// How many of the worst items are kept.
    public static let mostWorst = 10

    /// Takes n log n time for n items.
    /// - Parameter range: only items that were there in this part of the time, with their whole times; nil for all.
    public init(_ trace: Trace, in range: Range<Int64>? = nil) {
        var queues: [Int: Gathering] = [:], tasks: [String: Gathering] = [:]
        var names = TaskNames(trace)
        let turns = InlineTurns(trace)
        for index in trace.items.indices {
            let item = trace.items[index]
            if let range {
                let first = item.enqueued ?? item.began ?? 0, last = item.ended ?? (item.began == nil ? item.cancelled : nil) ?? .max
                guard first < range.upperBound, last >= range.lowerBound else { continue }
            }
            queues[item.queue, default: Gathering()].add(item, index, elsewhere: turns.length(in: index))
            if let name = names.name(item, index) { tasks[name, default: Gathering()].add(item, index, elsewhere: turns.length(in: index)) }
        }
        func loads<Key: Hashable & Comparable>(_ gatherings: [Key: Gathering], _ subject: (Key) -> WorkLoad.Subject) -> [WorkLoad] {
            gatherings.map { (key: $0.key, load: $0.value.load(subject($0.key))) }
                .sorted { ($1.load.running?.total ?? 0, $0.key) < ($0.load.running?.total ?? 0, $1.key) }.map(\.load)
        }
        self.queues = loads(queues) { .queue($0) }
        self.tasks = loads(tasks) { .tasks($0) }
    }

    /// The names of tasks without their ordinals.
    private struct TaskNames {
        private var known: [String: String] = [:]
        private let trace: Trace

        init(_ trace: Trace) { self.trace = trace }

        mutating func name(_ item: Trace.Item, _ index: Int) -> String? {
            guard item.task != nil else { return nil }
            let label = trace.items.labelBase(index)
            if let name = known[label] { return name }
            var name = Substring(label)
            let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }.count
            if digits > 0, name.dropLast(digits).last == "#" { name = name.dropLast(digits + 1) }
            while name.last == " " { name = name.dropLast() }
            known[label] = String(name)
            return String(name)
        }
    }
}

/// The durations of some items while they are collected.
private struct Gathering {
    private var items = 0
    private var waiting: [Int64] = []
    private var running: [Int64] = []
    private var arrivals: [Int64] = []
    private var leaves: [Int64] = []
    /// The worst items so far, the longest first.
    private var worst: [(length: Int64, item: Int)] = []

    /// - Parameter elsewhere: how long the task was on actors meanwhile: those turns are items of their own.
    mutating func add(_ item: Trace.Item, _ index: Int, elsewhere: Int64) {
        items += 1
        if let enqueued = item.enqueued {
            let arrival = max(enqueued, item.due ?? enqueued)
            let left = item.began ?? item.cancelled
            if left.map({ $0 > arrival }) ?? true {
                arrivals.append(arrival)
                if let left { leaves.append(left) }
            }
            if let began = item.began { waiting.append(max(0, began - arrival)) }
        }
        guard let began = item.began, let ended = item.ended else { return }
        running.append(max(0, ended - began - elsewhere))
        let start = item.enqueued.map { max($0, item.due ?? $0) } ?? began
        let length = max(0, ended - start)
        guard worst.count < WorkLoads.mostWorst || length > worst[worst.count - 1].length else { return }
        worst.insert((length, index), at: worst.firstIndex { $0.length < length } ?? worst.count)
        if worst.count > WorkLoads.mostWorst { worst.removeLast() }
    }

    /// Sorts the times, and counts how many items are queued after each moment.
    private var mostQueued: Int {
        let arrivals = arrivals.sorted(), leaves = leaves.sorted()
        var most = 0, left = 0, index = 0
        while index < arrivals.count {
            let time = arrivals[index]
            while index < arrivals.count, arrivals[index] == time { index += 1 }
            while left < leaves.count, leaves[left] <= time { left += 1 }
            most = max(most, index - left)
        }
        return most
    }

    func load(_ subject: WorkLoad.Subject) -> WorkLoad {
        WorkLoad(
            subject: subject, items: items, waiting: WorkLoad.Spread(waiting), running: WorkLoad.Spread(running), mostQueued: mostQueued,
            worst: worst.map(\.item))
    }
}
