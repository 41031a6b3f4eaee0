import Dispatch
import Synchronization

/// Two words that change together, without a lock: how many came, and who came last.
final class Visitors: Sendable {
    private let state = Atomic(WordPair(first: 0, second: 0))

    func enter(_ number: UInt) {
        var known = state.load(ordering: .relaxed)
        while true {
            let wanted = WordPair(first: known.first + 1, second: number)
            let (exchanged, original) = state.compareExchange(expected: known, desired: wanted, ordering: .acquiringAndReleasing)
            if exchanged { return }
            known = original
        }
    }

    var count: UInt { state.load(ordering: .acquiring).first }
}

func scenario() -> UInt {
    let visitors = Visitors()
    DispatchQueue.concurrentPerform(iterations: 2) { visitors.enter(UInt($0)) }
    return visitors.count
}

func allowed(_ count: UInt) -> Bool { count == 2 }
