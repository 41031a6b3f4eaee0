import Foundation

/// A lock of the C library that lies in the object that it guards.
final class Tally {
    private var mutex = pthread_mutex_t()
    private var total = 0

    init() { pthread_mutex_init(&mutex, nil) }
    deinit { pthread_mutex_destroy(&mutex) }

    func add(_ number: Int) {
        pthread_mutex_lock(&mutex)
        total += number
        pthread_mutex_unlock(&mutex)
    }

    var value: Int {
        pthread_mutex_lock(&mutex)
        defer { pthread_mutex_unlock(&mutex) }
        return total
    }
}

func scenario() -> Int {
    let tally = Tally(), group = DispatchGroup()
    for number in 1...2 { DispatchQueue.global().async(group: group) { tally.add(number) } }
    group.wait()
    return tally.value
}

func allowed(_ total: Int) -> Bool { total == 3 }
