// Refused by: runs on all cores
// Verdict: notParallel
// Points: at most 3
// Says: – few strides, not one for each index
// Because: another queue is not another core. The caller waits, and one thread does all the work.
import Foundation

func forEachIndex(below count: Int, _ body: (Int) -> Void) {
    DispatchQueue(label: "loop").sync {
        for index in 0..<count { body(index) }
    }
}
