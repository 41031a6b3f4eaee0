// Refused by: right in every interleaving
// Verdict: race
// Because: two downloads that fail at the same time change the counter at the same time.
import Dispatch

typealias Download = (_ name: String) throws -> Void

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) {
    let freeSlots = DispatchSemaphore(value: limit)
    let downloads = DispatchGroup()
    var failures = 0
    for name in names {
        // The caller waits here for a slot, and no thread of the pool does.
        freeSlots.wait()
        DispatchQueue.global().async(group: downloads) {
            // On every code path: a failed download makes its slot free too.
            defer { freeSlots.signal() }
            do {
                try download(name)
            } catch {
                failures += 1
                print("\(name) is missing: \(error)")
            }
        }
    }
    downloads.wait()
    print(failures)
}
