import Dispatch

nonisolated(unsafe) var sum = 0

func scenario() -> Int {
    for count in 1...2 {
        DispatchQueue.concurrentPerform(iterations: count) { sum += $0 + 1 }
    }
    return sum
}
func allowed(_ sum: Int) -> Bool { sum == 4 }
