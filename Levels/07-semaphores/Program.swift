import Foundation

/// A table with two forks. Each guest needs both.
func semaphoreDeadlock() {
    let forks = DispatchSemaphore(value: 2)
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
        forks.wait()
        forks.wait()
        forks.signal()
        forks.signal()
    }
}
