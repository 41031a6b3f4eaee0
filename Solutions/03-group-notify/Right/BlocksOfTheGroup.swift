// The blocks that start the downloads belong to the group, so it is not empty before all downloads
// have entered it.
import Dispatch

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    let downloads = DispatchGroup()
    for name in names {
        DispatchQueue.global().async(group: downloads) {
            downloads.enter()
            download(name) { _ in downloads.leave() }
        }
    }
    downloads.notify(queue: .main, execute: completion)
}
