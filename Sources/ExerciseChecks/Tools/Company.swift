import Foundation
import Synchronization

/// Finds out whether a second thread comes to where one waits for it.
///
/// Who comes first stays until another one has come, or until it is certain that nobody will: all other threads of the process sleep, and none
/// has been switched to for many looks in a row. A clock would have to guess how long a busy machine takes.
final class Company: Sendable {
    private let first = Atomic<Int>(0)
    private let hasCome = Atomic(false)

    /// Whether two threads were here at the same time.
    var isThere: Bool { hasCome.load(ordering: .acquiring) }

    /// One more thread is here, perhaps for the first time.
    func arrive() {
        let thread = Int(Caller.currentThread())
        let (isFirst, original) = first.compareExchange(expected: 0, desired: thread, ordering: .acquiringAndReleasing)
        guard isFirst else {
            if original != thread { hasCome.store(true, ordering: .releasing) }
            return
        }
        var last = -1
        var looks = 0
        var patience = Patience(Caller.patience)
        while !isThere, looks < 60, !patience.isOver() {
            let switches = ThreadStates.switchesIfAllSleep()
            looks = switches >= 0 && switches == last ? looks + 1 : 0
            last = switches
            // A nap that is no wait in the trace.
            poll(nil, 0, 1)
        }
    }
}
