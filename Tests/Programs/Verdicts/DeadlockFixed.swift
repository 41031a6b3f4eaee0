import Foundation

func scenario() {
    let album = NSLock(), index = NSLock()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
        album.lock()
        index.lock()
        index.unlock()
        album.unlock()
    }
}
