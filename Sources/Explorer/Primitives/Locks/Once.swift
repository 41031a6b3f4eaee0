import CInterposition

/// An initializer that runs once: `static let`, `pthread_once`, `dispatch_once`.
struct Once: Primitive {
    static let kind = PrimitiveKind.once
    /// The task that runs the initializer; -1: none.
    var runner: Int32 = -1
    /// The initializer has run.
    var isDone = false
    /// The tasks that know so.
    var passed = TaskSet()

    init() {}

    func allows(_ operation: Operation, to task: Int) -> Bool { operation.kind != .onceEnter || runner < 0 || isDone }
    func holders(of operation: Operation) -> TaskSet { runner >= 0 ? TaskSet(Int(runner)) : TaskSet() }
    var contradiction: String? { isDone && runner >= 0 ? "an initializer runs that has run" : nil }
}

extension Execution {
    func answerOnce(_ call: UnsafePointer<interleave_call>) -> Int64 {
        call.pointee.kind == INTERLEAVE_ONCE.rawValue
            ? enterOnce(call.pointee.object, wasDone: call.pointee.value != 0, place: call.pointee.caller)
            : leaveOnce(call.pointee.object, place: call.pointee.caller)
    }

    /// - Returns: 1 if the caller has to run the initializer.
    func enterOnce(_ key: UInt, wasDone: Bool, place: UInt) -> Int64 {
        let index = object(key | 1, as: Once.self)
        // The initializer ran before this execution, or the task already knows that it has run: no
        // other task can observe this call.
        if wasDone && (!objects[index, Once.self].isDone || objects[index, Once.self].passed.contains(current)) { return 0 }
        var operation = arrive(at: Operation(kind: .onceEnter, object: index, place: place))
        if objects[index, Once.self].isDone { operation.kind = .oncePass }
        commit(operation)
        if objects[index, Once.self].isDone {
            objects[index, Once.self].passed.insert(current)
            detector.acquire(current, from: objects[index].released)
            return 0
        }
        objects[index, Once.self].runner = Int32(truncatingIfNeeded: current)
        return 1
    }

    func leaveOnce(_ key: UInt, place: UInt) -> Int64 {
        let index = object(key | 1, as: Once.self)
        visit(Operation(kind: .onceLeave, object: index, place: place))
        objects[index, Once.self].runner = -1
        objects[index, Once.self].isDone = true
        objects[index, Once.self].passed.insert(current)
        detector.release(current, into: &objects[index].released, keeping: false)
        save(key & ~7)
        return 0
    }
}

extension Operation.Kind {
    static func ofOnce(_ first: Self, _ second: Self) -> Relation {
        switch (first, second) {
        case (.onceEnter, .onceLeave), (.onceLeave, .oncePass), (.onceLeave, .onceEnter): .enables
        case (.oncePass, .oncePass): .independent
        default: .conflicts
        }
    }
}
