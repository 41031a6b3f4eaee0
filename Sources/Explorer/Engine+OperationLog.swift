import CInterposition
import Trace

/// What is written down of Foundation's operations.
extension Engine {
    /// A new execution begins.
    func forgetOperations() {
        operations.removeAll()
        operationQueues.removeAll()
        dependencies.removeAll()
        latestOperationQueue = -1
    }

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

    /// An operation that no task runs has a number beyond those of items.
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
        return true
    }

    func logAddition(_ number: Int, _ task: Int, place: UInt) {
        var job = jobs[task]
        job.isBarrier = operations[number].isBarrier
        logEnqueue(item(task), job, place: place)
        let name = name(ofOperation: Int32(truncatingIfNeeded: number))
        log?.append(
            .init(
                task: current, kind: .operationAdded, object: item(task), argument: UInt64(operations[number].address),
                text: name.isEmpty ? nil : name))
        // (One that has finished may be gone already.)
        for other in 0..<operations.count where operations[other].task >= 0 && !operations[other].isFinished {
            eachStatedDependency(of: other) { if other == number || $0 == number { logRelation(other, $0, depends: true, place: 0) } }
        }
    }

    /// That an operation waits for another, or no longer does: once both are in a queue, for only then they are items.
    func logRelation(_ number: Int, _ other: Int, depends: Bool, place: UInt) {
        guard operations[number].task >= 0, operations[other].task >= 0 else { return }
        log(
            depends ? .operationDepends : .operationIndependent, item(ofOperation: number), argument: item(ofOperation: other), place: place
        )
    }

    /// What the operation does is over, though its task may still have something to tidy up.
    func logEnd(_ number: Int) {
        let task = Int(operations[number].task)
        if task >= 0 && operations[number].hasBegun { logItem(.itemEnded, item(task), jobs[task]) }
    }
}
