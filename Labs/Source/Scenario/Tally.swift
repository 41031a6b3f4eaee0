import Dispatch
import Foundation
import Synchronization

/// A count that any queue can add to, and that one thread can wait for.
final class Tally: Sendable {
    private let count = Atomic(0)
    private let news = DispatchSemaphore(value: 0)
    private let obstacle = Mutex<String?>(nil)

    var total: Int { count.load(ordering: .acquiring) }

    func add(_ more: Int = 1) {
        count.add(more, ordering: .acquiringAndReleasing)
        news.signal()
    }

    /// Ends the count with a reason. A thread that waits now or later gets the reason as an error.
    func end(because reason: String) {
        obstacle.withLock { $0 = reason }
        news.signal()
    }

    /// Waits until the count is `goal`. After five seconds it throws an error, so that a bug gives
    /// a message and not a hanging program.
    func wait(for goal: Int, _ what: String) throws {
        while total < goal {
            if let reason = obstacle.withLock({ $0 }) { throw Surprise("Waited for \(what), but \(reason).") }
            guard news.wait(timeout: .now() + 5) == .success else {
                throw Surprise("Waited five seconds for \(what): \(total) of \(goal) arrived.")
            }
        }
    }

    /// Waits until the count has grown by `more`.
    func waitForMore(_ more: Int, _ what: String) throws {
        try wait(for: total + more, what)
    }
}

/// An unexpected event in a scenario, in words.
struct Surprise: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }

    /// The last call to the system failed.
    static func system(_ call: String) -> Surprise { Surprise("\(call): \(String(cString: strerror(errno))).") }
}
