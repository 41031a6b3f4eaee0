import Dispatch
import Foundation

/// Calls `body` once for each index from 0 up to, and without, `count`, on all cores, and returns when all calls are over.
///
/// Each call takes a few nanoseconds: a pixel to brighten, a sample to scale. `body` may be called by several threads at once.
func forEachIndex(below count: Int, _ body: (Int) -> Void) {
    // A few strides for each core: enough that a core which is done early finds more to do, few enough that handing them out costs nothing.
    let strides = ProcessInfo.processInfo.activeProcessorCount * 8
    let length = max(1, (count + strides - 1) / strides)

    DispatchQueue.concurrentPerform(iterations: (count + length - 1) / length) { stride in
        let start = stride * length
        // The last stride is shorter when the length does not divide the count.
        for index in start..<min(start + length, count) {
            body(index)
        }
    }
}
