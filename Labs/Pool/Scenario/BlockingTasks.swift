import Dispatch

/// The same bug with tasks: each task waits at a semaphore, and the last task would signal it.
///
/// Tasks of one priority share as many threads as there are cores, and the pool adds none when they are
/// blocked. When all of them are blocked, the last task cannot begin. This is a deadlock: *thread-pool
/// exhaustion*.
public func waitInTasks(_ tasks: Int) {
    let albumIsOpen = DispatchSemaphore(value: 0)
    let everything = DispatchGroup()
    for _ in 1...tasks {
        everything.enter()
        Task {
            albumIsOpen.wait()
            everything.leave()
        }
    }
    everything.enter()
    Task {
        for _ in 1...tasks { albumIsOpen.signal() }
        everything.leave()
    }
    everything.wait()
}
