// Workers enter the group, but all of them have entered before `notify`: concurrentPerform returns
// after its last iteration.
import Dispatch

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    let downloads = DispatchGroup()
    // Called only in the iterations, which end before this function returns.
    nonisolated(unsafe) let download = download
    DispatchQueue.concurrentPerform(iterations: names.count) { number in
        downloads.enter()
        download(names[number]) { _ in downloads.leave() }
    }
    downloads.notify(queue: .main, execute: completion)
}
