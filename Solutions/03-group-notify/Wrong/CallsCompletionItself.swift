// Refused by: completes after the last download
// Verdict: tooEarly
// Points: at most 3
// Says: Your code calls `completion` after it has started the downloads
// Says: line 20 of CallsCompletionItself.swift
// Says: count the downloads that have not ended
// Says not: delay
// Says not: first `enter`
// Because: the loop only starts the downloads. The call comes before any of them has ended.
import Dispatch

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    for name in names {
        download(name) { error in
            if let error { print("\(name) is missing: \(error)") }
        }
    }
    completion()
}
