import CInterposition

/// Foundation's operations and their queues.
///
/// Foundation runs unchanged (CInterposition/controlled-operations.c); this file models what
/// matters of it. An operation becomes a task when it is added. The task waits until Foundation
/// submits the operation. That happens inside another step: on the queue, when an operation is
/// added or has left; or on another operation, when it finishes or is cancelled. The operation
/// begins after that step, and after all of its dependencies.
extension Execution {
    /// The key of the object for readiness: odd and not an address.
    private static var readinessKey: UInt { 3 }

    func answerOperations(_ call: interleave_call) -> Int64 {
        let key = call.object, place = call.caller
        switch interleave_call_kind(call.kind) {
        case INTERLEAVE_OPERATION_QUEUE_CREATED: makeOperationQueue(key)
        case INTERLEAVE_OPERATION_CREATED: makeOperation(key, object(key | 1))
        case INTERLEAVE_OPERATION_ADDED: return addOperation(call)
        case INTERLEAVE_OPERATION_HANDED_OVER: return handOver(call)
        case INTERLEAVE_OPERATION_SECTION: enterSection(call.value, ofOperationQueue: key, place: place)
        case INTERLEAVE_OPERATION_STARTED: startByHand(key, place: place)
        case INTERLEAVE_OPERATION_FINISHING: finish(key, place: place)
        case INTERLEAVE_OPERATION_TOUCHED: touch(call)
        case INTERLEAVE_OPERATION_WAIT: wait(forOperation: key, isFinished: call.value != 0, place: place)
        case INTERLEAVE_OPERATION_QUEUE_WAIT: wait(forOperationQueue: key, place: place)
        case INTERLEAVE_OPERATION_QUEUE_CHANGED: change(call)
        case INTERLEAVE_OPERATION_LOCK:
            arrive(at: Operation(kind: .internalLock, object: object(key | 1), place: place)); commitInternalLock()
        default: return refused("call number \(call.kind)", place: place)
        }
        return 0
    }

    /// A lock that was found held, and is free now.
    private func commitInternalLock() { commit(Operation(kind: .internalLock)) }

    // MARK: what is known

    /// The number of the operation at an address.
    private func operation(_ address: UInt) -> Int {
        let index = object(address | 1)
        if objects.number(of: index, as: OperationNumber.self) < 0 { makeOperation(address, index) }
        return Int(objects[index, OperationNumber.self].number)
    }

    private func makeOperation(_ address: UInt, _ index: Int32) {
        objects[index, OperationNumber.self].number = Int32(truncatingIfNeeded: operations.count)
        operations.append(SharedOperation(address: address, object: index))
    }

    private func operationQueue(_ address: UInt) -> Int {
        let number = Int(objects.number(of: object(address | 1), as: OperationQueueNumber.self))
        return number < 0 ? makeOperationQueue(address) : number
    }

    @discardableResult
    private func makeOperationQueue(_ address: UInt) -> Int {
        let index = newObject(address | 1), number = operationQueues.count
        objects[index, OperationQueueNumber.self].number = Int32(truncatingIfNeeded: number)
        var queue = SharedOperationQueue(address: address, object: index)
        if address == interleave_main_operation_queue(), let main = self.queue(interleave_main_queue()) {
            queue.object = queues[main].object
            queue.isForeign = true
        }
        operationQueues.append(queue)
        return number
    }

    /// Foundation has made a dispatch queue for the operation queue that it is working on: steps on
    /// either are ordered.
    ///
    /// If the operations run on another dispatch queue, the two are separate: an end on one does
    /// not let an operation begin on the other.
    func adoptQueueOfOperations(_ below: Int32) {
        guard latestOperationQueue >= 0 else { return }
        let shared = operationQueues[latestOperationQueue].object
        guard operationQueues[latestOperationQueue].isForeign else { return queues[below].object = shared }
        for queue in 0..<queues.count where queue == below || queues[queue].object == shared { queues[queue].ordered = shared }
    }

    private func change(_ call: interleave_call) {
        let queue = operationQueue(call.object)
        // The queue's width: Foundation's own sections follow, and order it with other steps.
        if call.flags == 2 { return logWidth(of: queue, Int64(bitPattern: call.value), place: call.caller) }
        if call.flags != 0 && call.other == 0 { operationQueues[queue].isForeign = false }
        if call.flags != 0, call.other != 0, let below = self.queue(call.other) {
            operationQueues[queue].isForeign = true
            if queues[below].kind != .global {
                operationQueues[queue].object = queues.isInHierarchy(below) ? queues[below].ordered : queues[below].object
            }
        }
        visit(
            Operation(
                kind: .operationOrdered, object: operationQueues[queue].object, other: readiness(for: width(of: queue)), place: call.caller)
        )
        operationQueues[queue].latestStep = current
        if isLogging && call.flags == 0 {
            log(call.value != 0 ? .queueSuspended : .queueResumed, UInt64(call.object), place: call.caller)
        }
    }

