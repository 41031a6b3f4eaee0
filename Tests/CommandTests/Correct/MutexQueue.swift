import Dispatch
import Synchronization

/// Jobs that are drawn until none is left; each is drawn once.
struct Jobs: ~Copyable {
    private let left: Mutex<[Int]>

    init(_ count: Int) { left = Mutex(Array(1...count)) }

    borrowing func next() -> Int? {
        left.withLock { $0.popLast() }
    }
}

final class Results: Sendable {
    private let sum = Mutex(0)
    func add(_ number: Int) { sum.withLock { $0 += number } }
    var total: Int { sum.withLock { $0 } }
}

final class Office: Sendable {
    let jobs = Jobs(3)
    let results = Results()

    func work() {
        while let job = jobs.next() { results.add(job) }
    }
}

func scenario() -> Int {
    let office = Office()
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
        office.work()
        done.signal()
    }
    office.work()
    done.wait()
    return office.results.total
}

func allowed(_ total: Int) -> Bool { total == 6 }
