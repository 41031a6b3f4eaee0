// Refused by: few strides, not one for each index
// Verdict: cost
// Points: at most 0
// Because: there are still thousands of strides, and starting each costs more than its work.
import Dispatch

func forEachIndex(below count: Int, _ body: (Int) -> Void) {
    let length = 4
    DispatchQueue.concurrentPerform(iterations: (count + length - 1) / length) { stride in
        for index in stride * length..<min((stride + 1) * length, count) {
            body(index)
        }
    }
}
