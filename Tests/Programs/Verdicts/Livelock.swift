import Foundation

func scenario() {
    let fork = NSLock(), knife = NSLock()
    DispatchQueue.concurrentPerform(iterations: 2) { number in
        let (first, second) = number == 0 ? (fork, knife) : (knife, fork)
        while true {
            first.lock()
            if second.try() { break }
            first.unlock()
        }
        second.unlock()
        first.unlock()
    }
}
