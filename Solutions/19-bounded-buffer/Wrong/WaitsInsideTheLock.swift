// Refused by: an empty buffer blocks take
// Verdict: deadlock
// Because: The consumer holds the lock while it waits for the semaphore. So no producer can put a
// photo.
import Foundation

final class PhotoBuffer {
    private let room = DispatchSemaphore(value: 0)
    private let arrival = DispatchSemaphore(value: 0)
    private let lock = NSLock()
    private var photos: [String] = []
    private var isClosed = false

    init(capacity: Int) {
        for _ in 1...capacity { room.signal() }
    }

    func put(_ photo: String) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        room.wait()
        if isClosed {
            room.signal()
            return false
        }
        photos.append(photo)
        arrival.signal()
        return true
    }

    func take() -> String? {
        lock.lock()
        defer { lock.unlock() }
        arrival.wait()
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
