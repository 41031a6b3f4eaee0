import Foundation

/// Two threads that work in phases: neither begins the second phase before both have ended the first.
final class Phases: @unchecked Sendable {
    private let barrier = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1)
    private var halves = [0, 0]
    private(set) var sums = [0, 0]

    init() { pthread_barrier_init(barrier, nil, 2) }

    deinit {
        pthread_barrier_destroy(barrier)
        barrier.deallocate()
    }

    func work(_ index: Int) {
        withHalf(index) { $0 = index + 1 }
        pthread_barrier_wait(barrier)
        let sum = half(0) + half(1)
        pthread_barrier_wait(barrier)
        withSum(index) { $0 = sum }
    }

    private let lock = NSLock()
    private func withHalf(_ index: Int, _ change: (inout Int) -> Void) { lock.withLock { change(&halves[index]) } }
    private func half(_ index: Int) -> Int { halves[index] }
    private func withSum(_ index: Int, _ change: (inout Int) -> Void) { lock.withLock { change(&sums[index]) } }
}

func scenario() -> [Int] {
    let phases = Phases(), group = DispatchGroup()
    for index in 0..<2 { DispatchQueue.global().async(group: group) { phases.work(index) } }
    group.wait()
    return phases.sums
}

func allowed(_ outcome: [Int]) -> Bool { outcome == [3, 3] }
