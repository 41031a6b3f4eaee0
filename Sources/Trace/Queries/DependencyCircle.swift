extension Trace {
    /// Operations that depend on each other in a circle and never began: each depends on the next one, and the last one on the first.
    ///
    /// Linear in the items and their dependencies. A circle that goes through a queue's width or through a thread that waits is found by
    /// `TraceState.operationCircle`.
    public var dependencyCircle: [Int]? {
        func isOpen(_ item: Int) -> Bool {
            items.indices.contains(item) && items[item].began == nil && items[item].ended == nil && items[item].cancelled == nil
        }
        var isDone = [Bool](repeating: false, count: items.count)
        for start in items.indices where !items[start].dependencies.isEmpty && isOpen(start) && !isDone[start] {
            // The way from an operation to what it depends on, and for each step the next dependency to look at.
            var path = [start], next = [0], places = [start: 0]
            while let item = path.last, let index = next.last {
                guard index < items[item].dependencies.count else {
                    isDone[item] = true
                    places[item] = nil
                    path.removeLast()
                    next.removeLast()
                    continue
                }
                next[next.count - 1] += 1
                let other = items[item].dependencies[index]
                if let place = places[other] { return Array(path[place...]) }
                guard isOpen(other), !isDone[other] else { continue }
                places[other] = path.count
                path.append(other)
                next.append(0)
            }
        }
        return nil
    }
}
