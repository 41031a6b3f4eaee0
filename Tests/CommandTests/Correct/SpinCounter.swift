import Foundation

/// A counter behind a spin lock, and a list behind a lock that its reader takes twice.
final class Shared: @unchecked Sendable {
    private let spin = UnsafeMutablePointer<pthread_spinlock_t>.allocate(capacity: 1)
    private let readWrite = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
    private var count = 0
    private var list: [Int] = []

    init() {
        pthread_spin_init(spin, 0)
        pthread_rwlock_init(readWrite, nil)
    }

    func add() {
        pthread_spin_lock(spin)
        count += 1
        pthread_spin_unlock(spin)
    }

    func append(_ value: Int) {
        pthread_rwlock_wrlock(readWrite)
        list.append(value)
        pthread_rwlock_unlock(readWrite)
    }

    private func reading<Result>(_ body: () -> Result) -> Result {
        pthread_rwlock_rdlock(readWrite)
        defer { pthread_rwlock_unlock(readWrite) }
        return body()
    }

    private var sum: Int { reading { list.reduce(0, +) } }
    var isConsistent: Bool { reading { sum == list.reduce(0, +) } }
    var total: Int {
        pthread_spin_lock(spin)
        defer { pthread_spin_unlock(spin) }
        return count
    }
}

func scenario() -> String {
    let shared = Shared(), group = DispatchGroup()
    for value in 1...2 {
        DispatchQueue.global().async(group: group) {
            shared.add()
            shared.append(value)
        }
    }
    let isConsistent = shared.isConsistent
    group.wait()
    return "\(isConsistent) \(shared.total)"
}

func allowed(_ outcome: String) -> Bool { outcome == "true 2" }
