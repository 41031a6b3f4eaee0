// Refused by: no thread waits
// Verdict: waits
// Because: the group is correct, but each download blocks a worker at a semaphore until it has
// ended.
import Dispatch

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    let downloads = DispatchGroup()
    let workers = DispatchQueue(label: "downloads", attributes: .concurrent)
    for name in names {
        workers.async(group: downloads) {
            let hasEnded = DispatchSemaphore(value: 0)
            download(name) { _ in hasEnded.signal() }
            hasEnded.wait()
        }
    }
    downloads.notify(queue: .main, execute: completion)
}
