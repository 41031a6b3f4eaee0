// Refused by: a full buffer blocks put, and only then
// Verdict: tooEarly
// Because: `>` lets one photo more into the buffer than its capacity.
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
        while photos.count > capacity && !isClosed { condition.wait() }
        if isClosed { return false }
        photos.append(photo)
        condition.broadcast()
        return true
    }

    func take() -> String? {
        condition.lock()
        defer { condition.unlock() }
        while photos.isEmpty && !isClosed { condition.wait() }
        if photos.isEmpty { return nil }
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
