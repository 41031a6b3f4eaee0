// Another kind of solution: one semaphore counts the room, another one the photos. After `close()`,
// each woken thread wakes the next one.
import Foundation

final class PhotoBuffer: @unchecked Sendable {
    private let room = DispatchSemaphore(value: 0)
    private let arrival = DispatchSemaphore(value: 0)
    private let lock = NSLock()
    private var photos: [String] = []
    private var isClosed = false

    init(capacity: Int) {
        for _ in 1...capacity { room.signal() }
    }

    func put(_ photo: String) -> Bool {
        room.wait()
        lock.lock()
        defer { lock.unlock() }
        if isClosed {
            room.signal()
            return false
        }
        photos.append(photo)
        arrival.signal()
        return true
    }

    func take() -> String? {
        arrival.wait()
        lock.lock()
        defer { lock.unlock() }
        if photos.isEmpty {
            arrival.signal()
            return nil
        }
        room.signal()
        return photos.removeFirst()
    }

    func close() {
        lock.lock()
        defer { lock.unlock() }
        isClosed = true
        room.signal()
        arrival.signal()
    }
}
