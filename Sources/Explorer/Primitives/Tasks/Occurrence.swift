import CInterposition

/// What Swift tasks wait for: other Swift tasks, and continuations. Each ends with something that happens once.
struct Occurrence: Primitive {
    static let kind = PrimitiveKind.occurrence
    var hasHappened = false

    init() {}

    func allows(_ operation: Operation, to task: Int) -> Bool { operation.kind != .occurrenceWait || hasHappened }
}

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
        if !objects[occurrence, Occurrence.self].hasHappened { passOwnStatusLock(place: place) }
        if leavesToWait {
            visit(needingStatusLock(Operation(kind: .occurrenceLook, object: occurrence, place: place), of: number))
            if !objects[occurrence, Occurrence.self].hasHappened {
                note(wait, for: occurrence, place: place)
                return
            }
        } else if !objects[occurrence, Occurrence.self].hasHappened {
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
        // (Perhaps the Swift task has ended.)
        guard let number = swiftTasks.number(of: address) ?? swiftTasks.newest(at: address) else { return }
        let continuation = swiftTasks[number].continuation
        visit(needingStatusLock(Operation(kind: .occurrence, object: continuation, place: place), of: number))
        // (A checked continuation traps before it comes here.)
        if objects[continuation, Occurrence.self].hasHappened {
            misuse(.resumedTwice, about: UInt64(number + 1), place: place)
            return
        }
        // (Resuming its own continuation, for an element that is there already, say, is not
        // logged.)
        if tasks[current].job.swiftTask != number { log(.continuationResumed, UInt64(number + 1), place: place) }
        objects[continuation, Occurrence.self].hasHappened = true
        detector.release(current, into: &objects[continuation].released, keeping: true)
        // A Swift task that is not suspended yet needs no resumption.
        if swiftTasks[number].wait == .continuation { passStatusLock(of: number, place: place) }
    }
}

extension Operation.Kind {
    static func ofOccurrences(_ first: Self, _ second: Self) -> Relation {
        switch (first, second) {
        case (.occurrence, .occurrenceWait): .enables
        case (.occurrenceWait, .occurrenceWait), (.occurrenceLook, .occurrenceLook): .independent
        case (.occurrenceWait, .occurrenceLook), (.occurrenceLook, .occurrenceWait): .independent
        default: .conflicts
        }
    }
}
