// Refused by: only the caller waits
// Verdict: cost
// Points: at most 8
// Says: blocked
// Because: the limit holds, but each photo that waits for a slot blocks a thread of the pool.
import Dispatch

typealias Download = (_ name: String) throws -> Void

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) {
    let freeSlots = DispatchSemaphore(value: limit)
    let downloads = DispatchGroup()
    for name in names {
        DispatchQueue.global().async(group: downloads) {
            freeSlots.wait()
            defer { freeSlots.signal() }
            try? download(name)
        }
    }
    downloads.wait()
}
