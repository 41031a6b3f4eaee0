import Dispatch
import Synchronization

/// Atomic variables in a struct that cannot be copied, kept in a `var`: to reach one, the struct is borrowed, and not read.
struct Pair: ~Copyable {
    let hits = Atomic<Int>(0)
    let misses = Atomic<Int>(0)
}

final class Statistics: @unchecked Sendable { var pair = Pair() }

func scenario() -> Int {
    let statistics = Statistics()
    DispatchQueue.concurrentPerform(iterations: 2) { index in
        if index == 0 {
            statistics.pair.hits.add(1, ordering: .sequentiallyConsistent)
        } else {
            statistics.pair.misses.add(1, ordering: .sequentiallyConsistent)
        }
    }
    return statistics.pair.hits.load(ordering: .acquiring) + statistics.pair.misses.load(ordering: .acquiring)
}