    // MARK: adding and submitting

    private func addOperation(_ call: interleave_call) -> Int64 {
        let address = call.object, queue = operationQueue(call.other)
        if operations[operation(address)].task >= 0 || operations[operation(address)].isFinished {
            // The address was reused: the previous operation is gone.
            makeOperation(address, object(address | 1))
        }
        let number = operation(address)
        var job = Job(how: ExecutionRecorder.How.operation.rawValue, closure: call.closure)
        job.operation = Int32(truncatingIfNeeded: number)
        operations[number].queue = Int32(truncatingIfNeeded: queue)
        let begin = Operation(kind: .operationBegin, object: operations[number].object, place: call.caller)
        guard let task = addTask(parent: current, { _ in nil }, nil, job: job, operation: begin) else {
            return refused(Self.tooManyTasks, place: call.caller)
        }
        operations[number].task = Int32(truncatingIfNeeded: task)
        operations[number].block = UInt(call.value)
        operations[number].addedBy = current
        operations[number].isBarrier = call.flags & INTERLEAVE_BARRIER.rawValue != 0
        operations[number].isPlain = interleave_operation_is_plain(address)
        detector.release(current, into: &operations[number].handed, keeping: false)
        if operations[number].isBarrier {
            add(number)
            for other in 0..<operations.count where operations[other].queue == Int32(truncatingIfNeeded: queue) {
                operations[other].isReliedOn = true
            }
        }
        if isLogging { logAddition(number, task, place: call.caller) }
        return 0
    }

    /// - Returns: where the operation was added; 0 if the block is an ordinary item.
    private func handOver(_ call: interleave_call) -> Int64 {
        guard let below = queue(call.object), let function = call.function else { return refusedQueue(call.caller) }
        let isBarrier = call.flags & INTERLEAVE_BARRIER.rawValue != 0
        let found = (0..<operations.count).first {
            operations[$0].task >= 0 && !operations[$0].isHandedOver && Int(operations[$0].queue) == latestOperationQueue
                && (isBarrier ? operations[$0].isBarrier : operations[$0].block == UInt(call.other))
        }
        guard let number = found else {
            var plain = call
            plain.other = 0
            _ = async(plain)
            return 0
        }
        let task = Int(operations[number].task)
        operations[number].isHandedOver = true
        operations[number].handedOverAt = Int32(truncatingIfNeeded: exploration.search.eventCount - 1)
        operations[number].skipsDependencies = operations[number].isCancelled
        detector.release(current, into: &operations[number].handed, keeping: true)
        let own = Int(operations[number].queue)
        if width(of: own) != .any, operationQueues[own].released >= 0 {
            detector.pass(operationQueues[own].released, to: operations[number].handed)
        }
        tasks[task].job.queue = below
        tasks[task].job.isBarrier = isBarrier && queues[below].kind == .concurrent
        prepare(task, function, call.context)
        var first = begin(tasks[task].job, place: tasks.pending[task].place)
        first.other = operations[number].object
        // Foundation itself decides which operation runs.
        if width(of: own) == .one && queues[below].kind == .concurrent { first.kind = .operationTurn }
        tasks.pending[task] = first
        queues.enqueue(task, on: below, isBarrier: tasks[task].job.isBarrier)
        return Int64(max(tasks.pending[task].place, 1))
    }

    /// The operation is in its queue from now on.
    private func add(_ number: Int) {
        operations[number].isAdded = true
        operations[number].addedAt = Int32(truncatingIfNeeded: exploration.search.eventCount - 1)
        operationQueues[Int(operations[number].queue)].unfinished += 1
        showChange(of: operationQueues[Int(operations[number].queue)].object)
    }

    // MARK: sections of Foundation's code that hold a queue's lock

    func width(of queue: Int) -> SharedOperationQueue.Width {
        if operationQueues[queue].isForeign { return .ordered }
        switch interleave_operation_queue_width(operationQueues[queue].address) {
        case 0: return .any
        case 1:
            let isPlain = (0..<operations.count).allSatisfy {
                operations[$0].queue != Int32(truncatingIfNeeded: queue) || operations[$0].isHandedOver || operations[$0].isPlain
            }
            return isPlain ? .one : .ordered
        default: return .ordered
        }
    }

