// Refused by: returns immediately
// Verdict: waits
// Because: the main thread is blocked in `wait`, so the app cannot react.
import Dispatch

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    let downloads = DispatchGroup()
    for name in names {
        downloads.enter()
        download(name) { _ in downloads.leave() }
    }
    downloads.wait()
    completion()
}
