import Foundation
import Synchronization

/// Prints each step that was done, and keeps the steps in their order.
final class Diary: Sendable {
    private let notes = Mutex<[String]>([])

    func note(_ text: String) {
        notes.withLock { notes in
            notes.append(text)
            print(Thread.isMainThread ? "main thread: \(text)" : text)
        }
    }

    var text: String { notes.withLock { $0.joined(separator: ", ") } }
}
