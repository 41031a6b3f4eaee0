// Refused by: no index twice, none outside
// Verdict: tooOften
// Points: at most 2
// Because: `...` includes the end of each stride, which is the beginning of the next one.
import Dispatch

func forEachIndex(below count: Int, _ body: (Int) -> Void) {
    let length = max(1, count / 64)
    DispatchQueue.concurrentPerform(iterations: (count + length - 1) / length) { stride in
        let start = stride * length
        for index in start...min(start + length, count - 1) {
            body(index)
        }
    }
}
