// Refused by: completes once
// Verdict: crash
// Points: at least 9
// Says: With an empty list of downloads
// Says: Range requires
// Says: line 17 of CountsToTheLastOne.swift
// Says: ✓ completes after the last download
// Says: ✓ no thread waits
// Says not: 3 downloads
// Because: without names, the last index is -1, and `0...(-1)` is not a range.
import Foundation

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    let downloads = DispatchGroup()
    for number in 0...names.count - 1 {
        downloads.enter()
        download(names[number]) { _ in downloads.leave() }
    }
    downloads.notify(queue: .main, execute: completion)
}
