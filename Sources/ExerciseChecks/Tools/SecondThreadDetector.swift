import Foundation
import Synchronization

/// Finds out whether a second thread reaches a place where a first one waits for it.
///
/// The first thread stays until another one arrives, or until it is certain that none will: all
/// other threads of the process sleep, and none of them has run between many checks in a row. A
/// clock would have to guess how long a busy machine takes.
final class SecondThreadDetector: Sendable {
    private let first = Atomic<Int>(0)
    private let hasCome = Atomic(false)

    /// Whether two threads were here at the same time.
    var isThere: Bool { hasCome.load(ordering: .acquiring) }

    /// Records that a thread is here.
    func arrive() {
        let thread = Int(ProbeThread.currentThread())
        let (isFirst, original) = first.compareExchange(expected: 0, desired: thread, ordering: .acquiringAndReleasing)
        guard isFirst else {
            if original != thread { hasCome.store(true, ordering: .releasing) }
            return
        }
        var last = -1
        var looks = 0
        var patience = Patience(ProbeThread.patience)
        while !isThere, looks < 60, !patience.isOver() {
            let switches = ThreadStates.switchesIfAllSleep()
            looks = switches >= 0 && switches == last ? looks + 1 : 0
            last = switches
            // A short sleep that is not a wait in the trace.
            poll(nil, 0, 1)
        }
    }
}
