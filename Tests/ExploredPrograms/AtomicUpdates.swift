import Synchronization

// The code that `interleave explore` compiles with each file
// (Sources/ExplorationRunner/Building/AtomicUpdates.swift): an update that the library builds from a load
// and comparisons is one step.

@_silgen_name("interleave_begin_update")
private func beginUpdate(_ order: Int32)

extension Atomic where Value == Int {
    @discardableResult
    func add(_ operand: Int, ordering: AtomicUpdateOrdering) -> (oldValue: Int, newValue: Int) {
        beginUpdate(
            ordering == .relaxed ? 0 : ordering == .acquiring ? 2 : ordering == .releasing ? 3 : ordering == .acquiringAndReleasing ? 4 : 5)
        var old = load(ordering: .relaxed)
        while true {
            let new = old + operand
            let (isDone, seen) = compareExchange(expected: old, desired: new, ordering: .sequentiallyConsistent)
            if isDone { return (old, new) }
            old = seen
        }
    }
}
