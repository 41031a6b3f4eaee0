// Refused by: downloads run at the same time
// Verdict: notParallel
// Because: each download starts the next one when it has ended. The result is correct, but slow.
import Dispatch

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    guard let first = names.first else { return DispatchQueue.main.async(execute: completion) }
    download(first) { error in
        if let error { print("\(first) is missing: \(error)") }
        downloadAll(Array(names.dropFirst()), with: download, completion: completion)
    }
}
