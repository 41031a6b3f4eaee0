// The group is entered by workers, and that is over when `notify` looks at it: concurrentPerform returns behind its last iteration.
import Dispatch

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    let downloads = DispatchGroup()
    // Only called in the iterations, which are over before this function is.
    nonisolated(unsafe) let download = download
    DispatchQueue.concurrentPerform(iterations: names.count) { number in
        downloads.enter()
        download(names[number]) { _ in downloads.leave() }
    }
    downloads.notify(queue: .main, execute: completion)
}
