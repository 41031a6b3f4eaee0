// With the functions of POSIX threads, and one wake-up for each photo.
import Foundation

final class SignalCounter: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let arrival = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var count = 0

    init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(arrival, nil)
    }

    deinit {
        pthread_cond_destroy(arrival)
        pthread_mutex_destroy(mutex)
        arrival.deallocate()
        mutex.deallocate()
    }

    func signal(_ photos: Int) {
        pthread_mutex_lock(mutex)
        count += photos
        for _ in 0..<photos { pthread_cond_signal(arrival) }
        pthread_mutex_unlock(mutex)
    }

    func wait() {
        pthread_mutex_lock(mutex)
        while count == 0 { pthread_cond_wait(arrival, mutex) }
        count -= 1
        pthread_mutex_unlock(mutex)
    }
}
