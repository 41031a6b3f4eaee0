import CInterposition

/// A task group of Swift: its children, and their results.
struct TaskGroup: Primitive {
    static let kind = PrimitiveKind.taskGroup
    /// The children that run, and the results that wait to be taken.
    var unfinished: Int32 = 0
    var results: Int32 = 0
    /// The Swift task that is suspended until a child ends; -1: none. It gets that child's result.
    var suspended: Int32 = -1
    /// It discards its children's results.
    var discardsResults = false

    init() {}

    func allows(_ operation: Operation, to task: Int) -> Bool {
        switch operation.kind {
        case .offerTaken: results > 0 || unfinished == 0
        case .offersAwaited: unfinished == 0
        default: true
        }
    }

    func visible(to task: Int, by kind: Operation.Kind) -> UInt64 { UInt64(UInt32(bitPattern: unfinished)) << 1 }
    var contradiction: String? { unfinished < 0 || results < 0 ? "a task group has fewer than no children" : nil }

    /// A child has ended.
    mutating func endChild() {
        unfinished -= 1
        if suspended >= 0 { suspended = -1 } else { results += 1 }
    }
}

extension Execution {
    func takeNext(of group: Int32, place: UInt) {
        if objects[group, TaskGroup.self].unfinished == 0 && objects[group, TaskGroup.self].results == 0 { return }
        let number = tasks[current].job.swiftTask
        if objects[group, TaskGroup.self].results == 0 { passOwnStatusLock(place: place) }
        if leavesToWait {
            visit(needingStatusLock(Operation(kind: .offerLook, object: group, place: place), of: number))
            if objects[group, TaskGroup.self].results == 0 && objects[group, TaskGroup.self].unfinished > 0 {
                objects[group, TaskGroup.self].suspended = tasks[current].job.swiftTask
                note(.group, for: group, place: place)
                return
            }
        } else {
            note(.group, for: group, place: place)
            visitWithoutWorker(needingStatusLock(Operation(kind: .offerTaken, object: group, place: place), of: number))
            note(.nothing, for: -1, place: place)
            passStatusLock(of: number, place: place)
        }
        if objects[group, TaskGroup.self].results > 0 { objects[group, TaskGroup.self].results -= 1 }
    }

    /// - Parameter looks: the body has thrown. If a child still runs, that decides which error is
    ///   thrown: as on an actor, the runtime then suspends the Swift task.
    func wait(forAllOf group: Int32, looks: Bool, place: UInt) {
        let looks = looks || leavesToWait
        if objects[group, TaskGroup.self].unfinished > 0 || (looks && objects[group, TaskGroup.self].results > 0) {
            let number = tasks[current].job.swiftTask
            passOwnStatusLock(place: place)
            note(.group, for: group, place: place)
            if looks {
                visit(needingStatusLock(Operation(kind: .offerLook, object: group, place: place), of: number))
                if objects[group, TaskGroup.self].unfinished == 0 { note(.nothing, for: -1, place: place) }
            } else {
                visitWithoutWorker(needingStatusLock(Operation(kind: .offersAwaited, object: group, place: place), of: number))
                note(.nothing, for: -1, place: place)
                passStatusLock(of: number, place: place)
            }
        }
        objects[group, TaskGroup.self].results = 0
        if objects[group, TaskGroup.self].unfinished == 0 { detector.acquire(current, from: objects[group].released) }
    }
}

extension Operation.Kind {
    static func ofTaskGroups(_ first: Self, _ second: Self) -> Relation {
        switch (first, second) {
        // The results that a group returns depend on the order in which its children end. The
        // runtime tells after which end a task goes on.
        case (.offer, .offerTaken), (.offerTaken, .offer), (.offer, .offersAwaited), (.offersAwaited, .offer): .independent
        default: .conflicts
        }
    }
}
