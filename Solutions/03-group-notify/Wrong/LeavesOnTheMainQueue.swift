// Refused by: completes after the last download
// Verdict: deadlock
// Says: is in the main queue, and only the main thread runs the blocks of that queue
// Because: the block that leaves the group waits for the main thread, and the main thread waits for the group.
import Dispatch

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    let downloads = DispatchGroup()
    for name in names {
        downloads.enter()
        download(name) { _ in
            DispatchQueue.main.async { downloads.leave() }
        }
    }
    downloads.wait()
    DispatchQueue.main.async(execute: completion)
}
