// Refused by: completes after the last download
// Verdict: missing
// Points: at most 1
// Says: – completes once
// Says not: has to leave the group
// Because: all downloads are started, but no code counts them.
import Dispatch

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    for name in names {
        download(name) { error in
            if let error { print("\(name) is missing: \(error)") }
        }
    }
}
