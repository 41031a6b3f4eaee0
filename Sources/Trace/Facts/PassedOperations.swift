/// Recognises the operations that were passed over: cancelled before they started, and started by their queue only to be finished.
///
/// An operation queue starts a cancelled operation all the same. Foundation's `start()` then leaves out `main()`, and one of the program's own is
/// to do likewise. So an operation that was cancelled when it began has not run, unless something shows that it has: it ended on another thread
/// than it began on, or its thread handed over work, waited, signalled or began something else meanwhile. Taking a lock shows nothing, since an
/// operation of the program's own takes one to say that it is finished.
struct PassedOperations {
    /// For a lane, the operation that began there after it was cancelled, as long as nothing shows that it runs.
    private var watched: [Int: UInt64] = [:]

    var areWatched: Bool { !watched.isEmpty }

    mutating func began(_ id: UInt64, lane: Int) { watched[lane] = id }

    /// An event on any lane.
    mutating func see(_ event: Event) {
        switch event.kind {
        case .itemEnded, .lockAcquired, .lockReleased: return
        case .waitBegan, .waitEnded:
            let kind = Trace.Wait.Kind(rawValue: Int(event.detail & 0xFF))
            if kind == .mutex || kind == .readLock || kind == .writeLock { return }
        default: break
        }
        watched[Int(event.lane)] = nil
    }

    /// Whether the operation that ends on this lane was passed over.
    mutating func ended(_ id: UInt64, lane: Int) -> Bool {
        if watched[lane] == id {
            watched[lane] = nil
            return true
        }
        // It ends elsewhere than it began, so it ran.
        watched = watched.filter { $0.value != id }
        return false
    }
}
