import CInterposition

/// What Swift tasks wait for: other Swift tasks, the children of a task group, and continuations.
extension Execution {
    func note(_ wait: SwiftTasks.SwiftTask.Wait, for object: Int32, place: UInt) {
        let number = tasks[current].job.swiftTask
        if number < 0 { return }
        if isLogging { logAwait(number, wait, object, place: place) }
        swiftTasks[number].wait = wait
        swiftTasks[number].awaited = object
        swiftTasks[number].place = place
    }

    func wait(for occurrence: Int32, _ wait: SwiftTasks.SwiftTask.Wait, place: UInt) {
        let number = tasks[current].job.swiftTask
        if !objects[occurrence].isDone { passOwnStatusLock(place: place) }
        if leavesToWait {
            visit(needingStatusLock(Operation(kind: .occurrenceLook, object: occurrence, place: place), of: number))
            if !objects[occurrence].isDone {
                note(wait, for: occurrence, place: place)
                return
            }
        } else if !objects[occurrence].isDone {
            note(wait, for: occurrence, place: place)
            visitWithoutWorker(needingStatusLock(Operation(kind: .occurrenceWait, object: occurrence, place: place), of: number))
            note(.nothing, for: -1, place: place)
            passStatusLock(of: number, place: place)
        }
        detector.acquire(current, from: objects[occurrence].released)
    }

    func wait(forTask address: UInt, place: UInt) {
        guard let number = swiftTasks.newest(at: address) else { return }
        wait(for: swiftTasks[number].end, .task, place: place)
    }

    func waitForResumption(of address: UInt, place: UInt) {
        guard let number = swiftTasks.number(of: address) else { return }
        wait(for: swiftTasks[number].continuation, .continuation, place: place)
    }

    func resume(_ address: UInt, place: UInt) {
        guard let number = swiftTasks.number(of: address) else { return }
        let continuation = swiftTasks[number].continuation
        visit(needingStatusLock(Operation(kind: .occurrence, object: continuation, place: place), of: number))
        // (Resuming its own continuation, for an element that is there already, say, is not
        // logged.)
        if tasks[current].job.swiftTask != number { log(.continuationResumed, UInt64(number + 1), place: place) }
        objects[continuation].isDone = true
        detector.release(current, into: &objects[continuation].released, keeping: true)
        // A Swift task that is not suspended yet needs no resumption.
        if swiftTasks[number].wait == .continuation { passStatusLock(of: number, place: place) }
    }

    func takeNext(of group: Int32, place: UInt) {
        if objects[group].value == 0 && objects[group].depth == 0 { return }
        let number = tasks[current].job.swiftTask
        if objects[group].depth == 0 { passOwnStatusLock(place: place) }
        if leavesToWait {
            visit(needingStatusLock(Operation(kind: .offerLook, object: group, place: place), of: number))
            if objects[group].depth == 0 && objects[group].value > 0 {
                objects[group].owner = tasks[current].job.swiftTask
                note(.group, for: group, place: place)
                return
            }
        } else {
            note(.group, for: group, place: place)
            visitWithoutWorker(needingStatusLock(Operation(kind: .offerTaken, object: group, place: place), of: number))
            note(.nothing, for: -1, place: place)
            passStatusLock(of: number, place: place)
        }
        if objects[group].depth > 0 { objects[group].depth -= 1 }
    }

    /// - Parameter looks: the body has thrown. If a child still runs, that decides which error is
    ///   thrown: as on an actor, the runtime then suspends the Swift task.
    func wait(forAllOf group: Int32, looks: Bool, place: UInt) {
        let looks = looks || leavesToWait
        if objects[group].value > 0 || (looks && objects[group].depth > 0) {
            let number = tasks[current].job.swiftTask
            passOwnStatusLock(place: place)
            note(.group, for: group, place: place)
            if looks {
                visit(needingStatusLock(Operation(kind: .offerLook, object: group, place: place), of: number))
                if objects[group].value == 0 { note(.nothing, for: -1, place: place) }
            } else {
                visitWithoutWorker(needingStatusLock(Operation(kind: .offersAwaited, object: group, place: place), of: number))
                note(.nothing, for: -1, place: place)
                passStatusLock(of: number, place: place)
            }
        }
        objects[group].depth = 0
        if objects[group].value == 0 { detector.acquire(current, from: objects[group].released) }
    }
}
