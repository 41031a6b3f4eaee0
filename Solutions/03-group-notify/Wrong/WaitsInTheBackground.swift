// Refused by: no thread waits
// Verdict: waits
// Because: the caller continues, but a worker is blocked in `wait` until the last download has
// ended.
import Dispatch

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    let downloads = DispatchGroup()
    for name in names {
        downloads.enter()
        download(name) { _ in downloads.leave() }
    }
    DispatchQueue.global().async {
        downloads.wait()
        DispatchQueue.main.async(execute: completion)
    }
}
