import Foundation

/// A tree whose methods call each other under one recursive lock.
final class Tree {
    private final class Node {
        let value: Int
        var children: [Node] = []
        init(_ value: Int) { self.value = value }
    }

    private let lock = NSRecursiveLock()
    private let root = Node(1)

    func add(_ value: Int) {
        lock.lock()
        defer { lock.unlock() }
        if contains(value) { return }
        root.children.append(Node(value))
    }

    func contains(_ value: Int) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        return root.value == value || root.children.contains { $0.value == value }
    }

    var count: Int { lock.withLock { 1 + root.children.count } }
}

func scenario() -> Int {
    let tree = Tree()
    let added = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        tree.add(7)
        added.signal()
    }
    tree.add(7)
    added.wait()
    return tree.count
}

func allowed(_ count: Int) -> Bool { count == 2 }
