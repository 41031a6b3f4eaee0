// Refused by: never more than n at the same time
// Verdict: tooMany
// Says: begins at 4
// Because: the semaphore has one unit more than the limit.
import Dispatch

typealias Download = (_ name: String) throws -> Void

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) {
    let freeSlots = DispatchSemaphore(value: limit + 1)
    let downloads = DispatchGroup()
    for name in names {
        freeSlots.wait()
        DispatchQueue.global().async(group: downloads) {
            defer { freeSlots.signal() }
            try? download(name)
        }
    }
    downloads.wait()
}
