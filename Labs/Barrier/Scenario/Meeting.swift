import Foundation

/// A rendezvous inside the album: those who are expected wait until all of them are there, so that what *can* happen *does* happen.
///
/// Without it the overlap would be a matter of luck, as it is at work: seldom on your machine, often on your users'.
final class Meeting {
    private let condition = NSCondition()
    private let expectsWriters: Bool
    private var missingReaders: Int
    private var missingWriters: Int
    private var readersLooking: Int

    /// Nobody waits longer than this: a library that lets too few in shows so in its figures, and does not hang.
    private let patience: TimeInterval = 5

    init(readers: Int, writers: Int) {
        expectsWriters = writers > 0
        missingReaders = readers
        missingWriters = writers
        readersLooking = readers
    }

    /// Comes in, and waits for the others.
    func arrive(_ role: Visitors.Role) {
        condition.withLock {
            if role == .reader { missingReaders -= 1 } else { missingWriters -= 1 }
            condition.broadcast()
            guard role == .reader || expectsWriters else { return }
            wait { missingReaders <= 0 && missingWriters <= 0 }
        }
    }

    func readerHasLooked() {
        condition.withLock {
            readersLooking -= 1
            condition.broadcast()
        }
    }

    /// Keeps a writer in the middle of its change until every reader has seen it so.
    func waitForReaders() {
        guard expectsWriters else { return }
        condition.withLock { wait { readersLooking <= 0 } }
    }

    /// Waits outside until the readers are inside.
    func waitUntilReadersAreInside() {
        condition.withLock { wait { missingReaders <= 0 } }
    }

    private func wait(until isMet: () -> Bool) {
        let deadline = Date(timeIntervalSinceNow: patience)
        while !isMet() && condition.wait(until: deadline) {}
    }
}

/// Lets nobody through before everybody has come; then it is closed again for the next round.
final class Turnstile {
    private let condition = NSCondition()
    private let crowd: Int
    private var waiting = 0
    private var round = 0

    init(for crowd: Int) { self.crowd = crowd }

    /// Waits for the others; the last to come does `openingNext` before anybody goes on.
    func pass(openingNext: () -> Void) {
        condition.withLock {
            waiting += 1
            if waiting == crowd {
                openingNext()
                waiting = 0
                round += 1
                condition.broadcast()
            } else {
                let mine = round
                while round == mine { condition.wait() }
            }
        }
    }
}
