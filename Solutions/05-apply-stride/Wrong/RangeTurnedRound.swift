// Refused by: crashed
// Verdict: crash
// Says: With a count of 0
// Says: Range requires
// Says: line 14 of RangeTurnedRound.swift
// Says: its end must not be before its start
// Says not: Current stack trace
// Because: the number of strides is fixed. With few indices, most begin after the last index.
import Foundation

func forEachIndex(below count: Int, _ body: (Int) -> Void) {
    let length = count / 64 + 1
    DispatchQueue.concurrentPerform(iterations: 65) { stride in
        for index in stride * length..<min((stride + 1) * length, count) { body(index) }
    }
}
