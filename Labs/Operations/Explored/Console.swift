import Foundation
import Synchronization

/// Keeps the lines, and prints nothing. A line of an operation is its name, and its number if it
/// counts.
public final class Console: Sendable {
    private let kept = Mutex<[String]>([])

    public init() {}

    func print(_ text: String, from author: String = "") {
        kept.withLock { $0.append(author.isEmpty ? "main" : author) }
    }

    /// The threads are different in each interleaving.
    func printThreads(from author: String) {}

    func printCount(_ number: Int, from author: String) {
        kept.withLock { $0.append("\(author) \(number)") }
    }

    func printAll(_ numbers: [Int], from author: String) {
        kept.withLock { kept in
            for number in numbers { kept.append("\(author) \(number)") }
        }
    }

    var lines: [String] { kept.withLock { $0 } }
}
