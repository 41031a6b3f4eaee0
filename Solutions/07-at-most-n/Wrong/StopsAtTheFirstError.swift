// Refused by: goes on after errors
// Verdict: missing
// Because: after an error, the other photos are not downloaded.
import Foundation

typealias Download = (_ name: String) throws -> Void

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) {
    let freeSlots = DispatchSemaphore(value: limit)
    let downloads = DispatchGroup(), lock = NSLock()
    nonisolated(unsafe) var hasFailed = false
    for name in names {
        freeSlots.wait()
        if lock.withLock({ hasFailed }) {
            freeSlots.signal()
            break
        }
        DispatchQueue.global().async(group: downloads) {
            defer { freeSlots.signal() }
            do { try download(name) } catch { lock.withLock { hasFailed = true } }
        }
    }
    downloads.wait()
}
