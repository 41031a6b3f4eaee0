import Foundation

/// A calculation on a thread of its own, with a result that others can wait for.
final class Calculation {
    private let numbers: [Int]
    private var sum = 0
    private let isDone = NSCondition()
    private var hasSum = false

    init(_ numbers: [Int]) { self.numbers = numbers }

    func start() { Thread(block: main).start() }

    private func main() {
        for number in numbers { sum += number }
        isDone.lock()
        hasSum = true
        isDone.broadcast()
        isDone.unlock()
    }

    func result() -> Int {
        isDone.lock()
        while !hasSum { isDone.wait() }
        isDone.unlock()
        return sum
    }
}

func scenario() -> Int {
    let calculations = [Calculation([1, 2]), Calculation([3])]
    for calculation in calculations { calculation.start() }
    return calculations.map { $0.result() }.reduce(0, +)
}

func allowed(_ sum: Int) -> Bool { sum == 6 }
