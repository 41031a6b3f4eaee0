// Refused by: runs on all cores
// Verdict: notParallel
// Points: at most 3
// Says: – few strides, not one for each index
// Because: a plain loop is correct, but all cores except one are idle.
import Dispatch

func forEachIndex(below count: Int, _ body: (Int) -> Void) {
    for index in 0..<count {
        body(index)
    }
}
