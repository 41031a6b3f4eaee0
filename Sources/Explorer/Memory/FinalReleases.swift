import CInterposition

/// Records which task released which object, and where, so that the search can reorder releases
/// whose final one runs a visible `deinit`.
///
/// At first a release is not a step: usually a `deinit` does nothing that other tasks can observe.
/// If it does (it takes a lock, waits for a queue, writes a variable), and several tasks held
/// references to the object, the places of their releases become steps. The search then starts
/// again, as for data races, so that each of these releases is the final one in some execution.
struct FinalReleases {
    /// A task's release of an object that others still referenced; the row of what it released
    /// identifies the object.
    private struct LetGo: BitwiseCopyable, Hashable {
        var row: Int32
        var task: Int32
        var place: UInt
    }

    private var letGo: Storage<LetGo>
    /// A loop releases the same object at the same place many times: that is kept once. Few
    /// programs have this many releases, so duplicates are removed from here on only.
    private static let few = 1024
    private var many: SeldomUsed<LetGo, Bool>
    /// How often a task has released something at a place, by task and place.
    private var visits: WordTable
    private static let mostVisits: Int32 = 200

    @inline(__always)
    init(reusing old: Self?) {
        letGo = Storage(reusing: old?.letGo)
        many = .init(reusing: old?.many)
        visits = WordTable(reusing: old?.visits)
    }

    func deallocate() {
        letGo.deallocate()
        many.deallocate()
        visits.deallocate()
    }

    @inline(__always)
    mutating func note(_ row: Int32, _ task: Int, _ place: UInt) {
        let new = LetGo(row: row, task: Int32(truncatingIfNeeded: task), place: place)
        if letGo.count < Self.few || isNew(new) { letGo.append(new) }
    }

    @inline(never)
    private mutating func isNew(_ new: LetGo) -> Bool {
        if many[new] != nil { return false }
        many[new] = true
        return true
    }

    /// Whether a task has come to a place so often that its releases there are not steps any more.
    mutating func exceedsVisitLimit(_ place: UInt, _ task: Int) -> Bool {
        let slot = visits.slot(of: place &* 256 &+ UInt(task)), count = max(visits[slot], 0) + 1
        visits.set(slot, to: min(count, Self.mostVisits + 1))
        return count > Self.mostVisits
    }

    /// The `deinit` of an object does something that other tasks can observe.
    /// - Returns: the places of its releases, if that matters.
    func places(of ending: Execution.Deinit, by task: Int) -> [UInt] {
        let owners = (0..<letGo.count).map { letGo[$0] }.filter { $0.row == ending.row }
        if !owners.contains(where: { $0.task != task }) { return [] }
        return (owners.map(\.place) + [ending.place]).filter { interleave_is_code_of_program($0) }
    }
}

extension Execution {
    /// The running task does something that other tasks can observe, inside a `deinit`.
    /// - Parameter address: the address that it writes to; 0: it is not a write.
    func noteDeinits(writing address: UInt = 0) {
        let all = tasks.deinitObjects + current * Deinits.most, count = min(tasks[current].deinits.count, Deinits.most)
        if address != 0 {
            if exploration.stacks.isOnStack(of: current, address) { return }
            if (0..<count).contains(where: { address &- all[$0].object < UInt(all[$0].size) }) { return }
        }
        for index in 0..<count where all[index].row >= 0 && !all[index].isNoted {
            all[index].isNoted = true
            exploration.releasePlaces.formUnion(finalReleases.places(of: all[index], by: current))
        }
    }

    /// A task releases an object, and it may matter whether this release is final.
    func letGo(ofObject address: UInt, place: UInt) -> Int64 {
        if finalReleases.exceedsVisitLimit(place, current) {
            exploration.cuts.loops = true
            return 0
        }
        var operation = arrive(at: Operation(kind: .letGo, object: object(address | 5), place: place))
        if !interleave_is_last_reference(address) { operation.kind = .letGoSpare }
        // (Not logged: what follows is.)
        commit(operation, as: Self.nothing)
        if isLogging && operation.kind == .letGo { logNote(ExecutionRecord.lastRelease, about: address, place: place) }
        return 0
    }

    /// A task makes one more reference to an object, and the object may be gone by then.
    func retain(_ address: UInt, place: UInt) -> Int64 {
        if finalReleases.exceedsVisitLimit(place, current) {
            exploration.cuts.loops = true
            return 0
        }
        commit(arrive(at: Operation(kind: .retain, object: object(address | 5), place: place)), as: Self.nothing)
        return 0
    }

    func logNote(_ words: String, about object: UInt, place: UInt) {
        log?.append(
            .init(
                task: current, kind: .note, object: UInt64(object), detail: 1, place: place, text: words,
                callers: log?.callers[current] ?? []))
    }

    /// A task makes a second reference to an object from the only one, and nothing orders that and the final release by another task.
    func noteUnordered(_ retain: UInt, _ release: UInt) {
        guard interleave_is_code_of_program(retain), interleave_is_code_of_program(release) else { return }
        exploration.releasePlaces.formUnion([retain, release])
    }
}
