// Refused by: completes once
// Verdict: tooOften
// Because: each turn of the loop asks the group to tell, so it tells as often as there are photos, and never when there are none.
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
