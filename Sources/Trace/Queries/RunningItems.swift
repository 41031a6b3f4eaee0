/// Answers which items run at an instant.
///
/// The items lie in the order of their begin, with a tree above them that knows the latest end of each stretch (a segment tree), so that a
/// query looks only at stretches in which something still runs.
public struct RunningItems: Sendable {
    /// Items that began, in the order of their begin.
    private let order: [Int32]
    private let begins: [Int64]
    /// Latest end below each node; leaves from `size` on.
    private let latest: [Int64]
    private let size: Int

    /// Takes n log n time for n items.
    public init(_ trace: Trace) {
        let began = trace.items.indices.filter { trace.items[$0].began != nil }
        let sorted = began.sorted { (trace.items[$0].began ?? 0, $0) < (trace.items[$1].began ?? 0, $1) }
        order = sorted.map { Int32($0) }
        begins = sorted.map { trace.items[$0].began ?? 0 }
        var size = 1
        while size < sorted.count { size *= 2 }
        self.size = size
        var latest = [Int64](repeating: .min, count: 2 * size)
        for (position, item) in sorted.enumerated() { latest[size + position] = trace.items[item].ended ?? .max }
        for node in stride(from: size - 1, to: 0, by: -1) { latest[node] = max(latest[2 * node], latest[2 * node + 1]) }
        self.latest = latest
    }

    /// The items that have begun and not ended at an instant, in the order of their begin.
    ///
    /// An item that never ended runs for ever. Takes (k + 1) log n time for k answers.
    public func items(at time: Int64) -> [Int] { items(overlapping: time..<(time == .max ? time : time + 1)) }

    /// The items that run at some instant of a stretch of time, in the order of their begin.
    ///
    /// Takes (k + 1) log n time for k answers.
    public func items(overlapping range: Range<Int64>) -> [Int] {
        // Those that begin before the stretch is over …
        var low = 0, high = begins.count
        while low < high {
            let middle = (low + high) / 2
            if begins[middle] < range.upperBound { low = middle + 1 } else { high = middle }
        }
        var result: [Int] = []
        collect(node: 1, from: 0, width: size, below: low, after: range.lowerBound, into: &result)
        return result
    }

    /// … and end after it has begun.
    private func collect(node: Int, from: Int, width: Int, below: Int, after: Int64, into result: inout [Int]) {
        guard from < below, latest[node] > after else { return }
        if width == 1 {
            result.append(Int(order[from]))
            return
        }
        collect(node: 2 * node, from: from, width: width / 2, below: below, after: after, into: &result)
        collect(node: 2 * node + 1, from: from + width / 2, width: width / 2, below: below, after: after, into: &result)
    }
}

extension Trace {
    /// Items that had begun and not ended when the trace ended: "running when the process died". Linear.
    public var itemsStillRunning: [Int] { items.indices.filter { items[$0].began != nil && items[$0].ended == nil } }

    /// Items that were submitted, and neither began nor were cancelled. Linear.
    public var itemsNeverBegun: [Int] {
        items.indices.filter { items[$0].began == nil && items[$0].ended == nil && items[$0].cancelled == nil }
    }

    /// Whether it is expected that an item had not ended when the trace did.
    ///
    /// The task of an async `main` is what runs when the process ends in order. And where the recording was stopped in order, a task that had been
    /// made before it began is part of what started and stopped it.
    public func runsToTheEndByDesign(_ item: Int) -> Bool {
        guard let id = items[item].task, let task = tasks.last(where: { $0.id == id }) else { return false }
        switch ending {
        case .exited: return isAsyncMain(task)
        case .stopped: return task.created == nil || isAsyncMain(task)
        default: return false
        }
    }

    private func isAsyncMain(_ task: TaskFacts) -> Bool {
        guard task.parent == nil, let place = task.place, places.indices.contains(place) else { return false }
        return places[place].closure?.function == "main"
    }
}
