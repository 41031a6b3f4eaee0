/// Finds the earlier events that race with the newest, and plans the executions that reverse them.
extension Search {
    /// Computes the clock of an operation that a task is making (`full`), and finds the races that
    /// it is in (`races`).
    ///
    /// Goes through the earlier events on its objects, latest first. An event that is already
    /// ordered through a later one is not a race. An event that only enables the operation orders
    /// it, but must not hide an earlier conflict: acquiring a lock races with the previous acquire,
    /// although the release lies between. So there are two clocks: `known` leaves out events that
    /// only enable.
    mutating func relate(_ operation: Operation, of task: Int, isNew: Bool) {
        copy(full, from: present.taskClocks.row(task), tasks: present.taskCount)
        races.removeAll()
        if operation.object < 0 && operation.family < 0 { return }
        if isNew { copy(known, from: full, tasks: present.taskCount) }
        if operation.object >= 0 { relate(operation, of: task, on: operation.object, isNew: isNew) }
        if operation.other >= 0 { relate(operation, of: task, on: operation.other, isNew: isNew) }
        if operation.family >= 0 { relateRecords(operation, of: task, isNew: isNew) }
    }

    /// Whether the task comes after a step that needed the status lock held at `position`, and that
    /// step comes later than `position` but is not ordered after it. The task then could not be
    /// here while the lock was held.
    private func neededRecords(_ task: Int, behind position: Int) -> Bool {
        let holder = events[position].task, here = present.taskClocks.row(task)
        return (position + 1..<max(present.eventCount, position + 1)).contains { index in
            index < events.count && events[index].operation.needsStatusLock && here[events[index].task] > UInt32(truncatingIfNeeded: index)
                && eventClocks.row(index)[holder] <= UInt32(truncatingIfNeeded: position)
        }
    }

    /// The same for a task's status lock. Acquiring it is ordered with each step after which a task
    /// of that family needs it.
    private mutating func relateRecords(_ operation: Operation, of task: Int, isNew: Bool) {
        for position in (0..<min(events.count, present.eventCount)).reversed() {
            let event = events.base + position
            guard event.pointee.operation.meetsAtStatusLock(operation) else { continue }
            if event.pointee.task != task {
                let wasKnown = !isNew || known[event.pointee.task] >= UInt32(truncatingIfNeeded: position + 1)
                merge(full, eventClocks.row(position), tasks: present.taskCount)
                if !wasKnown {
                    races.append(Race(earlier: Int32(truncatingIfNeeded: position), isSpeculative: false))
                    merge(known, eventClocks.row(position), tasks: present.taskCount)
                }
            }
            if event.pointee.operation.takesStatusLock { break }
        }
    }

