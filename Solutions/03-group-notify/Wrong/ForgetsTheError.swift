// Refused by: completes after the last download
// Verdict: missing
// Because: the code path with an error does not leave the group, so it never becomes empty.
import Dispatch

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    let downloads = DispatchGroup()
    for name in names {
        downloads.enter()
        download(name) { error in
            if let error {
                print("\(name) is missing: \(error)")
                return
            }
            downloads.leave()
        }
    }
    downloads.notify(queue: .main, execute: completion)
}
