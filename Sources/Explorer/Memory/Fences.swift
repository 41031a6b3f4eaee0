import CInterposition

/// Fences, with the ordering that C++ gives them (ISO C++ 2020, [atomics.fences]).
///
/// The schedule makes each atomic access in turn, so a fence is not a step. It changes which
/// accesses synchronize. A relaxed store after a release fence publishes what the thread had done
/// before the fence. An acquire fence acquires what the relaxed loads before it have read.
struct Fences {
    struct Rows: BitwiseCopyable {
        /// The clock released by the task's latest release fence, and the clocks that its relaxed
        /// loads have read since the latest acquire fence; -1: none.
        var released: Int32 = -1
        var seen: Int32 = -1
    }

    private var rows: Storage<Rows>
    /// No task has rows in this execution: the usual case.
    var isEmpty: Bool { rows.count == 0 }

    func deallocate() { rows.deallocate() }
    @inline(__always)
    init(reusing old: Self?) { rows = Storage(reusing: old?.rows) }

    subscript(task: Int) -> Rows {
        get { task < rows.count ? rows[task] : Rows() }
        set {
            while rows.count <= task { rows.append(Rows()) }
            rows[task] = newValue
        }
    }
}

extension Execution {
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

    /// A relaxed load has read a released value: a later fence can acquire it.
    func noteSeen(_ released: Int32) {
        var mine = fences[current]
        detector.pass(released, into: &mine.seen)
        fences[current] = mine
    }

    /// A store that does not release.
    /// - Parameter keeping: whether an earlier release stays in effect, because this is a
    ///   read-modify-write.
    func storeRelaxed(into index: Int32, keeping: Bool) {
        if !keeping { objects[index].released = -1 }
        let mine = fences.isEmpty ? -1 : fences[current].released
        if mine >= 0 { detector.pass(mine, into: &objects[index].released) }
    }
}
