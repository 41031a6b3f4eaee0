import Dispatch
import Synchronization

/// A rendezvous inside the album: those who are expected wait until all of them are there, so that what *can* happen *does* happen.
///
/// Without it the overlap would be a matter of luck, as it is at work: seldom on your machine, often on your users'.
final class Meeting {
    private struct Missing {
        var readers: Int
        var writers: Int
        var looks: Int
    }

    private let missing: Mutex<Missing>
    private let expectsWriters: Bool
    private let readersAreInside = Gate()
    private let everybodyIsInside = Gate()
    private let everyReaderHasLooked = Gate()

    /// Somebody waited in vain: the library lets in too few for a meeting.
    var isGivenUp: Bool { [readersAreInside, everybodyIsInside, everyReaderHasLooked].contains { $0.isGivenUp } }

    init(readers: Int, writers: Int) {
        expectsWriters = writers > 0
        missing = Mutex(Missing(readers: readers, writers: writers, looks: readers))
    }

    /// Comes in, and waits for the others.
    func arrive(_ role: Visitors.Role) {
        let (noReader, nobody) = missing.withLock {
            if role == .reader { $0.readers -= 1 } else { $0.writers -= 1 }
            return ($0.readers <= 0, $0.readers <= 0 && $0.writers <= 0)
        }
        if noReader { readersAreInside.open() }
        if nobody { everybodyIsInside.open() }
        if role == .reader || expectsWriters { everybodyIsInside.wait() }
    }

    func readerHasLooked() {
        let isLast = missing.withLock {
            $0.looks -= 1
            return $0.looks == 0
        }
        if isLast { everyReaderHasLooked.open() }
    }

    /// Keeps a writer in the middle of its change until every reader has seen it so.
    func waitForReaders() {
        if expectsWriters { everyReaderHasLooked.wait() }
    }

    /// Where writers wait, outside, until every reader is inside.
    func waitAtTheDoor() { readersAreInside.wait() }
}

extension Workload {
    /// Where all meet, a writer must not be late for the next round's meeting.
    func waitForWrites(in album: WatchedAlbum) {
        if meetings == .everyone { album.writesUnderWay.wait() }
    }
}

/// Stays shut until somebody opens it, and open from then on.
final class Gate {
    private struct State {
        var isOpen = false
        var isGivenUp = false
        var waiting = 0
    }

    private let state = Mutex(State())
    private let semaphore = DispatchSemaphore(value: 0)

    /// Nobody waits longer than this: a library that lets too few in shows so in its figures, and does not hang.
    private let patience = DispatchTimeInterval.seconds(5)

    var isGivenUp: Bool { state.withLock { $0.isGivenUp } }

    func open() { open(isGivenUp: false) }

    private func open(isGivenUp: Bool) {
        let waiting = state.withLock { state in
            defer { state = State(isOpen: true, isGivenUp: state.isGivenUp || isGivenUp) }
            return state.waiting
        }
        for _ in 0..<waiting { semaphore.signal() }
    }

    func wait() {
        let mustWait = state.withLock { state in
            if !state.isOpen { state.waiting += 1 }
            return !state.isOpen
        }
        // Who has waited in vain opens it for all: they need not find out one after the other.
        if mustWait, semaphore.wait(timeout: .now() + patience) == .timedOut { open(isGivenUp: true) }
    }
}
