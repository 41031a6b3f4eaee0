// Refused by: no thread waits
// Verdict: spins
// Says: spun (busy-waited)
// Says not: You have done it without
// Because: a worker spins on a counter, and uses a core until the last download has ended.
import Foundation

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    let lock = NSLock()
    nonisolated(unsafe) var left = names.count
    nonisolated(unsafe) let completion = completion
    for name in names {
        download(name) { _ in lock.withLock { left -= 1 } }
    }
    DispatchQueue.global().async {
        while lock.withLock({ left > 0 }) {}
        DispatchQueue.main.async(execute: completion)
    }
}
