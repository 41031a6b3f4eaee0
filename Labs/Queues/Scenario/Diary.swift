import Foundation
import Synchronization

/// The order in which photos were begun and finished.
final class Diary: Sendable {
    private struct Entries {
        var begun: [Int] = []
        var finished: [Int] = []
        var onMainThread = 0
    }
    private let entries = Mutex(Entries())

    func begin(_ photo: Int) {
        entries.withLock { entries in
            entries.begun.append(photo)
            if Thread.isMainThread { entries.onMainThread += 1 }
        }
    }

    func finish(_ photo: Int) { entries.withLock { $0.finished.append(photo) } }

    var begun: [Int] { entries.withLock { $0.begun } }
    var finished: [Int] { entries.withLock { $0.finished } }
    var onMainThread: Int { entries.withLock { $0.onMainThread } }
}
