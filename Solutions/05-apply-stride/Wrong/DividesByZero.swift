// Refused by: each index, whatever the count
// Points: at least 7
// Verdict: crash
// Says: With a count of 0
// Says: Division by zero
// Says: line 15 of DividesByZero.swift
// Says: crashes with a count of 3
// Says not: Current stack trace
// Says not: With a count of 1
// Because: with few indices the length is 0, and the code divides by it.
import Foundation

func forEachIndex(below count: Int, _ body: (Int) -> Void) {
    let length = count / 64
    DispatchQueue.concurrentPerform(iterations: count / length) { stride in
        for index in stride * length..<min((stride + 1) * length, count) { body(index) }
    }
}
