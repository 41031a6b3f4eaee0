import CInterposition

/// Who has let go of which objects, and where: to tell where it matters who does so last.
///
/// Letting go of an object is no step at first: mostly its end does nothing that others can notice. Where it turns out to do something (a `deinit` that takes a
/// lock, waits for a queue, writes a variable), and several tasks had the object, the places at which they let go of it become steps, and the
/// search begins anew, as with accesses that race: so that each of them is the last in some execution.
struct LastOwners {
    /// A task has let go of an object, where others were left; known by the row in which that is released.
    private struct LetGo: BitwiseCopyable, Hashable {
        var row: Int32
        var task: Int32
        var place: UInt
    }

    private var letGo = Storage<LetGo>()
    /// What goes round and round lets go of the same in the same place: that is kept once. Few do, so it is looked for from here on only.
    private static let few = 1024
    private var many: Set<LetGo> = []
    /// How often a task has let go of something in one place, by both.
    private var visits = WordTable()
    private static let mostVisits: Int32 = 200
    /// Where objects were let go of whose last owner matters.
    private(set) var places: Set<UInt> = []

    func deallocate() {
        letGo.deallocate()
        visits.deallocate()
    }

    mutating func removeAll() {
        letGo.removeAll()
        visits.removeAll()
        if !many.isEmpty { many = [] }
    }
    mutating func forgetPlaces() { if !places.isEmpty { places = [] } }

    @inline(__always)
    mutating func note(_ row: Int32, _ task: Int, _ place: UInt) {
        let new = LetGo(row: row, task: Int32(truncatingIfNeeded: task), place: place)
        if letGo.count < Self.few || isNew(new) { letGo.append(new) }
    }

    @inline(never)
    private mutating func isNew(_ new: LetGo) -> Bool { many.insert(new).inserted }

    /// Whether a task has come to a place so often that it is no step any more.
    mutating func isWorn(_ place: UInt, _ task: Int) -> Bool {
        let slot = visits.slot(of: place &* 256 &+ UInt(task)), count = max(visits[slot], 0) + 1
        visits.set(slot, to: min(count, Self.mostVisits + 1))
        return count > Self.mostVisits
    }

    /// The end of an object does something that others can notice.
    mutating func noteEffect(of ending: Engine.Ending, by task: Int) {
        let owners = (0..<letGo.count).map { letGo[$0] }.filter { $0.row == ending.row }
        if !owners.contains(where: { $0.task != task }) { return }
        places.formUnion((owners.map(\.place) + [ending.place]).filter { interleave_is_code_of_program($0) })
    }
}

extension Engine {
    /// The running task does something that others can notice, while it brings objects to their end.
    /// - Parameter address: what it writes to; 0: it is none of that.
    func noteEndings(writing address: UInt = 0) {
        let all = endingObjects + current * Endings.most, count = min(endings[current].count, Endings.most)
        if address != 0 {
            if address >= stackBottoms[current] && address < stackTops[current] { return }
            if (0..<count).contains(where: { address &- all[$0].object < UInt(all[$0].size) }) { return }
        }
        for index in 0..<count where all[index].row >= 0 && !all[index].isNoted {
            all[index].isNoted = true
            lastOwners.noteEffect(of: all[index], by: current)
        }
    }

    /// A task lets go of an object, and it may matter whether it is the last.
    func letGo(ofObject address: UInt, place: UInt) -> Int64 {
        if lastOwners.isWorn(place, current) {
            hasCutShort = true
            return 0
        }
        var operation = arrive(at: Operation(kind: .letGo, object: object(address | 5), place: place))
        if !interleave_is_last_reference(address) { operation.kind = .letGoSpare }
        // (There is nothing to tell of it: what follows is told.)
        commit(operation, as: Self.nothing)
        return 0
    }

    /// - Returns: whether there are new steps, so that the search has to begin anew.
    func adoptLastOwners() -> Bool {
        if lastOwners.places.isEmpty { return false }
        let new = lastOwners.places.subtracting(placeList)
        lastOwners.forgetPlaces()
        adopt(places: new.sorted())
        return !new.isEmpty
    }
}
