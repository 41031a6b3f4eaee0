/// Why an operation that was added to a queue has not started yet.
public enum Obstacle: Equatable, Sendable {
    /// Operations that it depends on, and that have not ended.
    case dependencies([Int])
    /// It depends on operations with these names, which no queue has got. An empty name: the operation has none.
    case unadded([String])
    /// Its queue is suspended.
    case suspended
    /// It comes after a barrier, or is one: these have to end first.
    case barrier([Int])
    /// As many operations run as the queue allows: its width, and the operations.
    case width(Int, running: [Int])
    /// The queue's width is used up, and these go first when there is room: their priority is higher, or they were added earlier.
    case turn(higher: [Int], earlier: [Int])
}

extension TraceState {
    /// Why an operation has not started yet: empty if it waits only for a thread, or if it does not wait.
    ///
    /// Several can apply at the same time: it waits for another operation, and its queue is suspended. The others (width, priority)
    /// matter only when the operation is ready. Linear in the queue's items.
    public func obstacles(of item: Int, _ trace: Trace) -> [Obstacle] {
        guard items.indices.contains(item), items[item].phase == .waiting, trace.items[item].how == .operation else { return [] }
        let queue = trace.items.queue(item), held = queues[queue]
        var found: [Obstacle] = []
        // (A cancelled operation no longer waits for others. It waits for its turn to be marked as finished.)
        if !items[item].isCancelled {
            let open = items[item].openDependencies.filter { items[Int($0)].phase != .ended && items[Int($0)].phase != .dropped }
            if !open.isEmpty { found.append(.dependencies(open.map { Int($0) })) }
            let unadded = trace.items[item].operation.unaddedDependencies
            if !unadded.isEmpty { found.append(.unadded(unadded)) }
        }
        if held.isSuspended { found.append(.suspended) }
        guard found.isEmpty else { return found }
        let barriers = barriers(before: item, trace)
        if !barriers.isEmpty { return [.barrier(barriers)] }
        guard held.width >= 0, held.running.count >= Int(held.width) else { return [] }
        found.append(.width(Int(held.width), running: held.running.map { Int($0) }))
        let others = held.waiting.filter { $0 != item && isReady($0, trace) }
        let higher = others.filter { items[$0].priority > items[item].priority }
        let earlier = others.filter { $0 < item && items[$0].priority == items[item].priority }
        if !higher.isEmpty || !earlier.isEmpty { found.append(.turn(higher: higher, earlier: earlier)) }
        return found
    }

    /// Whether an operation in a queue waits neither for others nor for a barrier.
    private func isReady(_ item: Int, _ trace: Trace) -> Bool {
        if items[item].isCancelled { return true }
        return trace.items[item].operation.unaddedDependencies.isEmpty && barriers(before: item, trace).isEmpty
            && items[item].openDependencies.allSatisfy { items[Int($0)].phase == .ended || items[Int($0)].phase == .dropped }
    }

    /// A barrier waits for all that was added before it, and what was added after it waits for the barrier.
    private func barriers(before item: Int, _ trace: Trace) -> [Int] {
        let held = queues[trace.items[item].queue]
        if trace.items.isBarrier(item) {
            return held.running.map { Int($0) } + held.waiting.filter { $0 < item }
        }
        let running = held.running.map { Int($0) }.filter { trace.items[$0].isBarrier }
        return running + held.waitingBarriers.filter { $0 < item }
    }

    /// Asynchronous operations whose `start()` has returned, and that have not announced that they are finished. The queue counts them as
    /// running.
    public func unannounced(on queue: Int) -> [Int] {
        queues[queue].running.map { Int($0) }.filter { items[$0].hasReturned }
    }
}
