// Operations that wait for each other in a circle, so that none of them can ever start or end.

extension TraceState {
    /// An operation waits for another one.
    public struct OperationWait: Equatable, Sendable {
        public enum Reason: Sendable {
            /// It was added with `addDependency`.
            case dependency
            /// It is one of the operations that use up the queue's width.
            case width
            /// The queue is as wide as its barrier allows: a barrier runs alone.
            case barrier
            /// It runs, and has called `waitUntilFinished`.
            case waitUntilFinished
            /// It runs, and has called `waitUntilAllOperationsAreFinished`.
            case waitUntilAllAreFinished
        }
        public var item: Int
        public var other: Int
        public var reason: Reason
    }

    /// A circular wait of operations, if there is one: each waits for the next one, and the last one for the first.
    ///
    /// First it is found which operations can still start and end; those that are left wait for each other. A suspended queue can be resumed,
    /// and a running operation that waits for something else can continue, so these count as able to go on. Quadratic in the operations that
    /// have not ended, at the worst.
    public func operationCircle(_ trace: Trace) -> [OperationWait]? {
        let open = openOperations(trace)
        guard open.count < 10_000, open.contains(where: { items[$0].phase == .waiting }) else { return nil }
        var waits: [Int: Needs] = [:]
        for item in open { waits[item] = needs(of: item, trace) }
        var able: Set<Int> = []
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for item in open where !able.contains(item) {
                guard let need = waits[item], need.isMet(able) else { continue }
                able.insert(item)
                hasChanged = true
            }
        }
        // From an operation that is stuck the way always leads to another one: in the end, in a circle.
        guard var item = open.first(where: { !able.contains($0) }) else { return nil }
        var path: [OperationWait] = []
        while !path.contains(where: { $0.item == item }) {
            guard let wait = waits[item]?.first(notIn: able) else { return nil }
            path.append(wait)
            item = wait.other
        }
        return Array(path.drop { $0.item != item })
    }

    /// Operations that wait in a queue or run, in the order of their numbers. Linear in what the operation queues hold, and in what runs.
    private func openOperations(_ trace: Trace) -> [Int] {
        var open: [Int] = []
        for queue in queues.indices {
            open += queues[queue].running.lazy.map { Int($0) }.filter { trace.items[$0].how == .operation }
            guard trace.queues[queue].kind == .operation, open.count < 10_000 else { continue }
            open += queues[queue].waiting.filter { trace.items[$0].how == .operation }
        }
        return open.filter { [.waiting, .running].contains(items[$0].phase) }.sorted()
    }

    private struct Needs {
        /// All of these must end.
        var all: [OperationWait] = []
        /// One of these must end, unless there are none.
        var one: [OperationWait] = []

        func isMet(_ able: Set<Int>) -> Bool {
            all.allSatisfy { able.contains($0.other) } && (one.isEmpty || one.contains { able.contains($0.other) })
        }

        func first(notIn able: Set<Int>) -> OperationWait? {
            all.first { !able.contains($0.other) } ?? one.first { !able.contains($0.other) }
        }
    }

    private func needs(of item: Int, _ trace: Trace) -> Needs {
        var needs = Needs()
        if items[item].phase == .running {
            guard let wait = wait(ofRunning: item) else { return needs }
            let target = Int(wait.target)
            switch wait.kind {
            case .operation where items.indices.contains(target) && trace.items[target].how == .operation && !hasEnded(target):
                needs.all.append(OperationWait(item: item, other: target, reason: .waitUntilFinished))
            case .operationQueue where queues.indices.contains(target):
                let left = queues[target].running.map { Int($0) } + Array(queues[target].waiting)
                needs.all = left.filter { trace.items[$0].how == .operation }
                    .map { OperationWait(item: item, other: $0, reason: .waitUntilAllAreFinished) }
            default: break
            }
            return needs
        }
        let held = queues[trace.items[item].queue]
        if !items[item].isCancelled {
            needs.all = items[item].openDependencies.lazy.map { Int($0) }.filter { !hasEnded($0) && isOpen($0) }
                .map { OperationWait(item: item, other: $0, reason: .dependency) }
            let before = held.waitingBarriers.filter { $0 < item } + held.running.map { Int($0) }.filter { trace.items[$0].isBarrier }
            let ahead = trace.items[item].isBarrier ? held.running.map { Int($0) } + held.waiting.filter { $0 < item } : before
            needs.all += ahead.map { OperationWait(item: item, other: $0, reason: .barrier) }
        }
        if held.width >= 0, held.running.count >= Int(held.width) {
            needs.one = held.running.map { OperationWait(item: item, other: Int($0), reason: .width) }
        }
        return needs
    }

    private func hasEnded(_ item: Int) -> Bool { items[item].phase == .ended || items[item].phase == .dropped }

    private func isOpen(_ item: Int) -> Bool { items[item].phase == .waiting || items[item].phase == .running }

    /// The wait in which the thread of a running operation is. If the operation's `start()` has returned, no thread is known.
    private func wait(ofRunning item: Int) -> StateOfWait? {
        let lane = Int(items[item].lane)
        guard lanes.indices.contains(lane), !items[item].hasReturned, lanes[lane].item == item else { return nil }
        return lanes[lane].wait
    }
}
