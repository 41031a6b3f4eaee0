import Dispatch
import Synchronization

/// Each stride counts for itself and adds up once.
func primes(below limit: Int, strides: Int) -> Int {
    let total = Atomic<Int>(0)
    let width = (limit + strides - 1) / strides
    DispatchQueue.concurrentPerform(iterations: strides) { stride in
        let numbers = stride * width..<min((stride + 1) * width, limit)
        let count = numbers.filter(isPrime).count
        total.add(count, ordering: .relaxed)
    }
    return total.load(ordering: .relaxed)
}

func isPrime(_ number: Int) -> Bool {
    number > 1 && (2..<number).allSatisfy { number % $0 != 0 }
}

func scenario() -> Int { primes(below: 20, strides: 3) }

func allowed(_ count: Int) -> Bool { count == 8 }
