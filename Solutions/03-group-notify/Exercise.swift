import Dispatch

/// Starts one download: `ended` is called later, on any thread, with the error if there is one.
typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

/// Downloads all photos at the same time, and calls `completion` after the last download has ended.
///
/// Returns immediately. `completion` is called once, on the main queue.
func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    let downloads = DispatchGroup()
    for name in names {
        // Enter here, before the download starts: the group must not be empty during a download.
        downloads.enter()
        download(name) { error in
            // Leave on every code path: a failed download has ended too.
            defer { downloads.leave() }
            if let error { print("\(name) is missing: \(error)") }
        }
    }
    // Gives the group a block to run when it is empty. No thread is blocked meanwhile.
    downloads.notify(queue: .main, execute: completion)
}
