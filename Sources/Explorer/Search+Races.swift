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
        if operation.object < 0 { return }
        if isNew { copy(known, from: full, tasks: taskCount) }
        relate(operation, of: task, on: operation.object, isNew: isNew)
        if operation.other >= 0 { relate(operation, of: task, on: operation.other, isNew: isNew) }
    }

    private mutating func relate(_ operation: Operation, of task: Int, on object: Int32, isNew: Bool) {
        let kind = operation.kind(on: object), mask = operation.mask(on: object)
        var cursor = heads[Int(object)]
        while cursor >= 0 {
            let position = Int(cursor), event = events[position]
            cursor = event.operation.object == object ? event.previous : event.previousOther
            let touched = event.operation.mask(on: object), earlier = event.operation.kind(on: object)
            if touched & mask == 0 { continue }
            let number = UInt32(truncatingIfNeeded: position + 1)
            if event.task != task {
                switch Operation.Kind.relation(earlier, kind) {
                case .independent: continue
                case .enables:
                    merge(full, eventClocks.row(position), tasks: taskCount)
                    continue
                case .conflicts:
                    let wasKnown = !isNew || known[event.task] >= number
                    merge(full, eventClocks.row(position), tasks: taskCount)
                    if !wasKnown {
                        // It was this task's turn to do it, and it could not: only the earlier one, or what followed, made it possible.
                        // (Where it waits for a change of one of two things, the other may have done so.)
                        let couldNot = known[task] <= UInt32(truncatingIfNeeded: position) && !nodes[position].enabled.contains(task)
                        if couldNot && !(operation.isRepeat && operation.other >= 0) { continue }
                        races.append(Int32(truncatingIfNeeded: position))
                        merge(known, eventClocks.row(position), tasks: taskCount)
                    }
                }
            }
            if earlier.isTotal && touched & mask == mask { break }
        }
    }

    /// Brings about the other order of each race that `relate` has found.
    mutating func reverseRaces(of task: Int, isRepeat: Bool) {
        for index in 0..<races.count { reverse(Int(races[index]), with: task, isRepeat: isRepeat) }
    }

    /// What a task would do, but cannot for lack of a lock or because the execution has ended, takes part in races too: else a deadlock would hide
    /// the executions in which it does not come about.
    mutating func analysePending(_ operation: Operation, of task: Int) {
        if isBlocked || reduction == .none { return }
        relate(operation, of: task, isNew: true)
        reverseRaces(of: task, isRepeat: operation.isRepeat)
    }

    /// Sees to it that an execution is made in which the task's newest operation comes before the event at `position`.
    ///
    /// Such an execution goes through what does not come after that event, and then the operation. Any task may begin that nothing in
    /// there comes before; if none of them is to be tried at that node, or has been, one is added.
    private mutating func reverse(_ position: Int, with task: Int, isRepeat: Bool) {
        var initials = TaskSet(), seen = TaskSet()
        let first = firsts
        let earlier = events[position].task, number = UInt32(truncatingIfNeeded: position + 1)
        let end = events.count
        for index in position + 1..<max(end, position + 1) {
            let clock = eventClocks.row(index), its = events[index].task
            if clock[earlier] >= number || seen.contains(its) { continue }
            var others = seen, isFirst = true
            while let other = others.popFirst() {
                if clock[other] >= first[other] {
                    isFirst = false
                    break
                }
            }
            seen.insert(its)
            first[its] = UInt32(truncatingIfNeeded: index + 1)
            if isFirst { initials.insert(its) }
        }
        if !seen.contains(task) {
            var others = seen, isFirst = true
            while let other = others.popFirst() {
                if full[other] >= first[other] {
                    isFirst = false
                    break
                }
            }
            if isFirst { initials.insert(task) }
        }
        let node = nodes[position]
        if !initials.intersection(node.backtrack.union(node.sleep)).isEmpty { return }
        let possible = initials.intersection(node.enabled)
        if possible.isEmpty && isRepeat {
            // Nothing else could have let it go on.
        } else if possible.isEmpty {
            nodes[position].backtrack = node.backtrack.union(node.enabled)
        } else {
            nodes[position].backtrack.insert(possible.contains(task) ? task : possible.first)
        }
    }
}
