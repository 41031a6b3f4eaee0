// Refused by: goes on after errors
// Verdict: deadlock
// Points: at most 7
// Says: was never signalled
// Says: defer {
// Says: ✓ only the caller waits
// Because: a failed download does not give its slot back, so the loop waits for ever.
import Dispatch

typealias Download = (_ name: String) throws -> Void

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) {
    let freeSlots = DispatchSemaphore(value: limit)
    let downloads = DispatchGroup()
    for name in names {
        freeSlots.wait()
        DispatchQueue.global().async(group: downloads) {
            do {
                try download(name)
                freeSlots.signal()
            } catch {
                print("\(name) is missing: \(error)")
            }
        }
    }
    downloads.wait()
}
