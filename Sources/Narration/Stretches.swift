import Trace

/// The stretches in which each task ran, one after the other: a task that awaits something gives its thread back and goes on later.
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

    /// The stretch with which a task goes on after this one has ended; nil when the trace shows none.
    ///
    /// Stretches on an actor may lie within one on a queue, since a free actor is entered on the same thread: those are passed over.
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
