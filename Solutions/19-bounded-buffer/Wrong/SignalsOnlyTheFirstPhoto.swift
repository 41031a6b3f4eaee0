// Refused by: right in every interleaving
// Verdict: lostWakeup
// Points: at most 6
// Because: The signal comes only with the first photo of an empty buffer. Two consumers wait, two
// photos come one after the other, and one of the consumers sleeps on.
import Foundation

final class PhotoBuffer: @unchecked Sendable {
    private let capacity: Int
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let room = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let arrival = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var photos: [String] = []
    private var isClosed = false

    init(capacity: Int) {
        self.capacity = capacity
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(room, nil)
        pthread_cond_init(arrival, nil)
    }

    deinit {
        pthread_cond_destroy(arrival)
        pthread_cond_destroy(room)
        pthread_mutex_destroy(mutex)
        arrival.deallocate()
        room.deallocate()
        mutex.deallocate()
    }

    func put(_ photo: String) -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while photos.count == capacity, !isClosed { pthread_cond_wait(room, mutex) }
        guard !isClosed else { return false }
        photos.append(photo)
        if photos.count == 1 { pthread_cond_signal(arrival) }
        return true
    }

    func take() -> String? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while photos.isEmpty, !isClosed { pthread_cond_wait(arrival, mutex) }
        guard !photos.isEmpty else { return nil }
        pthread_cond_signal(room)
        return photos.removeFirst()
    }

    func close() {
        pthread_mutex_lock(mutex)
        isClosed = true
        pthread_cond_broadcast(room)
        pthread_cond_broadcast(arrival)
        pthread_mutex_unlock(mutex)
    }
}
