// Refused by: right in every interleaving
// Verdict: race
// Or refused by: each index, whatever the count
// Or refused by: no index twice, none outside
// Says: an index
// Says: interleave replay
// Because: each worker takes the next stride from an unprotected counter. Two can take the same
// one.
import Foundation

func forEachIndex(below count: Int, _ body: (Int) -> Void) {
    let workers = ProcessInfo.processInfo.activeProcessorCount * 2
    let length = max(1, count / (workers * 8))
    let counter = Counter()
    DispatchQueue.concurrentPerform(iterations: workers) { _ in
        while counter.next < count {
            let start = counter.next
            counter.next += length
            for index in start..<min(start + length, count) { body(index) }
        }
    }
}

private final class Counter {
    var next = 0
}
