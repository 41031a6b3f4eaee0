// Each of eight strides takes every eighth index. It needs no division, and the lengths differ by
// at most 1.
import Dispatch

func forEachIndex(below count: Int, _ body: (Int) -> Void) {
    let strides = 8
    DispatchQueue.concurrentPerform(iterations: strides) { first in
        for index in stride(from: first, to: count, by: strides) {
            body(index)
        }
    }
}
