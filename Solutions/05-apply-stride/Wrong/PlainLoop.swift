// Refused by: strides for all cores
// Verdict: notParallel
// Because: a plain loop is right and hands out nothing; it also leaves all cores but one idle.
import Dispatch

func forEachIndex(below count: Int, _ body: (Int) -> Void) {
    for index in 0..<count {
        body(index)
    }
}
