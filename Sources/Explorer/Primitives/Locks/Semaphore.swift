import CInterposition

/// A counting semaphore, of libdispatch or POSIX; and the threads of a limited thread pool (ThreadPool.swift).
struct Semaphore: Primitive {
    static let kind = PrimitiveKind.semaphore
    var value: Int32
    let initialValue: Int32
    /// The threads that have passed it.
    var passed = TaskSet()

    init() { self.init(value: 0) }
    init(value: Int32) { (self.value, initialValue) = (value, value) }

    /// Destroying it would be an error.
    var isInUse: Bool { value < initialValue }

    func allows(_ operation: Operation, to task: Int) -> Bool { operation.kind != .semaphoreWait || value > 0 }
    func visible(to task: Int, by kind: Operation.Kind) -> UInt64 { UInt64(UInt32(bitPattern: value)) << 1 }
    var contradiction: String? { value < 0 ? "a semaphore has a value below zero" : nil }
}

extension Execution {
    func answerSemaphores(_ call: interleave_call) -> Int64 {
        switch interleave_call_kind(call.kind) {
        case INTERLEAVE_SEMAPHORE_CREATED: makeSemaphore(call.object, value: Int(truncatingIfNeeded: call.value))
        case INTERLEAVE_SEMAPHORE_WAIT: wait(forSemaphore: call.object, timeOut: call.value, place: call.caller)
        default: signal(semaphore: call.object, place: call.caller)
        }
    }

    func makeSemaphore(_ key: UInt, value: Int) -> Int64 {
        let index = newObject(key | 1)
        objects[index, Semaphore.self] = Semaphore(value: Int32(clamping: value))
        if isLogging { log(.semaphoreCreated, UInt64(key), argument: UInt64(clamping: value)) }
        return 0
    }

    /// - Returns: 1 if it timed out.
    func wait(forSemaphore key: UInt, timeOut: UInt64, place: UInt) -> Int64 {
        let index = object(key | 1)
        if objects[index].kind != .semaphore { return refused("a semaphore that was made before the exploration", place: place) }
        let isEndless = timeOut == .max
        if !isEndless { deferred.wait(current) }
        var operation = arrive(
            at: Operation(
                kind: isEndless ? .semaphoreWait : .semaphoreTry, mayTimeOut: !isEndless && timeOut > 0, object: index,
                isDeferred: !isEndless && isToBeDeferred(as: current, place: place), place: place))
        if timeOut == .max {
            if objects[index, Semaphore.self].value > 1 { operation.kind = .semaphoreWaitSpare }
        } else if objects[index, Semaphore.self].value == 0 {
            operation.kind = .semaphoreRefused
        }
        commit(operation)
        if operation.kind == .semaphoreRefused {
            passLimit(timeOut, of: index)
            return 1
        }
        if !isEndless { deferred.serve(.init(place: place, task: current)) }
        objects[index, Semaphore.self].value -= 1
        if objects[index, Semaphore.self].initialValue == 0 && isThread(current) { objects[index, Semaphore.self].passed.insert(current) }
        detector.acquire(current, from: objects[index].released)
        return 0
    }

    func signal(semaphore key: UInt, place: UInt) -> Int64 {
        let index = object(key | 1)
        if objects[index].kind != .semaphore { return refused("a semaphore that was made before the exploration", place: place) }
        visit(Operation(kind: .semaphoreSignal, object: index, place: place))
        detector.release(current, into: &objects[index].released, keeping: true)
        comes(to: index, at: detector.elapsed[current])
        objects[index, Semaphore.self].value += 1
        return 0
    }
}

extension Operation.Kind {
    static func ofSemaphores(_ first: Self, _ second: Self) -> Relation {
        switch (first, second) {
        case (.semaphoreSignal, .semaphoreSignal), (.semaphoreRefused, .semaphoreRefused): .independent
        case (.semaphoreSignal, .semaphoreWait), (.semaphoreRefused, .semaphoreWait): .enables
        default: .conflicts
        }
    }
}
