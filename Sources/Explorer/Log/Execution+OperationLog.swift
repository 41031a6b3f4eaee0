import CInterposition
import TraceRecords

/// Logging of Foundation's operations.
extension Execution {
    func addressOfQueue(ofOperation number: Int32) -> UInt {
        let queue = operations[Int(number)].queue
        return queue >= 0 ? operationQueues[Int(queue)].address : 0
    }

    private func text(_ read: (UnsafeMutablePointer<CChar>?, Int) -> Int) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { room in
            let count = read(room.baseAddress, room.count)
            return String(decoding: room.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    func name(ofOperation number: Int32) -> String {
        text { interleave_operation_name(operations[Int(number)].address, $0, $1) }
    }

    func name(ofOperationQueue number: Int32) -> String {
        text { interleave_operation_queue_name(operationQueues[Int(number)].address, $0, $1) }
    }

    /// An operation that no task runs has a number above those of items.
    func item(ofOperation number: Int) -> UInt64 {
        operations[number].task >= 0 ? item(Int(operations[number].task)) : UInt64(1 << 32 + number)
    }

    /// - Returns: whether it is an operation queue.
    func logOperationQueue(_ address: UInt) -> Bool {
        guard let queue = (0..<operationQueues.count).last(where: { operationQueues[$0].address == address }) else { return false }
        log?.append(
            .init(
                task: current, kind: .queueCreated, object: UInt64(address), detail: 4,
                text: name(ofOperationQueue: Int32(truncatingIfNeeded: queue))))
        let width = interleave_operation_queue_limit(address)
        if width >= 0 { log(.queueWidth, UInt64(address), argument: UInt64(bitPattern: width), detail: 1) }
        return true
    }

    func logAddition(_ number: Int, _ task: Int, place: UInt) {
        var job = tasks[task].job
        job.isBarrier = operations[number].isBarrier
        logEnqueue(item(task), job, place: place)
        let name = name(ofOperation: Int32(truncatingIfNeeded: number))
        log?.append(
            .init(
                task: current, kind: .operationAdded, object: item(task), argument: UInt64(operations[number].address),
                text: name.isEmpty ? nil : name))
        let priority = interleave_operation_priority(operations[number].address)
        if priority != 0 { log(.operationPriority, item(task), argument: UInt64(bitPattern: priority), detail: 1) }
        // (A finished operation may already be gone.)
        for other in 0..<operations.count where operations[other].task >= 0 && !operations[other].isFinished {
            eachStatedDependency(of: other) { if other == number || $0 == number { logStatedRelation(other, $0) } }
        }
    }

    /// Logs a new or removed dependency, once both operations are in a queue: only then are they
    /// items.
    func logRelation(_ number: Int, _ other: Int, depends: Bool, place: UInt) {
        guard operations[number].task >= 0, operations[other].task >= 0 else {
            if depends, let log { log.stated[.init(operation: number, other: other)] = (current, place, log.callers[current] ?? []) }
            return
        }
        log(
            depends ? .operationDepends : .operationIndependent, item(ofOperation: number), argument: item(ofOperation: other), place: place
        )
    }

    /// Logs a dependency that was stated before both operations were in a queue, with the call that stated it.
    private func logStatedRelation(_ number: Int, _ other: Int) {
        guard operations[number].task >= 0, operations[other].task >= 0 else { return }
        let call = log?.stated[.init(operation: number, other: other)] ?? (current, 0, [])
        log?.append(
            .init(
                task: call.task, kind: .operationDepends, object: item(ofOperation: number), argument: item(ofOperation: other),
                place: call.place, callers: call.callers))
    }

    /// The operation's work is over, though its task may still have to clean up.
    func logEnd(_ number: Int) {
        let task = Int(operations[number].task)
        if operations[number].isByHand {
            return log(.itemEnded, item(ofOperation: number), detail: ExecutionRecorder.How.operation.rawValue)
        }
        if task >= 0 && operations[number].hasBegun { logItem(.itemEnded, item(task), tasks[task].job) }
    }

    /// The program has called `start()`: the operation runs on this task, without a queue.
    func logStartByHand(_ number: Int, place: UInt) {
        guard operations[number].isByHand else { return }
        let name = name(ofOperation: Int32(truncatingIfNeeded: number))
        log?.append(
            .init(
                task: current, kind: .itemBegan, object: item(ofOperation: number), detail: ExecutionRecorder.How.operation.rawValue,
                place: place,
                closure: UInt(interleave_operation_code(operations[number].address)), text: name.isEmpty ? nil : name,
                callers: log?.callers[current] ?? []))
    }

    /// The `start()` of an operation has returned; an asynchronous one is not finished then.
    func logReturn(_ number: Int) {
        guard isLogging, !operations[number].isFinished, operations[number].hasBegun else { return }
        log(.operationReturned, item(ofOperation: number))
    }

    func logWidth(of queue: Int, _ width: Int64, place: UInt) {
        // A queue that is not shown yet tells its width when it is: its name may come later than its width.
        guard isLogging, log?.knownQueues.contains(operationQueues[queue].address) == true else { return }
        log(.queueWidth, UInt64(operationQueues[queue].address), argument: UInt64(bitPattern: width), place: place)
    }
}
