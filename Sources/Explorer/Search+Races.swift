/// Which earlier events the newest conflicts with, and how the other order is brought about.
extension Search {
    /// Puts together the clock of an operation that a task is making (`full`), and finds the races it is in (`races`).
    ///
    /// Goes through the earlier events on its objects, latest first, so that what is ordered by way of a later one is no race. What only enables the
    /// operation orders it, but must not hide the conflict behind it: a lock's taking races with the taking before, though the giving back
    /// lies between. So two clocks are kept: `known` is without what enables.
    mutating func relate(_ operation: Operation, of task: Int, isNew: Bool) {
        copy(full, from: taskClocks.row(task), tasks: taskCount)
        races.removeAll()
        if operation.object < 0 && operation.family < 0 { return }
        if isNew { copy(known, from: full, tasks: taskCount) }
        if operation.object >= 0 { relate(operation, of: task, on: operation.object, isNew: isNew) }
        if operation.other >= 0 { relate(operation, of: task, on: operation.other, isNew: isNew) }
        if operation.family >= 0 { relateRecords(operation, of: task, isNew: isNew) }
    }

    /// Whether a task could not have come to where it is without a lock that was held at an event: behind that somebody needed it on the way here.
    private func neededRecords(_ task: Int, behind position: Int) -> Bool {
        let holder = events[position].task, here = taskClocks.row(task)
        return (position + 1..<max(eventsMade, position + 1)).contains { index in
            index < events.count && events[index].operation.needsRecords && here[events[index].task] > UInt32(truncatingIfNeeded: index)
                && eventClocks.row(index)[holder] <= UInt32(truncatingIfNeeded: position)
        }
    }

    /// The same for the lock of a task's records: whoever takes it comes before or after each step behind which a task of that family needs it.
    private mutating func relateRecords(_ operation: Operation, of task: Int, isNew: Bool) {
        for position in (0..<min(events.count, eventsMade)).reversed() {
            let event = events.base + position
            guard event.pointee.operation.meetsAtRecords(operation) else { continue }
            if event.pointee.task != task {
                let wasKnown = !isNew || known[event.pointee.task] >= UInt32(truncatingIfNeeded: position + 1)
                merge(full, eventClocks.row(position), tasks: taskCount)
                if !wasKnown {
                    races.append(Race(earlier: Int32(truncatingIfNeeded: position), isHoped: false))
                    merge(known, eventClocks.row(position), tasks: taskCount)
                }
            }
            if event.pointee.operation.takesRecords { break }
        }
    }

    private mutating func relate(_ operation: Operation, of task: Int, on object: Int32, isNew: Bool) {
        let kind = operation.kind(on: object), mask = operation.mask(on: object)
        var cursor = heads[Int(object)]
        while cursor >= 0 {
            let position = Int(cursor), event = events.base + position
            cursor = event.pointee.operation.object == object ? event.pointee.previous : event.pointee.previousOther
            let touched = event.pointee.operation.mask(on: object), earlier = event.pointee.operation.kind(on: object)
            if touched & mask == 0 { continue }
            let number = UInt32(truncatingIfNeeded: position + 1)
            if event.pointee.task != task {
                switch Operation.Kind.relation(earlier, kind) {
                case .independent: continue
                case .enables:
                    merge(full, eventClocks.row(position), tasks: taskCount)
                    continue
                case .conflicts:
                    let wasKnown = !isNew || known[event.pointee.task] >= number
                    merge(full, eventClocks.row(position), tasks: taskCount)
                    if !wasKnown {
                        // It was this task's turn to do it, and this object did not let it: only the earlier one, or what followed from that,
                        // made it possible. (A task that did not exist then had no turn.)
                        let wasThere = births[task] <= position && known[task] <= UInt32(truncatingIfNeeded: position)
                        let couldThen = wasThere && nodes[position].enabled.contains(task)
                        if wasThere && !couldThen && operation.waits(for: object) && !mayBeLetGoOn(operation, withoutEvent: position) {
                            continue
                        }
                        if event.pointee.operation.hasRecords && neededRecords(task, behind: position) { continue }
                        let isHoped = wasThere ? !couldThen : operation.waitsForMoreThanALock
                        races.append(Race(earlier: Int32(truncatingIfNeeded: position), isHoped: isHoped))
                        // If that comes to nothing, it may still be possible before something earlier.
                        if !isHoped { merge(known, eventClocks.row(position), tasks: taskCount) }
                    }
                }
            }
            if earlier.isTotal && touched & mask == mask { break }
        }
    }

    /// Whether something has been done since an event, but not because of it, that may let a task go on that could not then.
    private func mayBeLetGoOn(_ operation: Operation, withoutEvent position: Int) -> Bool {
        mayBeLetGoOn(operation, on: operation.object, withoutEvent: position)
            || (operation.other >= 0 && mayBeLetGoOn(operation, on: operation.other, withoutEvent: position))
    }

