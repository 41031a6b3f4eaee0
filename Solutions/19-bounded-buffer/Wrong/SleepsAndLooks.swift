// Refused by: waiting threads block
// Verdict: spins
// Because: Waiting threads wake up again and again, also if no photo comes for hours.
import Foundation

final class PhotoBuffer {
    private let capacity: Int
    private let lock = NSLock()
    private var photos: [String] = []
    private var isClosed = false

    init(capacity: Int) {
        self.capacity = capacity
    }

    func put(_ photo: String) -> Bool {
        while true {
            lock.lock()
            if isClosed || photos.count < capacity {
                defer { lock.unlock() }
                if !isClosed { photos.append(photo) }
                return !isClosed
            }
            lock.unlock()
            usleep(1000)
        }
    }

    func take() -> String? {
        while true {
            lock.lock()
            if !photos.isEmpty || isClosed {
                defer { lock.unlock() }
                return photos.isEmpty ? nil : photos.removeFirst()
            }
            lock.unlock()
            usleep(1000)
        }
    }

    func close() { lock.withLock { isClosed = true } }
}
