import Dispatch
import Foundation

let cores = ProcessInfo.processInfo.activeProcessorCount
let begun = DispatchSemaphore(value: 0), gate = DispatchSemaphore(value: 0), ended = DispatchSemaphore(value: 0)

// As many background tasks as cores block their threads.
for _ in 0..<cores {
    Task.detached(priority: .background) {
        begun.signal()
        gate.wait()
    }
}
for _ in 0..<cores { begun.wait() }

Task.detached(priority: .high) {
    print("a task of another priority has a thread")
    for _ in 0..<cores { gate.signal() }
    ended.signal()
}
ended.wait()
