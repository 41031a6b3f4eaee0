// Refused by: right in every interleaving
// Verdict: assertion
// Points: at most 7
// Says: removeFirst
// Because: two workers can both find that a name is left, and then both take it.
import Foundation

typealias Download = (_ name: String) throws -> Void

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) {
    let workers = DispatchGroup(), lock = NSLock()
    nonisolated(unsafe) var left = names[...]
    nonisolated(unsafe) let download = download
    for _ in 0..<min(limit, names.count) {
        DispatchQueue.global().async(group: workers) {
            while lock.withLock({ !left.isEmpty }) {
                let name = lock.withLock { left.removeFirst() }
                try? download(name)
            }
        }
    }
    workers.wait()
}
