import Foundation
import Synchronization

final class Counter: Sendable {
    private let atomic = Atomic<Int>(0)
    var value: Int { atomic.load(ordering: .sequentiallyConsistent) }
    func set(_ value: Int) { atomic.store(value, ordering: .sequentiallyConsistent) }
}
func scenario() async {
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
        for _ in 0..<2 {
            group.addTask { counter.set(counter.value + 1) }
        }
    }
    precondition(counter.value == 2)
}
