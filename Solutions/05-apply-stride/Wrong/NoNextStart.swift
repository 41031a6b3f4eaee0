// Refused by: crashed
// Verdict: crash
// Says: With a count of 1
// Says: Index out of range
// Says: line 13 of NoNextStart.swift
// Says not: Current stack trace
// Because: no stride follows the last one, so its end cannot be found in this way.
import Foundation

func forEachIndex(below count: Int, _ body: (Int) -> Void) {
    let starts = Array(stride(from: 0, to: count, by: 100))
    DispatchQueue.concurrentPerform(iterations: starts.count) { number in
        for index in starts[number]..<starts[number + 1] { body(index) }
    }
}
