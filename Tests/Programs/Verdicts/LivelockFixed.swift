import Foundation

func scenario() {
    let fork = NSLock(), knife = NSLock()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
        fork.lock()
        knife.lock()
        knife.unlock()
        fork.unlock()
    }
}
