// Refused by: completes after the last download
// Verdict: waits
// Because: all calls share one group, so each waits for the work of the others, too.
import Dispatch

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

private let downloads = DispatchGroup()

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
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
