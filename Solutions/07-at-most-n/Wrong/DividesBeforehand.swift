// Refused by: goes on when a slot is free
// Verdict: waits
// Because: each thread has its own part of the photos. When it has ended, its slot stays free, although photos wait behind a slow one.
import Dispatch

typealias Download = (_ name: String) throws -> Void

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) {
    let downloads = DispatchGroup()
    for slot in 0..<limit {
        DispatchQueue.global().async(group: downloads) {
            for place in stride(from: slot, to: names.count, by: limit) {
                do {
                    try download(names[place])
                } catch {
                    print("\(names[place]) is missing: \(error)")
                }
            }
        }
    }
    downloads.wait()
}
