// Refused by: each index, whatever the count
// Verdict: missing
// Because: the division rounds down, so that what is left over at the end belongs to no stride.
import Dispatch

func forEachIndex(below count: Int, _ body: (Int) -> Void) {
    let length = 500
    DispatchQueue.concurrentPerform(iterations: count / length) { stride in
        for index in stride * length..<(stride + 1) * length {
            body(index)
        }
    }
}
