import Dispatch
import Synchronization

func scenario() -> Int {
    let photos = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
        for _ in 0..<3 {
            photos.withLock { $0 += 1 }
        }
    }
    return photos.withLock { $0 }
}
