// lostWakeup: 11, 16
// Says: came before block
// Advises: wait in a loop

import Foundation
final class Track: @unchecked Sendable {
    var lock = pthread_mutex_t(), gun = pthread_cond_t()
    init() { pthread_mutex_init(&lock, nil); pthread_cond_init(&gun, nil) }
    func run() {
        pthread_mutex_lock(&lock)
        pthread_cond_wait(&gun, &lock)
        pthread_mutex_unlock(&lock)
    }
    func fire() {
        pthread_mutex_lock(&lock)
        pthread_cond_broadcast(&gun)
        pthread_mutex_unlock(&lock)
    }
}
func scenario() {
    let track = Track(), runners = DispatchGroup(), ready = DispatchSemaphore(value: 0)
    for _ in 0..<2 {
        DispatchQueue.global().async(group: runners) {
            ready.signal()
            track.run()
        }
    }
    ready.wait()
    ready.wait()
    track.fire()
    runners.wait()
}
