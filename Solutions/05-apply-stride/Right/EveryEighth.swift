// Each of eight strides takes every eighth index: no division is needed, and no stride is longer than another by more than one.
import Dispatch

func forEachIndex(below count: Int, _ body: (Int) -> Void) {
    let strides = 8
    DispatchQueue.concurrentPerform(iterations: strides) { first in
        for index in stride(from: first, to: count, by: strides) {
            body(index)
        }
    }
}
