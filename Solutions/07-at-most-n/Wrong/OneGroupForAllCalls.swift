// Refused by: returns after the last download
// Verdict: waits
// Because: all calls share one group, so each waits for the work of the others, too.
import Dispatch

typealias Download = (_ name: String) throws -> Void

private let downloads = DispatchGroup()

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) {
    let freeSlots = DispatchSemaphore(value: limit)
    for name in names {
        // The caller waits here for a slot, and no thread of the pool does.
        freeSlots.wait()
        DispatchQueue.global().async(group: downloads) {
            // On every code path: a failed download makes its slot free too.
            defer { freeSlots.signal() }
            do {
                try download(name)
            } catch {
                print("\(name) is missing: \(error)")
            }
        }
    }
    downloads.wait()
}
