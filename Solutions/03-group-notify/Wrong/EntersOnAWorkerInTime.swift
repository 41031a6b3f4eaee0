// Refused by: right in every interleaving
// Verdict: tooEarly
// Points: at most 6
// Says: this time it did
// Says: – completes after the last download
// Because: blocks enter the group. The function has slow work before `notify`, so this run is
// correct.
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
    var names = names
    for _ in 1...20_000 { names.sort() }
    downloads.notify(queue: .main, execute: completion)
}
