import Foundation

func eat(_ left: NSLock, _ right: NSLock) {
    left.lock()
    right.lock()
    right.unlock()
    left.unlock()
}

func scenario() {
    let forks = [NSLock(), NSLock(), NSLock()], done = DispatchGroup()
    for seat in 0..<3 {
        DispatchQueue.global().async(group: done) {
            eat(forks[seat], forks[(seat + 1) % 3])
        }
    }
    done.wait()
}
