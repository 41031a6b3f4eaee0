import Dispatch
import Synchronization

/// A rendezvous inside the album: the expected threads wait until all of them are there. So an
/// overlap that *can* happen *does* happen.
///
/// Without it the overlap would depend on chance, as in real programs: rare on your machine,
/// frequent on your users' machines.
final class Meeting {
    private struct Missing {
        var readers: Int
        var writers: Int
        var looks: Int
    }

    private let missing: Mutex<Missing>
    private let expectsWriters: Bool
    private let readersAreInside = Gate()
    private let allAreInside = Gate()
    private let everyReaderHasLooked = Gate()

    /// A thread waited in vain: the library lets too few threads in for a meeting.
    var isGivenUp: Bool { [readersAreInside, allAreInside, everyReaderHasLooked].contains { $0.isGivenUp } }

    init(readers: Int, writers: Int) {
        expectsWriters = writers > 0
        missing = Mutex(Missing(readers: readers, writers: writers, looks: readers))
    }

    /// Arrives, and waits for the others.
    func arrive(_ role: Visitors.Role) {
        let (noReaderIsMissing, noThreadIsMissing) = missing.withLock {
            if role == .reader { $0.readers -= 1 } else { $0.writers -= 1 }
            return ($0.readers <= 0, $0.readers <= 0 && $0.writers <= 0)
        }
        if noReaderIsMissing { readersAreInside.open() }
        if noThreadIsMissing { allAreInside.open() }
        if role == .reader || expectsWriters { allAreInside.wait() }
    }

    func readerHasLooked() {
        let isLast = missing.withLock {
            $0.looks -= 1
            return $0.looks == 0
        }
        if isLast { everyReaderHasLooked.open() }
    }

    /// Holds a writer in the middle of its change until every reader has read the unfinished
    /// change.
    func waitForReaders() {
        if expectsWriters { everyReaderHasLooked.wait() }
    }

    /// Writers wait here, outside, until every reader is inside.
    func waitAtTheDoor() { readersAreInside.wait() }
}

extension Workload {
    /// With `.everyone`, a writer must not be late for the meeting of the next round.
    func waitForWrites(in album: WatchedAlbum) {
        if meetings == .everyone { album.writesUnderWay.wait() }
    }
}

/// A gate that is closed until a thread opens it. Then it stays open.
final class Gate {
    private struct State {
        var isOpen = false
        var isGivenUp = false
        var waiting = 0
    }

    private let state = Mutex(State())
    private let semaphore = DispatchSemaphore(value: 0)

    /// The longest wait. So a library that lets too few threads in has wrong figures, but does not
    /// hang.
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
        // A thread that has waited in vain opens the gate for all others, so that they need not
        // wait longer.
        if mustWait, semaphore.wait(timeout: .now() + patience) == .timedOut { open(isGivenUp: true) }
    }
}
