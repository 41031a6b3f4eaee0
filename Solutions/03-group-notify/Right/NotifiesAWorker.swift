// The notify block runs on a worker and submits to the main queue: one unnecessary step, but
// correct.
import Dispatch

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    let downloads = DispatchGroup()
    for name in names {
        downloads.enter()
        download(name) { _ in downloads.leave() }
    }
    downloads.notify(queue: .global()) { DispatchQueue.main.async(execute: completion) }
}
