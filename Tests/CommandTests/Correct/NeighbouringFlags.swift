import Foundation
import Synchronization

/// Two flags that lie side by side in one word: each orders what belongs to it.
final class Worker: Sendable {
    let isReady = Atomic<Bool>(false)
    let isStopped = Atomic<Bool>(false)
    nonisolated(unsafe) var result = 0
}

func scenario() -> Int {
    let worker = Worker(), stopped = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        worker.result = 42
        worker.isReady.store(true, ordering: .releasing)
    }
    Thread.detachNewThread {
        worker.isStopped.store(true, ordering: .releasing)
        stopped.signal()
    }
    stopped.wait()
    return worker.isReady.load(ordering: .acquiring) ? worker.result : 0
}
