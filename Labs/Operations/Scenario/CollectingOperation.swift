import Foundation

/// The fix: it counts in an array of its own, and prints all numbers in one piece at the end.
///
/// The array belongs to one operation, so it needs no lock. The console is shared. `printAll` holds
/// its lock from the first number to the last.
final class CollectingOperation: Operation, @unchecked Sendable {  // Its properties are constants.
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
        var collected: [Int] = []
        for number in numbers where !isCancelled {
            if number == numbers.count / 2 { meeting?.meet() }
            calculate()
            collected.append(number)
        }
        console.printAll(collected, from: name)
    }
}