    private func mayBeLetGoOn(_ operation: Operation, on object: Int32, withoutEvent position: Int) -> Bool {
        let earlier = events[position].task, kind = operation.kind(on: object)
        var cursor = heads[Int(object)]
        while cursor > Int32(truncatingIfNeeded: position) {
            let event = events.base + Int(cursor), isAfter = eventClocks.row(Int(cursor))[earlier] > UInt32(truncatingIfNeeded: position)
            if !isAfter && Operation.Kind.relation(event.pointee.operation.kind(on: object), kind) != .independent { return true }
            cursor = event.pointee.operation.object == object ? event.pointee.previous : event.pointee.previousOther
        }
        return false
    }

    /// An event that the newest races with; whether the other order can be brought about may have to be tried.
    struct Race: BitwiseCopyable {
        var earlier: Int32
        var isHoped: Bool
    }

    /// Two events that race: the earlier one, and the one that could come before it.
    struct Reversal: BitwiseCopyable {
        var race: Race
        var later: Int32
    }

    /// Keeps the races that `relate` has found for the end of the execution, when it is known what else happens.
    mutating func noteRaces(of position: Int) {
        for index in 0..<races.count { reversals.append(Reversal(race: races[index], later: Int32(truncatingIfNeeded: position))) }
    }

    /// What a task would do, but cannot for lack of a lock or because the execution has ended, takes part in races too: else a deadlock would hide
    /// the executions in which it does not come about.
    mutating func analysePending(_ operation: Operation, of task: Int) {
        if isBlocked || reduction == .none { return }
        relate(operation, of: task, isNew: true)
        let position = events.count
        full[task] = UInt32(truncatingIfNeeded: position + 1)
        eventClocks.extend(to: position + 1)
        copy(eventClocks.row(position), from: full, tasks: taskCount)
        events.append(Event(operation: operation, asked: operation, task: task))
        noteRaces(of: position)
    }

    /// Brings about the other order of each race of the execution.
    mutating func reverseRaces() {
        for index in 0..<reversals.count { reverse(reversals[index].race, with: Int(reversals[index].later)) }
        reversals.removeAll()
    }

    /// Sees to it that an execution is made in which a later event comes before the earlier one of the race.
    ///
    /// Such an execution goes through what does not come after that event, and then the later one. Whatever does not come after the earlier event in the
    /// rest of the execution belongs to it too: it tells better what has been seen already. If a task that need not be tried again could begin
    /// it, or could make its step at any time meanwhile, that execution has been made.
    private mutating func reverse(_ race: Race, with later: Int) {
        let position = Int(race.earlier)
        let earlier = events[position].task, number = UInt32(truncatingIfNeeded: position + 1)
        let end = goesWays ? eventsMade : min(eventsMade, later)
        sequence.removeAll()
        for index in position + 1..<max(end, position + 1) where eventClocks.row(index)[earlier] < number {
            sequence.append(Int32(truncatingIfNeeded: index))
        }
        sequence.append(Int32(truncatingIfNeeded: later))
        let (initials, tasks) = initials()
        let node = nodes.base + position
        if !initials.intersection(node.pointee.backtrack.union(node.pointee.sleep)).isEmpty { return }
        let possible = initials.intersection(node.pointee.enabled)
        if possible.isEmpty {
            // Of those that wait for a change, nothing else could have let them go on.
            if !events[later].operation.isRepeat { nodes[position].backtrack = node.pointee.backtrack.union(node.pointee.enabled) }
        } else if !goesWays {
            let task = events[later].task
            nodes[position].backtrack.insert(possible.contains(task) ? task : possible.first)
        } else if node.pointee.enabled.contains(events[Int(sequence[0])].task) {
            var sleeping = node.pointee.sleep.subtracting(tasks)
            while let sleeper = sleeping.popFirst() {
                if let step = step(of: sleeper, after: position), commutesWithSequence(events[step].asked) { return }
            }
            addWay(at: position, isHoped: race.isHoped)
        } else {
            hasStrayed = true
        }
    }

    /// The tasks whose first event in the sequence comes after nothing in it, and all tasks that have events there.
    private mutating func initials() -> (TaskSet, TaskSet) {
        var initials = TaskSet(), seen = TaskSet()
        for at in 0..<sequence.count {
            let index = Int(sequence[at]), clock = eventClocks.row(index), its = events[index].task
            if seen.contains(its) { continue }
            var others = seen, isFirst = true
            while let other = others.popFirst() {
                if clock[other] >= firsts[other] {
                    isFirst = false
                    break
                }
            }
            seen.insert(its)
            firsts[its] = UInt32(truncatingIfNeeded: index + 1)
            if isFirst { initials.insert(its) }
        }
        return (initials, seen)
    }

