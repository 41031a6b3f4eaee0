// Refused by: crashed
// Verdict: crash
// Because: a failed download leaves twice, in `defer` and directly. libdispatch stops the program.
import Dispatch

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    let downloads = DispatchGroup()
    for name in names {
        downloads.enter()
        download(name) { error in
            defer { downloads.leave() }
            if error != nil {
                downloads.leave()
            }
        }
    }
    downloads.notify(queue: .main, execute: completion)
}
