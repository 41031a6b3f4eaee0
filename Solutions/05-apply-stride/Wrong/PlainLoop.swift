// Refused by: runs on all cores
// Verdict: notParallel
// Points: at most 3
// Says: – few strides, not one for each index
// Because: a plain loop is right and hands out nothing; it also leaves all cores but one idle.
import Dispatch

func forEachIndex(below count: Int, _ body: (Int) -> Void) {
    for index in 0..<count {
        body(index)
    }
}
