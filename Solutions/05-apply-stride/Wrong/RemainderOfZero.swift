// Refused by: each index, whatever the count
// Verdict: missing
// Because: if the length divides the count evenly, the remainder is 0, and the last stride is empty.
import Dispatch
import Foundation

/// Calls `body` once for each index below `count`, on all cores, and returns after all calls.
///
/// Each call takes a few nanoseconds. Several threads can call `body` at the same time.
func forEachIndex(below count: Int, _ body: (Int) -> Void) {
    let length = 1000
    let strides = (count + length - 1) / length
    DispatchQueue.concurrentPerform(iterations: strides) { stride in
        let start = stride * length
        let isLast = stride == strides - 1
        for index in start..<(isLast ? start + count % length : start + length) { body(index) }
    }
}
