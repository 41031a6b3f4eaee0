// Refused by: completes on the main queue
// Verdict: wrongQueue
// Because: the group tells on the queue that it is given, and this is not the main one.
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
