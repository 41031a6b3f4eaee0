// Refused by: right in every interleaving
// Verdict: assertion
// Points: at most 6
// Because: A broadcast wakes all waiting threads. The first one takes the photo, and the next one finds
// an empty buffer.
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
        if photos.count == capacity && !isClosed { condition.wait() }
        if isClosed { return false }
        photos.append(photo)
        condition.broadcast()
        return true
    }

    func take() -> String? {
        condition.lock()
        defer { condition.unlock() }
        if photos.isEmpty && !isClosed { condition.wait() }
        if photos.isEmpty && isClosed { return nil }
        let photo = photos.removeFirst()
        condition.broadcast()
        return photo
    }

    func close() {
        condition.lock()
        isClosed = true
        condition.broadcast()
        condition.unlock()
    }
}