    private mutating func relate(_ operation: Operation, of task: Int, on object: Int32, isNew: Bool) {
        let kind = operation.kind(on: object), mask = operation.mask(on: object)
        var cursor = present.heads[Int(object)]
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
                    merge(full, eventClocks.row(position), tasks: present.taskCount)
                    continue
                case .conflicts:
                    let wasKnown = !isNew || known[event.pointee.task] >= number
                    merge(full, eventClocks.row(position), tasks: present.taskCount)
                    if !wasKnown {
                        // The task was blocked on this object then. Only the earlier event, or what
                        // followed from it, enabled the task: so the reverse order is impossible.
                        // (A task that did not exist yet was not blocked.)
                        let wasThere = births[task] <= position && known[task] <= UInt32(truncatingIfNeeded: position)
                        let couldThen = wasThere && nodes[position].enabled.contains(task)
                        if wasThere && !couldThen && operation.waits(for: object) && !mayBeLetGoOn(operation, withoutEvent: position) {
                            continue
                        }
                        if event.pointee.operation.hasStatusLock && neededRecords(task, behind: position) { continue }
                        let isSpeculative = wasThere ? !couldThen : operation.waitsForMoreThanALock
                        races.append(Race(earlier: Int32(truncatingIfNeeded: position), isSpeculative: isSpeculative))
                        // A speculative reversal may fail. The operation then may still be possible
                        // before a still earlier event.
                        if !isSpeculative { merge(known, eventClocks.row(position), tasks: present.taskCount) }
                    }
                }
            }
            if earlier.isTotal && touched & mask == mask { break }
        }
    }

    /// Whether an event after `position`, but not because of it, can have enabled a task that was
    /// blocked at `position`.
    private func mayBeLetGoOn(_ operation: Operation, withoutEvent position: Int) -> Bool {
        mayBeLetGoOn(operation, on: operation.object, withoutEvent: position)
            || (operation.other >= 0 && mayBeLetGoOn(operation, on: operation.other, withoutEvent: position))
    }

    private func mayBeLetGoOn(_ operation: Operation, on object: Int32, withoutEvent position: Int) -> Bool {
        let earlier = events[position].task, kind = operation.kind(on: object)
        var cursor = present.heads[Int(object)]
        while cursor > Int32(truncatingIfNeeded: position) {
            let event = events.base + Int(cursor), isAfter = eventClocks.row(Int(cursor))[earlier] > UInt32(truncatingIfNeeded: position)
            if !isAfter && Operation.Kind.relation(event.pointee.operation.kind(on: object), kind) != .independent { return true }
            cursor = event.pointee.operation.object == object ? event.pointee.previous : event.pointee.previousOther
        }
        return false
    }

    /// An earlier event that races with the newest. Speculative: only trying shows whether the
    /// reverse order is possible.
    struct Race: BitwiseCopyable {
        var earlier: Int32
        var isSpeculative: Bool
    }

    /// Two events that race: the earlier one, and the later one that could come before it.
    struct Reversal: BitwiseCopyable {
        var race: Race
        var later: Int32
    }

    /// Keeps the races that `relate` has found until the end of the execution, when all events are
    /// known.
    mutating func noteRaces(of position: Int) {
        for index in 0..<races.count { reversals.append(Reversal(race: races[index], later: Int32(truncatingIfNeeded: position))) }
    }

    /// The pending operation of a task takes part in races too, if the task is blocked or the
    /// execution has ended. Otherwise a deadlock would hide the executions in which it does not
    /// occur.
    mutating func analysePending(_ operation: Operation, of task: Int) {
        if present.isBlocked || reduction == .none { return }
        relate(operation, of: task, isNew: true)
        let position = events.count
        full[task] = UInt32(truncatingIfNeeded: position + 1)
        eventClocks.extend(to: position + 1)
        copy(eventClocks.row(position), from: full, tasks: present.taskCount)
        events.append(Event(operation: operation, asked: operation, task: task))
        noteRaces(of: position)
    }

    /// Plans the reverse order of each race of the execution.
    mutating func reverseRaces() {
        for index in 0..<reversals.count { reverse(reversals[index].race, with: Int(reversals[index].later)) }
        reversals.removeAll()
    }

    /// Ensures that an execution is made in which the later event comes before the earlier event of
    /// the race.
    ///
    /// That execution makes the steps between the two that do not happen after the earlier event, and
    /// then the later one. Steps from after the later event are left out: no race is looked at
    /// twice, and another execution that begins in the same way has other steps there. The execution has been
    /// made already if a task that need not be tried again could begin it, or could make its step at
    /// any time during it.
    private mutating func reverse(_ race: Race, with later: Int) {
        let position = Int(race.earlier)
        let earlier = events[position].task, number = UInt32(truncatingIfNeeded: position + 1)
        sequence.removeAll()
        for index in position + 1..<max(min(present.eventCount, later), position + 1) where eventClocks.row(index)[earlier] < number {
            sequence.append(Int32(truncatingIfNeeded: index))
        }
        sequence.append(Int32(truncatingIfNeeded: later))
        let (initials, tasks) = initials()
        let node = nodes.base + position
        if !initials.intersection(node.pointee.backtrack.union(node.pointee.sleep)).isEmpty { return }
        let possible = initials.intersection(node.pointee.enabled)
        if possible.isEmpty {
            // No first task is enabled here. A repeated read needs no further attempt: only the
            // earlier event could have enabled it.
            if !events[later].operation.isRepeat { nodes[position].backtrack = node.pointee.backtrack.union(node.pointee.enabled) }
        } else if !usesWakeupTrees {
            let task = events[later].task
            nodes[position].backtrack.insert(possible.contains(task) ? task : possible.first)
        } else if node.pointee.enabled.contains(events[Int(sequence[0])].task) {
            var sleeping = node.pointee.sleep.subtracting(tasks)
            while let sleeper = sleeping.popFirst() {
                if let step = step(of: sleeper, after: position), commutesWithSequence(events[step].asked) { return }
            }
            addBranch(at: position, isSpeculative: race.isSpeculative)
        } else {
            wakeupTreeFailed = true
        }
    }

    /// The tasks whose first event in the sequence comes after no other event in it, and all tasks
    /// with events in it.
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

    /// A task's next event after a position, or its pending operation at the end.
    private mutating func step(of task: Int, after position: Int) -> Int? {
        (position + 1..<max(events.count, position + 1)).first { events[$0].task == task }
    }

    /// Whether a task's next operation has the same result before the sequence as after it.
    ///
    /// The last event of the sequence comes earlier than in this execution, so it may be more than it was: a compare-exchange that
    /// failed may succeed there, and an attempt that was refused may acquire the lock.
    private mutating func commutesWithSequence(_ operation: Operation) -> Bool {
        let last = sequence.count - 1
        return !(0..<last).contains { !Operation.commute(events[Int(sequence[$0])].operation, operation) }
            && Operation.commute(events[Int(sequence[last])].asked, operation)
            && Operation.commute(events[Int(sequence[last])].operation, operation)
    }

    // MARK: branches of wakeup trees

    /// Adds the sequence to a node's wakeup tree, unless the tree has all of it, in an equivalent order.
    ///
    /// (Where a branch of the tree is a prefix of the sequence, the rest of the sequence need not be explored below that branch, if tasks
    /// sleep there. So the sequence becomes a longer branch. Mostly that is no execution more.)
    private mutating func addBranch(at position: Int, isSpeculative: Bool) {
        var parent: Int32 = -1, branch = nodes[position].branches
        var previous: Int32 = -1
        while branch >= 0 {
            guard isPassed(by: branch) else {
                previous = branch
                branch = wakeups.next(after: branch)
                continue
            }
            if sequence.count == 0 { return }
            parent = branch
            previous = -1
            branch = wakeups.branches(after: branch)
        }
        var below: Int32 = -1
        for at in (0..<sequence.count).reversed() {
            let event = events[Int(sequence[at])]
            var asked = event.asked
            asked.isSpeculative = isSpeculative && at == sequence.count - 1
            below = wakeups.add(identities[event.task], asked, before: below)
        }
        if wakeups.isFull { wakeupTreeFailed = true }
        if previous >= 0 {
            wakeups.append(below, after: previous)
        } else if parent >= 0 {
            wakeups.setBranches(below, after: parent)
        } else {
            nodes[position].branches = below
        }
    }

    /// Whether the sequence can be made with this step first. If so, removes the step from the
    /// sequence.
    ///
    /// A step that is not in the sequence but commutes with all of it does not count: it may
    /// conflict with what follows the sequence.
    private mutating func isPassed(by branch: Int32) -> Bool {
        let identity = wakeups.task(of: branch)
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
    /// Whether it is the same step in another execution with the same prefix.
    func isAgain(_ other: Operation) -> Bool {
        kind == other.kind && object == other.object && self.other == other.other && target == other.target && mask == other.mask
            && otherMask == other.otherMask && isRepeat == other.isRepeat
    }

    /// Whether it is made by the same line, as far as two executions can be compared.
    func isAtSamePlace(as other: Operation) -> Bool { kind == other.kind && place == other.place && mask == other.mask }
}
