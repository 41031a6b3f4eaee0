// Refused by: each index, whatever the count
// Verdict: missing
// Points: at least 7
// Says: – right in every interleaving  (2 points, not judged)
// Says not: 0 of 2 points
// Because: the division rounds down, so the last indices belong to no stride.
import Dispatch

func forEachIndex(below count: Int, _ body: (Int) -> Void) {
    let length = 500
    DispatchQueue.concurrentPerform(iterations: count / length) { stride in
        for index in stride * length..<(stride + 1) * length {
            body(index)
        }
    }
}
