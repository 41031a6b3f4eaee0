import CInterposition
import Glibc
import TraceRecords

/// Accesses to memory.
///
/// At first a plain access is not a step: in a program without data races the order of plain
/// accesses decides nothing. Each is passed to the race detector. When two accesses race, their
/// places are remembered. The search then starts again with accesses from these places as steps, so
/// that the consequences of the race are found too. This repeats until no new places appear.
/// (Places, not addresses, because places are the same in each execution.)
extension Execution {
    func access(_ address: UInt, size: Int, writes: Bool, isMark: Bool, place: UInt) {
        if writes && tasks[current].deinits.count != 0 { noteDeinits(writing: address) }
        if tasks[current].deinits.isIgnoring { return }
        let access = RaceDetector.Access(rawValue: (writes ? 1 : 0) | (isMark ? 4 : 0))
        if isStep(place) { return step(to: address, size: size, access, place) }
        let isPrivate = isOnOwnStack(address)
        if !isPrivate || isMark {
            if writes { writeWithoutStep(address, size: size, isMark: isMark) } else { readWithoutStep(address, place: place) }
        }
        if isLogging && !isPrivate && !isMark { logRaceFree(address, size: size, writes: writes, place: place) }
        if isPrivate && !exploration.stacks.areShared { return }
        // Nothing can race with a task that is alone, and races in a blocked execution have been
        // found elsewhere. But changed variables must be restored.
        if (isAlone || exploration.search.isBlocked) && !interleave_is_data_of_program(address) { return }
        let end = address + UInt(size)
        var at = address
        repeat {
            let first = at & ~7, last = min(first + 8, end)
            note(first, mask(at, last), access, place)
            at = last
        } while at < end
    }

    @inline(__always)
    func isStep(_ place: UInt) -> Bool {
        // (Not a method of the places: a call of one would copy them, and count references.)
        exploration.places.mark & StepPlaces.mark(place) != 0 && exploration.places.table.contains(place)
    }

    private func step(to address: UInt, size: Int, _ access: RaceDetector.Access, _ place: UInt) {
        _ = isOnOwnStack(address)
        let end = address + UInt(size)
        let kind: Operation.Kind = access.contains(.write) ? .write : .read
        var at = address
        let isOfTwoWords = end > at && (end - 1) & ~7 == (at & ~7) + 8
        if isOfTwoWords {
            // Both words are accessed in one step.
            visit(
                Operation(
                    kind: kind, mask: mask(at, (at & ~7) + 8), otherMask: mask((at & ~7) + 8, end), object: word(at),
                    other: word(at + 8), place: place))
        }
        while at < end {
            let first = at & ~7, last = min(first + 8, end)
            let bytes = mask(at, last)
            if !isOfTwoWords { visit(Operation(kind: kind, mask: bytes, object: word(at), place: place)) }
            note(first, bytes, access, place)
            at = last
        }
    }

    /// No other task has begun yet, or all others have ended.
    var isAlone: Bool { tasks.count == 1 || hasLastWork }

    @inline(__always)
    func note(_ word: UInt, _ mask: UInt8, _ access: RaceDetector.Access, _ place: UInt) {
        if detector.access(word, mask: mask, access, by: current, at: place), access.contains(.write) { save(word) }
        if detector.found.count > 0 { noteRaces() }
    }

    func mask(_ from: UInt, _ to: UInt) -> UInt8 {
        UInt8(truncatingIfNeeded: ((1 as UInt) &<< (to - from) - 1) &<< (from & 7))
    }

    /// The number of the word that holds an address.
    @inline(__always)
    func word(_ address: UInt) -> Int32 { object(address & ~7) }

    /// The number of the object that stores what an atomic variable releases: variables that share
    /// a word have one each.
    @inline(__always)
    func cell(_ address: UInt) -> Int32 { object(address) }

    /// The number of a newly created object: an earlier one with its key is forgotten.
    func newObject(_ key: UInt) -> Int32 {
        objects.remove(key)
        return object(key)
    }

    /// The number of the object with this key: an address of memory or, made odd, the address of
    /// something else.
    func object(_ key: UInt) -> Int32 {
        let (index, isNew) = objects.index(of: key)
        if isNew && isSearching { exploration.search.addObject() }
        return index
    }

    /// The number of the object of a kind with this key.
    @inline(__always)
    func object<State: Primitive>(_ key: UInt, as kind: State.Type) -> Int32 {
        let index = object(key)
        _ = objects.state(of: index, as: kind)
        return index
    }

    /// From now on a new object lies at this address.
    func forget(_ key: UInt) -> Int64 {
        _ = newObject(key | 1)
        return 0
    }

    // MARK: atomic accesses

