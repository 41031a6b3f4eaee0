import Foundation

/// Counts, and prints each number. A subclass of `Operation` has its work in `main`.
///
/// `start`, which `Operation` brings with it, calls `main`. The operation is finished when `main`
/// returns. There is nothing else to do.
final class CountingOperation: Operation, @unchecked Sendable {  // Its properties are constants.
    private let numbers: Range<Int>
    private let console: Console
    private let meeting: Meeting?

    init(_ name: String, _ numbers: Range<Int>, _ console: Console, meeting: Meeting? = nil) {
        self.numbers = numbers
        self.console = console
        self.meeting = meeting
        super.init()
        self.name = name
    }

    override func main() {
        let name = name ?? "counting"
        console.printThreads(from: name)
        for number in numbers where !isCancelled {
            if number == numbers.count / 2 { meeting?.meet() }
            calculate()
            console.printCount(number, from: name)
        }
    }
}
