/// Why an operation started later than it was added: which part of the time it waited for what.
public struct StartDelay: Equatable, Sendable {
    public enum Cause: Int, CaseIterable, Sendable {
        /// An operation that it depends on had not ended.
        case dependency
        /// Its queue was suspended.
        case suspension
        /// As many operations ran as the queue allows.
        case width
        /// None of these: for a thread, or for its turn.
        case thread
    }

    /// One stretch of the wait.
    public struct Part: Equatable, Sendable {
        public var cause: Cause
        public var duration: Int64
        public init(cause: Cause, duration: Int64) {
            self.cause = cause
            self.duration = duration
        }
    }

    /// From its enqueue to its begin, in nanoseconds (explorer: steps).
    public var total: Int64 = 0
    /// How long it waited for what, in the order in which the causes came first.
    public var parts: [Part] = []
    /// The dependency that ended last, if the operation waited for it.
    public var lastDependency: Int?
    /// The operation of the queue whose end made room for it, if the width was used up.
    public var madeRoom: Int?
    /// The width that was used up at the end of the wait.
    public var width: Int?
    /// Operations that were added later and began earlier, while this one was ready: their priority is higher.
    public var overtakenBy: [Int] = []

    public init() {}

    public func duration(_ cause: Cause) -> Int64 { parts.first { $0.cause == cause }?.duration ?? 0 }
}

/// Finds the delays of a trace's operations.
public struct StartDelays: Sendable {
    private let trace: Trace
    private var load: [Int: QueueLoad] = [:]
    /// The operations of each operation queue that have begun, in the order of their begin.
    private var begun: [Int: [Int]] = [:]

    /// Takes n log n time for n items.
    public init(_ trace: Trace) {
        self.trace = trace
        var itemsOfQueue: [Int: [Int]] = [:]
        for index in trace.items.indices where trace.items[index].how == .operation {
            itemsOfQueue[trace.items[index].queue, default: []].append(index)
        }
        for (queue, items) in itemsOfQueue {
            load[queue] = QueueLoad(items.lazy.map { trace.items[$0] })
            begun[queue] = items.filter { trace.items[$0].began != nil }
                .sorted { (trace.items[$0].began ?? 0, $0) < (trace.items[$1].began ?? 0, $1) }
        }
    }

    /// The causes for which an operation waited before it began; nil for an item that is not an operation, or that has not begun.
    ///
    /// Takes the number of changes of its queue in that time.
    public func delay(of item: Int) -> StartDelay? {
        let facts = trace.items[item]
        guard facts.how == .operation, let enqueued = facts.enqueued, let began = facts.began, let load = load[facts.queue] else {
            return nil
        }
        let queue = trace.queues[facts.queue]
        // The cause of its wait could be missing.
        guard queue.isFullyKnown else { return nil }
        var delay = StartDelay()
        delay.total = began - enqueued
        let dependency = facts.dependencies.max { Self.end(trace.items[$0]) < Self.end(trace.items[$1]) }
        let ready = min(began, max(enqueued, dependency.map { Self.end(trace.items[$0]) } ?? enqueued))
        if ready > enqueued {
            delay.lastDependency = dependency
            delay.parts.append(.init(cause: .dependency, duration: ready - enqueued))
        }
        var times = [ready, began]
        times += load.times(within: ready..<began)
        times += queue.widths.lazy.map(\.time).filter { ready < $0 && $0 < began }
        for stretch in queue.suspensions { times += [stretch.began, stretch.ended ?? .max].filter { ready < $0 && $0 < began } }
        times.sort()
        for (from, to) in zip(times, times.dropFirst()) where to > from {
            let width = queue.width(at: from)
            let cause: StartDelay.Cause =
                if queue.isSuspended(at: from) {
                    .suspension
                } else if let width, load.load(at: from).running >= width {
                    .width
                } else {
                    .thread
                }
            if cause == .width { delay.width = width }
            delay.add(cause, to - from)
        }
        if delay.width != nil { delay.madeRoom = lastToEnd(on: facts.queue, before: began, since: ready) }
        delay.overtakenBy = overtaking(item, ready, began)
        return delay
    }

    private func lastToEnd(on queue: Int, before time: Int64, since: Int64) -> Int? {
        var found: Int?
        for other in begun[queue] ?? [] {
            guard let began = trace.items[other].began, began < time else { break }
            guard let ended = trace.items[other].ended, ended <= time, ended >= since else { continue }
            if ended >= found.flatMap({ trace.items[$0].ended }) ?? .min { found = other }
        }
        return found
    }

    private func overtaking(_ item: Int, _ ready: Int64, _ began: Int64) -> [Int] {
        let facts = trace.items[item]
        guard trace.queues[facts.queue].widths.contains(where: { $0.limit != nil }) else { return [] }
        return (begun[facts.queue] ?? []).filter { other in
            let rival = trace.items[other]
            guard let start = rival.began, ready <= start, start < began else { return false }
            return rival.operation.priority > facts.operation.priority && rival.enqueued ?? 0 > facts.enqueued ?? 0
        }
    }

    private static func end(_ item: Trace.Item) -> Int64 {
        item.ended ?? (item.began == nil ? item.cancelled : nil) ?? .max
    }
}

extension StartDelay {
    fileprivate mutating func add(_ cause: Cause, _ duration: Int64) {
        if let index = parts.firstIndex(where: { $0.cause == cause }) {
            parts[index].duration += duration
        } else {
            parts.append(Part(cause: cause, duration: duration))
        }
    }
}

extension QueueLoad {
    /// The times of the steps inside a stretch of time. Takes log k time, and the answers.
    func times(within range: Range<Int64>) -> [Int64] {
        var low = 0, high = steps.count
        while low < high {
            let middle = (low + high) / 2
            if steps[middle].time <= range.lowerBound { low = middle + 1 } else { high = middle }
        }
        return steps[low...].prefix { $0.time < range.upperBound }.map(\.time)
    }
}

extension Trace {
    /// The causes for which an operation waited before it began (see `StartDelays`, which is quicker for many operations).
    public func startDelay(of item: Int) -> StartDelay? { StartDelays(self).delay(of: item) }
}
