import Dispatch

/// Starts one download: `ended` is called later, on any thread, with the error if there is one.
typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

/// Downloads all photos at the same time, and calls `completion` after the last download has ended.
///
/// Returns immediately. `completion` is called once, on the main queue.
func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    let downloads = DispatchGroup()
    for name in names {
        download(name) { error in
            downloads.enter()
            if let error { print("\(name) is missing: \(error)") }
            downloads.leave()
        }
    }
    downloads.notify(queue: .main, execute: completion)
}
