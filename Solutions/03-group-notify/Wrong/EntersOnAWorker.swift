// Refused by: right in every interleaving
// Verdict: tooEarly
// Points: at most 6
// Because: blocks enter the group, perhaps after `notify` has already found it empty.
import Dispatch

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    let downloads = DispatchGroup()
    for name in names {
        DispatchQueue.global().async {
            downloads.enter()
            download(name) { _ in downloads.leave() }
        }
    }
    downloads.notify(queue: .main, execute: completion)
}
