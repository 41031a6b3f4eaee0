// Refused by: completes after the last download
// Verdict: tooEarly
// Because: the loop is over when the downloads have started. None of them has ended then.
import Dispatch

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    for name in names {
        download(name) { error in
            if let error { print("\(name) is missing: \(error)") }
        }
    }
    DispatchQueue.main.async(execute: completion)
}
