// Refused by: never more than n at the same time
// Verdict: tooMany
// Points: at most 5
// Because: the loop signals when it has submitted the block, and the download has not ended then.
import Dispatch

typealias Download = (_ name: String) throws -> Void

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) {
    let freeSlots = DispatchSemaphore(value: limit)
    let downloads = DispatchGroup()
    for name in names {
        freeSlots.wait()
        defer { freeSlots.signal() }
        DispatchQueue.global().async(group: downloads) { try? download(name) }
    }
    downloads.wait()
}
