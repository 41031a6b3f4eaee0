/// Foundation's operations: their names, and which waits for which. Dependencies may be named before an operation is added.
struct OperationLives {
    private var names: [UInt64: String] = [:]
    /// Lives of each operation's id, as indices of items, in the order in which they were added.
    private var lives: [UInt64: [Int]] = [:]
    private var dependencies: [Dependency] = []
    /// Ids that were cancelled before an operation was added under them.
    private var cancelledEarly: Set<UInt64> = []
    private(set) var namedItems: [Int: String] = [:]

    private struct Dependency: Equatable {
        var item: UInt64
        var on: UInt64
        var time: Int64
        var isRemoved: Bool
    }

    mutating func added(_ id: UInt64, item: Int) {
        if lives[id]?.last != item { lives[id, default: []].append(item) }
    }

    mutating func cancelled(_ id: UInt64) { cancelledEarly.insert(id) }

    /// Whether the operation that is being added under this id had been cancelled; answered once.
    mutating func wasCancelled(_ id: UInt64) -> Bool { !cancelledEarly.isEmpty && cancelledEarly.remove(id) != nil }

    mutating func named(_ id: UInt64, _ name: String) {
        guard !name.isEmpty else { return }
        if let item = lives[id]?.last { namedItems[item] = name } else { names[id] = name }
    }

    mutating func depends(_ item: UInt64, on other: UInt64, at time: Int64, isRemoved: Bool) {
        dependencies.append(Dependency(item: item, on: other, time: time, isRemoved: isRemoved))
    }

    /// The item of an operation that was added, and whose queue is not known yet.
    func unplaced(_ id: UInt64, _ items: ItemLives) -> Int? {
        guard let item = lives[id]?.last, items.items[item].queue < 0, items.items[item].began == nil else { return nil }
        return item
    }

    /// Sets the dependencies of the items.
    /// - Parameter isWhole: no event is missing, so an operation that was not added is in no queue.
    func finish(_ items: inout [Trace.Item], isWhole: Bool) {
        var order: [Pair] = []
        var valid: Set<Pair> = []
        for dependency in dependencies {
            guard let item = life(dependency.item, at: dependency.time, items), let other = life(dependency.on, at: dependency.time, items)
            else { continue }
            let pair = Pair(item: item, other: other)
            if dependency.isRemoved { valid.remove(pair) } else if valid.insert(pair).inserted { order.append(pair) }
        }
        if isWhole { finishUnadded(&items) }
        // Removed here too: a dependency that was removed and added again is in the order twice.
        var others: [Int: [Int]] = [:]
        for pair in order where valid.remove(pair) != nil { others[pair.item, default: []].append(pair.other) }
        for (item, others) in others { items[item].dependencies += others }
    }

    /// Dependencies on operations that no queue has got, and that were not started: only their names are known.
    private func finishUnadded(_ items: inout [Trace.Item]) {
        var open: [Dependency] = []
        for dependency in dependencies where lives[dependency.on] == nil {
            open.removeAll { $0.item == dependency.item && $0.on == dependency.on }
            if !dependency.isRemoved { open.append(dependency) }
        }
        var unadded: [Int: [String]] = [:]
        for dependency in open {
            guard let item = life(dependency.item, at: dependency.time, items) else { continue }
            unadded[item, default: []].append(names[dependency.on] ?? "")
        }
        for (item, names) in unadded { items[item].operation.unaddedDependencies += names }
    }

    private struct Pair: Hashable {
        var item: Int
        var other: Int
    }

    /// The life of an id that a dependency of this instant speaks of: the first that had not ended, else the last.
    private func life(_ id: UInt64, at time: Int64, _ items: [Trace.Item]) -> Int? {
        guard let all = lives[id] else { return nil }
        var low = 0, high = all.count
        while low < high {
            let middle = (low + high) / 2
            if (items[all[middle]].ended ?? .max) >= time { high = middle } else { low = middle + 1 }
        }
        return low < all.count ? all[low] : all.last
    }
}
