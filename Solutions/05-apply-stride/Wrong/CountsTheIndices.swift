// Refused by: right in every interleaving
// Verdict: race
// Because: all strides change one counter. (Three indices are one stride here, so only the test with many indices shows it.)
import Dispatch
import Foundation

func forEachIndex(below count: Int, _ body: (Int) -> Void) {
    let length = 1000
    let strides = (count + length - 1) / length
    var done = 0
    DispatchQueue.concurrentPerform(iterations: strides) { stride in
        let start = stride * length
        let end = min(start + length, count)
        for index in start..<end { body(index) }
        done += end - start
    }
    assert(done <= count)
}
