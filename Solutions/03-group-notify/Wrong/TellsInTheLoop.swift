// Refused by: completes once
// Verdict: tooOften
// Because: each pass of the loop calls `notify`: one completion per photo, and none without photos.
import Dispatch

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    let downloads = DispatchGroup()
    for name in names {
        downloads.enter()
        download(name) { _ in downloads.leave() }
        downloads.notify(queue: .main, execute: completion)
    }
}
