import Foundation

final class Counter: @unchecked Sendable { var value = 0 }

/// Two threads add 1 to the same counter.
func twoThreadsOneCounter() {
    let counter = Counter()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
        counter.value += 1
    }
    precondition(counter.value == 2)
}
