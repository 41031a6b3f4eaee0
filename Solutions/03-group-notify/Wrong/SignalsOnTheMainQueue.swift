// Refused by: timedOut
// Verdict: deadlock
// Says: is in the main queue, and only the main thread runs the blocks of that queue
// Because: the block that signals the semaphore waits for the main thread, and the main thread waits for the signal.
import Dispatch

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    let done = DispatchSemaphore(value: 0)
    for name in names {
        download(name) { _ in
            DispatchQueue.main.sync { _ = done.signal() }
        }
    }
    for _ in names { done.wait() }
    completion()
}
