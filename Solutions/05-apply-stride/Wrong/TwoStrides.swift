// Refused by: runs on all cores
// Verdict: notParallel
// Points: at most 8
// Says: submitted 2 strides
// Because: two strides are work for only two cores.
import Dispatch

func forEachIndex(below count: Int, _ body: (Int) -> Void) {
    let half = count / 2
    DispatchQueue.concurrentPerform(iterations: 2) { stride in
        for index in stride == 0 ? 0..<half : half..<count {
            body(index)
        }
    }
}
