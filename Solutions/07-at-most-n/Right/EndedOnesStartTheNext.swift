// No semaphore: a download that has ended submits the next one.
import Foundation

typealias Download = (_ name: String) throws -> Void

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) {
    let downloads = DispatchGroup(), lock = NSLock()
    nonisolated(unsafe) var left = names[...]
    nonisolated(unsafe) let download = download
    @Sendable func startNext() {
        guard let name = lock.withLock({ left.popFirst() }) else { return }
        DispatchQueue.global().async(group: downloads) {
            try? download(name)
            startNext()
        }
    }
    for _ in 0..<limit { startNext() }
    downloads.wait()
}
