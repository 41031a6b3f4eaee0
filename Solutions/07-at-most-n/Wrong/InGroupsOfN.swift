// Refused by: goes on when a slot is free
// Verdict: waits
// Says: as soon as
// Because: the code waits until all downloads of a batch have ended, although slots are free.
import Dispatch

typealias Download = (_ name: String) throws -> Void

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) {
    var rest = names[...]
    while !rest.isEmpty {
        let batch = DispatchGroup()
        for name in rest.prefix(limit) {
            DispatchQueue.global().async(group: batch) { try? download(name) }
        }
        batch.wait()
        rest = rest.dropFirst(limit)
    }
}