    private func enterSection(_ section: UInt64, ofOperationQueue address: UInt, place: UInt) {
        let queue = operationQueue(address)
        let object = operationQueues[queue].object, width = width(of: queue)
        defer { latestOperationQueue = queue }
        switch interleave_operation_section(UInt32(truncatingIfNeeded: section)) {
        case INTERLEAVE_SECTION_ADD:
            let kind: Operation.Kind = width == .ordered ? .operationOrdered : width == .any ? .enqueueShared : .enqueue
            visit(Operation(kind: kind, object: object, other: self.object(Self.readinessKey), place: place))
            for number in 0..<operations.count where operations[number].addedBy == current && !operations[number].isAdded { add(number) }
        case INTERLEAVE_SECTION_BARRIER:
            visit(Operation(kind: .operationBarrier, object: object, other: readiness(for: width), place: place))
        case INTERLEAVE_SECTION_LEAVE: leave(operationQueue: queue, place: place)
        case INTERLEAVE_SECTION_SCHEDULE:
            // Foundation decides again what runs next: as part of the step just made, or with an
            // outcome that was clear before.
            if width != .ordered || (operationQueues[queue].latestStep == current && tasks.pending[current].object == object) { return }
            visit(Operation(kind: .operationOrdered, object: object, other: readiness(for: width), place: place))
        case INTERLEAVE_SECTION_READ:
            visit(Operation(kind: .operationQueueRead, object: object, place: place))
            detector.acquire(current, from: operationQueues[queue].released)
        default:
            visit(Operation(kind: .operationOrdered, object: object, other: readiness(for: width), place: place))
        }
        operationQueues[queue].latestStep = current
    }

    /// The second object of a step in which a queue can choose its next operation: readiness, if more than the order of adding decides.
    private func readiness(for width: SharedOperationQueue.Width) -> Int32 { width == .ordered ? object(Self.readinessKey) : -1 }

    /// Foundation removes a finished operation from its queue.
    private func leave(operationQueue queue: Int, place: UInt) {
        let object = operationQueues[queue].object
        arrive(
            at: Operation(
                kind: width(of: queue) == .any ? .operationLeave : .operationOrdered, object: object,
                other: readiness(for: width(of: queue)), place: place))
        let isLeaving: (Int) -> Bool = {
            self.operations[$0].isFinished && !self.operations[$0].hasLeft && self.operations[$0].queue == Int32(truncatingIfNeeded: queue)
        }
        // (If one operation finishes twice at the same time, Foundation uses the first.)
        let left =
            (0..<operations.count).last { isLeaving($0) && operations[$0].finishedBy == current }
            ?? (0..<operations.count).first(where: isLeaving)
        if let left {
            operations[left].hasLeft = true
            operationQueues[queue].unfinished -= 1
            showChange(of: object)
        }
        let kind: Operation.Kind =
            switch width(of: queue) {
            case .any: .operationLeave
            case .one: .operationLeaveSerial
            case .ordered: .operationOrdered
            }
        commit(Operation(kind: kind, object: object, other: readiness(for: width(of: queue)), place: place))
        detector.release(current, into: &operationQueues[queue].released, keeping: true)
    }

    // MARK: an operation's life

    /// An operation is about to begin: after the step that submitted it, and after all of its
    /// dependencies.
    func orderOperation(_ task: Int) {
        let number = Int(tasks[task].job.operation)
        exploration.search.order(task, afterEvent: Int(operations[number].addedAt))
        exploration.search.order(task, afterEvent: Int(operations[number].handedOverAt))
        if operations[number].skipsDependencies { return }
        eachDependency(of: number) { exploration.search.order(task, afterEvent: Int(operations[$0].finishedAt)) }
    }

    func acquireOperation(_ task: Int) {
        let number = Int(tasks[task].job.operation)
        operations[number].hasBegun = true
        showChange(of: operations[number].object)
        detector.acquire(task, from: operations[number].handed)
        if operations[number].skipsDependencies { return }
        eachDependency(of: number) { detector.acquire(task, from: operations[$0].released) }
    }

    /// An operation's dependencies: those that the program added. For barriers, and for operations
    /// after a barrier, also the earlier operations of the queue.
    func eachDependency(of number: Int, _ visit: (Int) -> Void) {
        eachStatedDependency(of: number, visit)
        for other in 0..<operations.count where other != number && operations[other].queue == operations[number].queue {
            let isBefore = operations[other].addedAt < operations[number].addedAt && operations[other].isAdded
            if isBefore && operations[other].isFinished && (operations[number].isBarrier || operations[other].isBarrier) { visit(other) }
        }
    }

    func eachStatedDependency(of number: Int, _ visit: (Int) -> Void) {
        for index in 0..<dependencies.count where Int(dependencies[index].operation) == number { visit(Int(dependencies[index].other)) }
    }

