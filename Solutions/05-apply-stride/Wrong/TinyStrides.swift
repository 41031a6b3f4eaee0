// Refused by: few strides, not one for each index
// Verdict: cost
// Because: strides of four indices are still thousands, and handing them out still costs more than what they do.
import Dispatch

func forEachIndex(below count: Int, _ body: (Int) -> Void) {
    let length = 4
    DispatchQueue.concurrentPerform(iterations: (count + length - 1) / length) { stride in
        for index in stride * length..<min((stride + 1) * length, count) {
            body(index)
        }
    }
}
