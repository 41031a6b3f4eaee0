// Refused by: completes behind the last download
// Verdict: missing
// Points: at most 1
// Says: – completes once
// Says not: has to leave the group
// Because: all is started, and nobody counts.
import Dispatch

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    for name in names {
        download(name) { error in
            if let error { print("\(name) is missing: \(error)") }
        }
    }
}
