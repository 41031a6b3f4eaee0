// Refused by: no index twice, none outside
// Verdict: wrongResult
// Points: at most 2
// Says: called once for an index outside `0..<count`
// Says: With an array the program would have crashed
// Says not: 1 times
// Because: `<=` includes one index too many. With an array that is a crash.
import Dispatch

func forEachIndex(below count: Int, _ body: (Int) -> Void) {
    let length = max(1, (count + 31) / 32)
    DispatchQueue.concurrentPerform(iterations: 32) { stride in
        for index in stride * length..<(stride + 1) * length where index <= count {
            body(index)
        }
    }
}
