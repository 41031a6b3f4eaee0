import Dispatch

nonisolated(unsafe) var sum = 0

func scenario() -> Int {
    DispatchQueue.concurrentPerform(iterations: 3) { _ in }
    DispatchQueue.concurrentPerform(iterations: 2) { sum += $0 + 1 }
    return sum
}
func allowed(_ sum: Int) -> Bool { sum == 3 }
