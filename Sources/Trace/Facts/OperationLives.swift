/// Foundation's operations: their names, and which waits for which. Dependencies may be named before an operation is added.
struct OperationLives {
    private var names: [UInt64: String] = [:]
    /// Lives of each operation's id, as indices of items, in the order in which they were added.
    private var lives: [UInt64: [Int]] = [:]
    private var dependencies: [Dependency] = []
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

    mutating func named(_ id: UInt64, _ name: String) {
        guard !name.isEmpty else { return }
        if let item = lives[id]?.last { namedItems[item] = name } else { names[id] = name }
    }

    mutating func depends(_ item: UInt64, on other: UInt64, at time: Int64, isRemoved: Bool) {
        dependencies.append(Dependency(item: item, on: other, time: time, isRemoved: isRemoved))
    }

    /// The item of an operation that was added, and whose queue has not been told.
    func unplaced(_ id: UInt64, _ items: ItemLives) -> Int? {
        guard let item = lives[id]?.last, items.items[item].queue < 0, items.items[item].began == nil else { return nil }
        return item
    }

    /// Sets the dependencies of the items.
    func finish(_ items: inout [Trace.Item]) {
        for dependency in dependencies {
            guard let item = life(dependency.item, at: dependency.time, items), let other = life(dependency.on, at: dependency.time, items)
            else { continue }
            if dependency.isRemoved {
                items[item].dependencies.removeAll { $0 == other }
            } else if !items[item].dependencies.contains(other) {
                items[item].dependencies.append(other)
            }
        }
    }

    /// The life of an id that a dependency of this instant speaks of: the first that had not ended, else the last.
    private func life(_ id: UInt64, at time: Int64, _ items: [Trace.Item]) -> Int? {
        guard let all = lives[id] else { return nil }
        return all.first { (items[$0].ended ?? .max) >= time } ?? all.last
    }
}
