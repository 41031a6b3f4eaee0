// Refused by: right in every interleaving
// Verdict: race
// Because: two downloads that fail at the same time change the counter at the same time.
import Dispatch

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    let downloads = DispatchGroup()
    var failures = 0
    for name in names {
        // Enter here, before the download starts: the group must not be empty during a download.
        downloads.enter()
        download(name) { error in
            // Leave on every code path: a failed download has ended too.
            defer { downloads.leave() }
            if let error { failures += 1; print("\(name) is missing: \(error)") }
        }
    }
    // Gives the group a block to run when it is empty. No thread is blocked meanwhile.
    downloads.notify(
        queue: .main,
        execute: {
            print(failures); completion()
        })
}
