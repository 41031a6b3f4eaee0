// Refused by: timedOut
// Verdict: deadlock
// Says: returned without releasing it
// Says: through line 23
// Says: `unlock()` is missing on this code path
// Says: withLock
// Says: line 21 of ReturnsBeforeUnlock.swift
// Says not: call no function there
// Because: the `return` of the `guard` skips `unlock`, so the next download waits for ever.
import Foundation

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    let lock = NSLock()
    nonisolated(unsafe) var left = names.count
    nonisolated(unsafe) let completion = completion
    if names.isEmpty { return DispatchQueue.main.async(execute: completion) }
    for name in names {
        download(name) { error in
            lock.lock()
            left -= 1
            guard left == 0 else { return }
            lock.unlock()
            DispatchQueue.main.async(execute: completion)
        }
    }
}
