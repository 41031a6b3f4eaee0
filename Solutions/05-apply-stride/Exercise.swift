import Dispatch
import Foundation

/// Calls `body` once for each index below `count`, on all cores, and returns after all calls.
///
/// Each call takes a few nanoseconds. Several threads can call `body` at the same time.
func forEachIndex(below count: Int, _ body: (Int) -> Void) {
    // A few strides for each core. That is enough to give more work to a core that finishes early,
    // and so few that starting them costs nearly nothing.
    let strides = ProcessInfo.processInfo.activeProcessorCount * 8
    let length = max(1, (count + strides - 1) / strides)

    DispatchQueue.concurrentPerform(iterations: (count + length - 1) / length) { stride in
        let start = stride * length
        // The last stride is shorter if the length does not divide the count.
        for index in start..<min(start + length, count) {
            body(index)
        }
    }
}
