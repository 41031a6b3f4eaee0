/// Recognises skipped operations: cancelled before they started, and started by their queue only to
/// finish them.
///
/// An operation queue also starts a cancelled operation. Foundation's `start()` then skips
/// `main()`, and a `start()` of the program should do the same. So an operation that was cancelled
/// when it began has not run, unless something shows that it has: it ended on another thread than
/// it began on, or its thread submitted work, waited, signalled or began something else meanwhile.
/// Acquiring a lock shows nothing, since an operation of the program can acquire one to announce
/// that it is finished.
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

    /// Whether the operation that ends on this lane was skipped.
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
