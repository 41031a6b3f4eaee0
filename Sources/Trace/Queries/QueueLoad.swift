/// How many items a queue holds and runs over time.
public struct QueueLoad: Equatable, Sendable {
    /// From this time on, until the next step.
    public struct Step: Equatable, Sendable {
        public var time: Int64
        /// Items that were submitted and have not begun; a delayed one counts from the time it is
        /// due.
        public var waiting: Int
        /// Items that have begun and not ended.
        public var running: Int
        public init(time: Int64, waiting: Int, running: Int) {
            self.time = time
            self.waiting = waiting
            self.running = running
        }
    }

    /// One for each time at which something changed, ascending.
    public private(set) var steps: [Step] = []
    /// The most items that ran at the same time. An item that ends at the very time at which the
    /// next begins does not overlap it.
    public private(set) var mostRunning = 0
    public private(set) var mostWaiting = 0

    /// Takes the trace's number of items, and k log k for the k items of the queue.
    /// - Parameter queue: index into `trace.queues`.
    public init(_ trace: Trace, queue: Int) {
        self.init(trace.items.lazy.filter { $0.queue == queue })
    }

    /// The load that some items make together. Takes k log k time.
    public init(_ items: some Sequence<Trace.Item>) {
        var changes: [(time: Int64, waiting: Int, running: Int)] = []
        for item in items {
            if let enqueued = item.enqueued {
                let arrival = max(enqueued, item.due ?? enqueued)
                let left = item.began ?? item.cancelled
                if left.map({ $0 > arrival }) ?? true {
                    changes.append((arrival, 1, 0))
                    if let left { changes.append((left, -1, 0)) }
                }
            }
            if let began = item.began, item.ended.map({ $0 > began }) ?? true {
                changes.append((began, 0, 1))
                if let ended = item.ended { changes.append((ended, 0, -1)) }
            }
        }
        changes.sort { $0.time < $1.time }
        var step = Step(time: 0, waiting: 0, running: 0)
        for (index, change) in changes.enumerated() {
            step.time = change.time
            step.waiting += change.waiting
            step.running += change.running
            // Changes of one instant are one step.
            if index + 1 < changes.count, changes[index + 1].time == change.time { continue }
            if steps.last.map({ $0.waiting == step.waiting && $0.running == step.running }) ?? false { continue }
            steps.append(step)
            mostRunning = max(mostRunning, step.running)
            mostWaiting = max(mostWaiting, step.waiting)
        }
    }

    /// The load at an instant. Takes log k time.
    public func load(at time: Int64) -> Step {
        var low = 0, high = steps.count
        while low < high {
            let middle = (low + high) / 2
            if steps[middle].time <= time { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? Step(time: time, waiting: 0, running: 0) : steps[low - 1]
    }
}
