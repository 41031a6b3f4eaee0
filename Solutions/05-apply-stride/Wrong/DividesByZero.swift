// Refused by: crashed
// Verdict: crash
// Says: With a count of 0
// Says: Division by zero
// Says: line 12 of DividesByZero.swift
// Says not: Current stack trace
// Because: with few indices the length is 0, and nothing can be cut into strides of that length.
import Foundation

func forEachIndex(below count: Int, _ body: (Int) -> Void) {
    let length = count / 64
    DispatchQueue.concurrentPerform(iterations: count / length) { stride in
        for index in stride * length..<min((stride + 1) * length, count) { body(index) }
    }
}
