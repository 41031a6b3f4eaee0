import Dispatch

/// Downloads one photo: returns at once, and calls `ended` later, on any thread, with the error if it did not work out.
typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

/// Downloads all photos at the same time, and calls `completion` when the last download has ended, well or not.
///
/// Returns at once. `completion` is called once, on the main queue.
func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    let downloads = DispatchGroup()
    for name in names {
        // Entered here, before the download starts: the group must not look empty while one is on its way.
        downloads.enter()
        download(name) { error in
            // Left on every way out: a download that failed has ended too.
            defer { downloads.leave() }
            if let error { print("\(name) is missing: \(error)") }
        }
    }
    // Hands the group a block to run when it is empty. No thread stands and waits for that.
    downloads.notify(queue: .main, execute: completion)
}
