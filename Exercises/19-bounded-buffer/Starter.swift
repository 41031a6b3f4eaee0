import Foundation

/// Photos on their way from the threads that download them to the threads that filter them.
final class PhotoBuffer {
    private let capacity: Int
    private let condition = NSCondition()
    private var photos: [String] = []
    private var isClosed = false

    /// - Parameter capacity: the most photos that are in the buffer at the same time; at least one.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Adds a photo, and waits while the buffer is full. Returns false if the buffer is closed.
    func put(_ photo: String) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while photos.count == capacity && !isClosed { condition.wait() }
        if isClosed { return false }
        photos.append(photo)
        condition.signal()
        return true
    }

    /// Takes the oldest photo, and waits while the buffer is empty. Returns nil if it is closed and
    /// empty.
    func take() -> String? {
        condition.lock()
        defer { condition.unlock() }
        while photos.isEmpty && !isClosed { condition.wait() }
        if photos.isEmpty { return nil }
        let photo = photos.removeFirst()
        condition.signal()
        return photo
    }

    /// No more photos will come. Waiting threads continue.
    func close() {
        condition.lock()
        isClosed = true
        condition.signal()
        condition.unlock()
    }
}
