import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A read-write lock of the system in a class that owns its memory.
final class ReadWriteLock {
    private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)

    init() { pthread_rwlock_init(lock, nil) }

    deinit {
        pthread_rwlock_destroy(lock)
        lock.deallocate()
    }

    func read<Result>(_ body: () throws -> Result) rethrows -> Result {
        pthread_rwlock_rdlock(lock)
        defer { pthread_rwlock_unlock(lock) }
        return try body()
    }

    func write<Result>(_ body: () throws -> Result) rethrows -> Result {
        pthread_rwlock_wrlock(lock)
        defer { pthread_rwlock_unlock(lock) }
        return try body()
    }
}

final class Prices {
    private let lock = ReadWriteLock()
    private var prices = ["apple": 1]
    func set(_ price: Int, of name: String) { lock.write { prices[name] = price } }
    func price(of name: String) -> Int { lock.read { prices[name] ?? 0 } }
}

func scenario() -> String {
    let prices = Prices()
    let group = DispatchGroup()
    var seen = 0
    DispatchQueue.global().async(group: group) { seen = prices.price(of: "apple") }
    DispatchQueue.global().async(group: group) { prices.set(2, of: "apple") }
    group.wait()
    return "\(seen == 1 || seen == 2) \(prices.price(of: "apple"))"
}

func allowed(_ text: String) -> Bool { text == "true 2" }