    func atomic(_ address: UInt, size: Int, effect: UInt32, place: UInt) {
        if exploration.variables.isCache(address & ~7) {
            tasks.pending[current] = Operation(kind: .begin)
            return
        }
        let stores = effect & INTERLEAVE_STORES.rawValue != 0, compares = effect & INTERLEAVE_COMPARES.rawValue != 0
        if effect & INTERLEAVE_IS_WEAK.rawValue != 0 {
            if weakWord != 0 && weakWord != address { exploration.hasWeakOrders = true }
            weakWord = address
        }
        _ = isOnOwnStack(address)
        let bytes = mask(address, address + UInt(size)), index = word(address)
        let operation = arrive(
            at: Operation(kind: stores || compares ? .atomicUpdate : .atomicLoad, mask: bytes, object: index, place: place))
        if compares { mayChange(operation.object, bytes, by: current) }
        if isLogging { log?.onlyStores = stores && effect & INTERLEAVE_LOADS.rawValue == 0 }
        // Only after a compare-exchange is it known whether it stores.
        if !compares {
            commit(operation)
            if stores { objects[index, Word.self].note(update: bytes, by: current) }
            synchronise(cell(address), effect: effect)
        }
        let isFirst = detector.access(
            address & ~7, mask: bytes, stores || compares ? [.write, .atomic] : [.atomic], by: current, at: place)
        if isFirst && (stores || compares) {
            save(address & ~7)
            if size > 8 { save((address & ~7) + 8) }
        }
        if detector.found.count > 0 { noteRaces() }
    }

    func settled(_ address: UInt, effect: UInt32) {
        var operation = tasks.pending[current]
        if operation.object < 0 { return }
        operation.kind = effect & INTERLEAVE_STORES.rawValue == 0 ? .atomicLoad : .atomicUpdate
        commit(operation)
        if operation.kind == .atomicUpdate { objects[operation.object, Word.self].note(update: operation.mask, by: current) }
        synchronise(cell(address), effect: effect)
    }

    /// An acquiring load acquires what the store that it reads has released. A store that does not
    /// release removes that; a read-modify-write keeps it.
    private func synchronise(_ index: Int32, effect: UInt32) {
        let loads = effect & INTERLEAVE_LOADS.rawValue != 0, stores = effect & INTERLEAVE_STORES.rawValue != 0
        if effect & (INTERLEAVE_ACQUIRES.rawValue | INTERLEAVE_RELEASES.rawValue) == 0 { log?.noteOrdersNothing() }
        if loads && effect & INTERLEAVE_ACQUIRES.rawValue != 0 {
            detector.acquire(current, from: objects[index].released)
        } else if loads && objects[index].released >= 0 {
            noteSeen(objects[index].released)
        }
        if !stores { return }
        if effect & INTERLEAVE_RELEASES.rawValue != 0 {
            detector.release(current, into: &objects[index].released, keeping: loads)
        } else {
            storeRelaxed(into: index, keeping: loads)
        }
    }

    // MARK: races

    func noteRaces() {
        for index in 0..<detector.found.count {
            // (The pair is usually known; then little of it needs to be read.)
            let slot = exploration.knownRaces.slot(of: key(detector.found[index].earlierPlace, detector.found[index].place))
            if exploration.knownRaces[slot] >= 0 {
                if !detector.found[index].isOfMark { racedWords.append(detector.found[index].address) }
                continue
            }
            let race = detector.found[index]
            if exploration.variables.isCache(race.address) { continue }
            if !race.isOfMark { racedWords.append(race.address) }
            if race.isOfMark {
                marks.append(race)
            } else {
                exploration.knownRaces.set(slot, to: 1)
                accept(race)
                if isLogging { log(race) }
            }
        }
    }

    /// Logs the two accesses, unless they are logged as steps.
    private func log(_ race: RaceDetector.Race) {
        let address = UInt64(race.address) + UInt64(race.bytes.trailingZeroBitCount)
        func log(_ access: RaceDetector.Access, by task: Int, at place: UInt) {
            if isStep(place) || access.contains(.atomic) { return }
            self.log?.append(
                access: .init(task: task, kind: access.contains(.write) ? .memoryWritten : .memoryRead, object: address, place: place))
        }
        log(race.earlierAccess, by: race.earlierTask, at: race.earlierPlace)
        log(race.access, by: race.task, at: race.place)
    }

    /// A blocked execution does not count: its races have to be found once more, in one that
    /// counts.
    func dropRacesOfBlockedExecution() {
        for case .race(let earlier, let later) in failures {
            exploration.knownRaces.set(exploration.knownRaces.slot(of: key(earlier.place, later.place)), to: -1)
        }
    }

    private func key(_ earlier: UInt, _ later: UInt) -> UInt { earlier &* 0x1_0000_0001 ^ later }
    private func key(of race: RaceDetector.Race) -> UInt { key(race.earlierPlace, race.place) }

    private func accept(_ race: RaceDetector.Race) {
        if !race.earlierAccess.contains(.atomic) { exploration.places.note(race.earlierPlace) }
        if !race.access.contains(.atomic) { exploration.places.note(race.place) }
        report(
            .race(
                .init(
                    task: race.earlierTask, place: race.earlierPlace, isWrite: race.earlierAccess.contains(.write),
                    isAtomic: race.earlierAccess.contains(.atomic)),
                .init(task: race.task, place: race.place, isWrite: race.access.contains(.write), isAtomic: race.access.contains(.atomic))))
    }

    /// For an `inout` access only the begin may be reported, because its accesses happen in
    /// uninstrumented code. If accesses to the same word were found to race, the mark adds nothing.
    func settleRecord() {
        log?.settleValues()
        for race in marks {
            let slot = exploration.knownRaces.slot(of: key(of: race))
            if exploration.knownRaces[slot] >= 0 { continue }
            exploration.knownRaces.set(slot, to: 1)
            if !(0..<racedWords.count).contains(where: { racedWords[$0] == race.address }) { accept(race) }
        }
    }
}
