import Dispatch

/// Calls `body` once for each index from 0 up to, and without, `count`, on all cores, and returns when all calls are over.
///
/// Each call takes a few nanoseconds: a pixel to brighten, a sample to scale. `body` may be called by several threads at once.
func forEachIndex(below count: Int, _ body: (Int) -> Void) {
    DispatchQueue.concurrentPerform(iterations: count) { index in
        body(index)
    }
}
