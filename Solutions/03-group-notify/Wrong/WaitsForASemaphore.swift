// Refused by: returns immediately
// Verdict: waits
// Says: do not wait in this function
// Says not: do not wait for the group
// Because: the main thread is blocked in `wait` of a semaphore, so the app cannot react.
import Dispatch

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    let ended = DispatchSemaphore(value: 0)
    for name in names {
        download(name) { _ in ended.signal() }
    }
    for _ in names { ended.wait() }
    completion()
}
