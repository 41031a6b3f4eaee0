import Trace

/// The stretches in which each task ran, in order. A task is suspended at an `await` and continues
/// later in a new stretch.
struct Stretches: Sendable {
    /// Items of each task in the order of their begin, those that never began last.
    private var items: [UInt64: [Int]] = [:]

    init(_ trace: Trace) {
        for index in trace.items.indices {
            if let task = trace.items[index].task { items[task, default: []].append(index) }
        }
        func order(_ item: Int) -> (Int64, Int) { (trace.items[item].began ?? .max, item) }
        for task in items.keys { items[task]?.sort { order($0) < order($1) } }
    }

    /// The stretch in which a task continues after this one has ended; nil when the trace shows
    /// none.
    ///
    /// A stretch on an actor can lie within one on a queue, since a task enters a free actor on the
    /// same thread: those are skipped.
    func next(after item: Int, _ trace: Trace) -> Int? {
        guard let task = trace.items[item].task, let ended = trace.items[item].ended, let all = items[task] else { return nil }
        var low = 0
        var high = all.count
        while low < high {
            let middle = (low + high) / 2
            if (trace.items[all[middle]].began ?? .max) >= ended, all[middle] != item { high = middle } else { low = middle + 1 }
        }
        return low < all.count ? all[low] : nil
    }
}
