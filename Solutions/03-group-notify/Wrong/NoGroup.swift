// Refused by: completes behind the last download
// Verdict: tooEarly
// Because: the loop is over as soon as the downloads are started; none of them has ended then.
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
