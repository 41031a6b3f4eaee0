import Foundation
import Synchronization

/// Prints the lines of an operation, with its threads, and keeps them for the observations. Any
/// thread can print.
public final class Console: Sendable {
    /// A printed line. `number` is nil if the line does not count.
    struct Line: Sendable {
        var author: String
        var number: Int?
        var thread: Int
    }

    private struct Contents {
        var lines: [Line] = []
        /// A stretch of numbers from one operation that is printed as one line.
        var stretch: (author: String, numbers: ClosedRange<Int>)?
        var stretches = 0
        /// The other threads that have printed, in the order in which they came. Their numbers
        /// begin at 2. (On Linux, `Thread.current` has an address and no number.)
        var threads: [pthread_t] = []
    }

    private let contents = Mutex(Contents())

    public init() {}

    /// Prints a line, such as "Main thread is here".
    func print(_ text: String, from author: String = "") {
        contents.withLock { contents in
            flush(&contents)
            contents.lines.append(Line(author: author, number: nil, thread: currentThread(&contents)))
            Swift.print(author.isEmpty ? text : "\(author): \(text)")
        }
    }

    /// Prints the number of the main thread and of the thread that runs this.
    func printThreads(from author: String) {
        let current = contents.withLock { currentThread(&$0) }
        print("Main thread = 1, current thread = \(current)", from: author)
    }

    /// Prints "Count = 5". Numbers that follow each other share one line: "Count = 0 ... 499".
    func printCount(_ number: Int, from author: String) {
        contents.withLock { add(number, from: author, to: &$0) }
    }

    /// Prints all these numbers in one piece.
    func printAll(_ numbers: [Int], from author: String) {
        contents.withLock { contents in
            for number in numbers { add(number, from: author, to: &contents) }
        }
    }

    /// All lines that were printed.
    var lines: [Line] {
        contents.withLock { contents in
            flush(&contents)
            return contents.lines
        }
    }

    private func add(_ number: Int, from author: String, to contents: inout Contents) {
        contents.lines.append(Line(author: author, number: number, thread: currentThread(&contents)))
        if let stretch = contents.stretch, stretch.author == author, stretch.numbers.upperBound + 1 == number {
            contents.stretch = (author, stretch.numbers.lowerBound...number)
        } else {
            flush(&contents)
            contents.stretch = (author, number...number)
        }
    }

    private func currentThread(_ contents: inout Contents) -> Int {
        if Thread.isMainThread { return 1 }
        let thread = pthread_self()
        if !contents.threads.contains(thread) { contents.threads.append(thread) }
        return 2 + (contents.threads.firstIndex(of: thread) ?? 0)
    }

    private func flush(_ contents: inout Contents) {
        guard let (author, numbers) = contents.stretch else { return }
        contents.stretch = nil
        contents.stretches += 1
        let (first, last) = (numbers.lowerBound, numbers.upperBound)
        switch contents.stretches {
        case 1...12: Swift.print(first == last ? "\(author): Count = \(first)" : "\(author): Count = \(first) ... \(last)")
        case 13: Swift.print("... and so on")
        default: break
        }
    }
}
