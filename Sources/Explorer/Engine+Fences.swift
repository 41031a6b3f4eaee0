import CInterposition

/// Fences: what C++ says that they order (ISO C++ 2020, [atomics.fences]).
///
/// The schedule makes each atomic access in turn, so a fence is no step. What it changes is which accesses synchronise: a relaxed store after a
/// releasing fence hands on what the thread had done before the fence, and an acquiring fence takes up what the relaxed loads before it have seen.
struct Fences {
    struct Rows: BitwiseCopyable {
        /// What the task had done at its latest releasing fence, and what its relaxed loads have seen since the latest acquiring one; -1: nothing.
        var released: Int32 = -1
        var seen: Int32 = -1
    }

    private var rows = Storage<Rows>()
    /// Nobody has any rows in this execution: the usual case.
    var isEmpty: Bool { rows.count == 0 }

    func deallocate() { rows.deallocate() }
    mutating func removeAll() { rows.removeAll() }

    subscript(task: Int) -> Rows {
        get { task < rows.count ? rows[task] : Rows() }
        set {
            while rows.count <= task { rows.append(Rows()) }
            rows[task] = newValue
        }
    }
}

extension Engine {
    func fence(_ flags: UInt32) -> Int64 {
        var mine = fences[current]
        if flags & INTERLEAVE_FENCE_ACQUIRES.rawValue != 0, mine.seen >= 0 {
            detector.acquire(current, from: mine.seen)
            mine.seen = -1
        }
        if flags & INTERLEAVE_FENCE_RELEASES.rawValue != 0 { detector.release(current, into: &mine.released, keeping: false) }
        fences[current] = mine
        return 0
    }

    /// A relaxed load has seen what somebody has released: a fence may take it up later.
    func noteSeen(_ released: Int32) {
        var mine = fences[current]
        detector.pass(released, into: &mine.seen)
        fences[current] = mine
    }

    /// A store that does not release itself.
    /// - Parameter keeping: whether what was released before stands, because it is an exchange.
    func storeRelaxed(into index: Int32, keeping: Bool) {
        if !keeping { objects[index].released = -1 }
        let mine = fences.isEmpty ? -1 : fences[current].released
        if mine >= 0 { detector.pass(mine, into: &objects[index].released) }
    }
}
