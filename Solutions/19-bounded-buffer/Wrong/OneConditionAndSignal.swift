// Refused by: right in every interleaving
// Verdict: lostWakeup
// Points: at most 6
// Because: Producers and consumers wait at one condition, and a signal wakes one of them. If it is the
// wrong kind, it sleeps again, and the wake-up is lost.
import Foundation

final class PhotoBuffer {
    private let capacity: Int
    private let condition = NSCondition()
    private var photos: [String] = []
    private var isClosed = false

    init(capacity: Int) {
        self.capacity = capacity
    }

    func put(_ photo: String) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while photos.count == capacity && !isClosed { condition.wait() }
        if isClosed { return false }
        photos.append(photo)
        condition.signal()
        return true
    }

    func take() -> String? {
        condition.lock()
        defer { condition.unlock() }
        while photos.isEmpty && !isClosed { condition.wait() }
        if photos.isEmpty { return nil }
        let photo = photos.removeFirst()
        condition.signal()
        return photo
    }

    func close() {
        condition.lock()
        isClosed = true
        condition.broadcast()
        condition.unlock()
    }
}
