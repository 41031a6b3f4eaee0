// Refused by: never more than n at the same time
// Verdict: tooMany
// Points: at most 5
// Because: all downloads start, and nothing counts them.
import Dispatch

typealias Download = (_ name: String) throws -> Void

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) {
    let downloads = DispatchGroup()
    for name in names {
        DispatchQueue.global().async(group: downloads) { try? download(name) }
    }
    downloads.wait()
}
