// Refused by: each index, whatever the count
// Verdict: crash
// Points: at least 7
// Says: With a count of 0
// Says: Range requires
// Says: line 17 of StartAfterEnd.swift
// Says: its end must not be before its start
// Says: ✓ few strides, not one for each index
// Because: with few indices, most strides begin after the last index, which is a crash.
import Foundation

func forEachIndex(below count: Int, _ body: (Int) -> Void) {
    let strides = 32
    let length = max(1, (count + strides - 1) / strides)
    DispatchQueue.concurrentPerform(iterations: strides) { stride in
        let start = stride * length
        for index in start..<min(start + length, count) { body(index) }
    }
}
