// Refused by: n downloads run at the same time
// Verdict: notParallel
// Says: begins at 1
// Because: the semaphore has one unit, whatever the limit.
import Dispatch

typealias Download = (_ name: String) throws -> Void

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) {
    let freeSlots = DispatchSemaphore(value: 1)
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
