import Dispatch

/// Calls `body` once for each index below `count`, on all cores, and returns after all calls.
///
/// Each call takes a few nanoseconds. Several threads can call `body` at the same time.
func forEachIndex(below count: Int, _ body: (Int) -> Void) {
    DispatchQueue.concurrentPerform(iterations: count) { index in
        body(index)
    }
}
