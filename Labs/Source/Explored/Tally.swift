import Dispatch
import Foundation
import Synchronization

/// A count that any queue can add to, and that one thread can wait for. The wait has no timeout: in
/// some interleaving the timeout would always come first.
final class Tally: Sendable {
    private let count = Atomic(0)
    private let news = DispatchSemaphore(value: 0)

    var total: Int { count.load(ordering: .acquiring) }

    func add(_ more: Int = 1) {
        count.add(more, ordering: .acquiringAndReleasing)
        news.signal()
    }

    func end(because reason: String) { fatalError(reason) }

    func wait(for goal: Int, _ what: String) throws {
        while total < goal { news.wait() }
    }

    func waitForMore(_ more: Int, _ what: String) throws { try wait(for: total + more, what) }
}

/// An unexpected event in a scenario, in words.
struct Surprise: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }

    /// The last call to the system failed.
    static func system(_ call: String) -> Surprise { Surprise("\(call): \(String(cString: strerror(errno))).") }
}
