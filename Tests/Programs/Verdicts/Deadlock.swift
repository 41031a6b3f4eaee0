import Foundation

func scenario() {
    let album = NSLock(), index = NSLock()
    DispatchQueue.concurrentPerform(iterations: 2) { number in
        let (first, second) = number == 0 ? (album, index) : (index, album)
        first.lock()
        second.lock()
        second.unlock()
        first.unlock()
    }
}
