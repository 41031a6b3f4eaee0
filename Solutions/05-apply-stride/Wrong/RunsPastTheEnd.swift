// Refused by: no index twice, none outside
// Verdict: wrongResult
// Points: at most 2
// Because: the number of strides is rounded up, but the last one is not cut off at the last index.
import Dispatch

func forEachIndex(below count: Int, _ body: (Int) -> Void) {
    let length = 137
    DispatchQueue.concurrentPerform(iterations: (count + length - 1) / length) { stride in
        for index in stride * length..<(stride + 1) * length {
            body(index)
        }
    }
}