    /// (Foundation is not asked: it may already have released the operation.)
    private func state(_ number: Int, dependsOn other: Int, _ depends: Bool) {
        let stated = Dependency(operation: Int32(truncatingIfNeeded: number), other: Int32(truncatingIfNeeded: other))
        for index in (0..<dependencies.count).reversed() where dependencies[index] == stated {
            dependencies[index] = dependencies[dependencies.count - 1]
            dependencies.removeLast()
        }
        if depends { dependencies.append(stated) }
    }

    /// The program has added a dependency.
    struct Dependency: BitwiseCopyable, Equatable {
        var operation: Int32
        var other: Int32
    }

    private func startByHand(_ address: UInt, place: UInt) {
        let number = operation(address)
        if operations[number].task >= 0 && Int(operations[number].task) == current { return }
        visit(Operation(kind: .operationWrite, object: operations[number].object, place: place))
        operations[number].hasBegun = true
        showChange(of: operations[number].object)
        operations[number].isFinished = false
        operations[number].finishedAt = -1
        operations[number].isByHand = operations[number].task < 0
        if isLogging { logStartByHand(number, place: place) }
    }

    /// An operation has finished: tasks that wait for it may go on, and operations that depend on
    /// it may begin.
    private func finish(_ address: UInt, place: UInt) {
        let number = address == 0 ? Int(tasks[current].job.operation) : operation(address)
        if number < 0 || operations[number].isFinished { return }
        let isRelied = operations[number].isReliedOn
        visit(
            Operation(
                kind: isRelied ? .operationFinishRelied : .operationFinish, object: operations[number].object,
                other: isRelied ? object(Self.readinessKey) : -1, place: place))
        if operations[number].isFinished { return }
        if isLogging { logEnd(number) }
        operations[number].isFinished = true
        showChange(of: operations[number].object)
        if isRelied { showChange(of: object(Self.readinessKey)) }
        operations[number].finishedBy = current
        operations[number].finishedAt = Int32(truncatingIfNeeded: exploration.search.eventCount - 1)
        detector.release(current, into: &operations[number].released, keeping: false)
    }

    private func touch(_ call: interleave_call) {
        let number = operation(call.object), place = call.caller
        let object = operations[number].object
        if call.value == UInt64(INTERLEAVE_OPERATION_START_RETURNED.rawValue) { return logReturn(number) }
        switch interleave_operation_touch(UInt32(truncatingIfNeeded: call.value)) {
        case INTERLEAVE_OPERATION_CANCELLED:
            visit(Operation(kind: .operationCancel, object: object, other: self.object(Self.readinessKey), place: place))
            operations[number].isCancelled = true
            showChange(of: object)
            showChange(of: self.object(Self.readinessKey))
            detector.release(current, into: &operations[number].told, keeping: true)
            if isLogging { log(.operationCancelled, item(ofOperation: number), place: place) }
        case INTERLEAVE_OPERATION_DEPENDS, INTERLEAVE_OPERATION_INDEPENDENT:
            let other = operation(call.other), adds = call.value == UInt64(INTERLEAVE_OPERATION_DEPENDS.rawValue)
            visit(Operation(kind: .operationDepends, object: object, other: self.object(Self.readinessKey), place: place))
            operations[other].isReliedOn = true
            operations[number].isPlain = false
            state(number, dependsOn: other, adds)
            showChange(of: self.object(Self.readinessKey))
            if isLogging { logRelation(number, other, depends: adds, place: place) }
        case INTERLEAVE_OPERATION_READ, INTERLEAVE_OPERATION_READ_READY:
            let isReadiness = call.value == UInt64(INTERLEAVE_OPERATION_READ_READY.rawValue)
            visit(
                Operation(
                    kind: isReadiness ? .operationReadReady : .operationRead, object: object,
                    other: isReadiness ? self.object(Self.readinessKey) : -1, place: place))
            if operations[number].isFinished { detector.acquire(current, from: operations[number].released) }
            detector.acquire(current, from: operations[number].told)
        default:
            visit(Operation(kind: .operationDepends, object: object, other: self.object(Self.readinessKey), place: place))
            operations[number].isPlain = false
        }
    }

    // MARK: waiting

    private func wait(forOperation address: UInt, isFinished: Bool, place: UInt) {
        let number = operation(address)
        // An operation whose class reports `isFinished` before it has notified is not waited for.
        // And what is known may concern an earlier operation at this address.
        if isFinished && !operations[number].isFinished { return }
        if !isFinished { operations[number].isFinished = false }
        visit(Operation(kind: .operationWait, object: operations[number].object, place: place))
        detector.acquire(current, from: operations[number].released)
    }

    private func wait(forOperationQueue address: UInt, place: UInt) {
        let queue = operationQueue(address)
        visit(
            Operation(
                kind: .operationQueueWait, object: operationQueues[queue].object, target: Int32(truncatingIfNeeded: queue), place: place))
        detector.acquire(current, from: operationQueues[queue].released)
    }
}