    /// A task's next event after a position, or what it was about to do at the end.
    private mutating func step(of task: Int, after position: Int) -> Int? {
        (position + 1..<max(events.count, position + 1)).first { events[$0].task == task }
    }

    private mutating func commutesWithSequence(_ operation: Operation) -> Bool {
        !(0..<sequence.count).contains { !Operation.commute(events[Int(sequence[$0])].operation, operation) }
    }

    // MARK: ways

    /// Adds the sequence to the ways that are to be gone from a node, unless one of them is what it begins with, in an equivalent order, and all that
    /// may follow will be gone through there.
    private mutating func addWay(at position: Int, isHoped: Bool) {
        var parent: Int32 = -1, way = nodes[position].ways
        var previous: Int32 = -1
        passed.removeAll()
        avoided.removeAll()
        while way >= 0 {
            guard isPassed(by: way) else {
                avoided.append(Avoided(way: way, level: passed.count))
                previous = way
                way = wakeups.next(after: way)
                continue
            }
            let below = wakeups.ways(after: way)
            passed.append(way)
            if sequence.count == 0 || (below < 0 && wakesAll(at: position)) { return }
            parent = way
            previous = -1
            way = below
        }
        var below: Int32 = -1
        for at in (0..<sequence.count).reversed() {
            let event = events[Int(sequence[at])]
            var asked = event.asked
            asked.isHoped = isHoped && at == sequence.count - 1
            below = wakeups.add(identities[event.task], asked, before: below)
        }
        if wakeups.isFull { hasStrayed = true }
        if previous >= 0 {
            wakeups.append(below, after: previous)
        } else if parent >= 0 {
            wakeups.setWays(below, after: parent)
        } else {
            nodes[position].ways = below
        }
    }

    /// A way that the sequence does not begin with: whoever makes its first step will sleep when what comes after it in the row is gone.
    struct Avoided: BitwiseCopyable {
        var way: Int32
        /// How many steps had been passed by then.
        var level: Int
    }

    /// Whether the steps just passed wake all who will sleep when they are made: those who sleep at the node, and those who begin the ways before.
    ///
    /// What follows such a way is not searched for orders that somebody sleeps through. They have been seen where he went first; but where his step and a later
    /// one were to change places there, that was left to this way. So what wakes him later has to be part of the way.
    private mutating func wakesAll(at position: Int) -> Bool {
        var sleeping = nodes[position].sleep
        sleeping.insert(nodes[position].chosen)
        while let sleeper = sleeping.popFirst() {
            guard let step = step(of: sleeper, after: position - 1) else { continue }
            if !isWoken(identities[sleeper], from: events[step].asked, sinceLevel: 0, at: position) { return false }
        }
        return (0..<avoided.count).allSatisfy {
            let way = avoided[$0].way
            return isWoken(wakeups.task(of: way), from: wakeups.operation(of: way), sinceLevel: avoided[$0].level, at: position)
        }
    }

    /// Whether one of the steps passed is the task's own, or does not commute with what it is about to do.
    private func isWoken(_ identity: UInt64, from operation: Operation, sinceLevel level: Int, at position: Int) -> Bool {
        // Objects that came to be known later may have other numbers there.
        let known = nodes[position].objects, isKnown = operation.object < known && operation.other < known
        return (level..<passed.count).contains {
            wakeups.task(of: passed[$0]) == identity || (isKnown && !Operation.commute(wakeups.operation(of: passed[$0]), operation))
        }
    }

    /// Whether the sequence can be made with this step first: it takes the step out of it.
    ///
    /// A step that is not in there and commutes with all of it does not count: what follows the sequence may not commute.
    private mutating func isPassed(by way: Int32) -> Bool {
        let identity = wakeups.task(of: way)
        guard let at = (0..<sequence.count).first(where: { identities[events[Int(sequence[$0])].task] == identity }) else { return false }
        let clock = eventClocks.row(Int(sequence[at]))
        for before in 0..<at {
            let index = Int(sequence[before])
            if clock[events[index].task] >= UInt32(truncatingIfNeeded: index + 1) { return false }
        }
        for index in at..<sequence.count - 1 { sequence[index] = sequence[index + 1] }
        sequence.removeLast()
        return true
    }
}

extension Operation {
    /// Whether it is the same step of another execution that has begun alike.
    func isAgain(_ other: Operation) -> Bool {
        kind == other.kind && object == other.object && self.other == other.other && target == other.target && mask == other.mask
            && otherMask == other.otherMask && isRepeat == other.isRepeat
    }

    /// Whether it is the same line's doing, as far as can be told of two executions.
    func isAtSamePlace(as other: Operation) -> Bool { kind == other.kind && place == other.place && mask == other.mask }
}
