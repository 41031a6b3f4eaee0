// Refused by: completes on the main queue
// Verdict: wrongQueue
// Because: the group submits the block to the given queue, and this is not the main queue.
import Dispatch

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    let downloads = DispatchGroup()
    for name in names {
        downloads.enter()
        download(name) { _ in downloads.leave() }
    }
    downloads.notify(queue: .global(), execute: completion)
}
