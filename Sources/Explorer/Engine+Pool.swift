/// How many threads there are for what is handed to queues and for Swift's tasks.
///
/// Usually as many as are needed: what hangs for lack of threads hangs on some machines only. With a width each block, operation and stretch of a Swift
/// task takes a place in the pool, a semaphore with so many, for as long as it runs: while it waits at a semaphore, say, but not at an `await`.
/// What runs on the main thread, or in the caller's place (`sync`, `concurrentPerform`), needs none; a Swift task that goes to the main actor gives its
/// own back, and takes one when it leaves.
extension Engine {
    func openPool() {
        pool = -1
        guard let width = options.poolWidth else { return }
        pool = object(3)
        objects[pool].value = Int32(truncatingIfNeeded: width)
    }

    func needsWorker(_ job: Job) -> Bool {
        guard pool >= 0, job.how != ExecutionLog.How.apply.rawValue else { return false }
        return job.operation >= 0 || (job.queue >= 0 && queues[job.queue].kind != .main)
    }

    func takeWorker(place: UInt) {
        if pool < 0 || jobs[current].hasWorker { return }
        var operation = arrive(at: Operation(kind: .semaphoreWait, object: pool, place: place))
        if objects[pool].value > 1 { operation.kind = .semaphoreWaitSpare }
        commit(operation)
        objects[pool].value -= 1
        jobs[current].hasWorker = true
    }

    /// - Returns: whether it had one.
    @discardableResult
    func giveWorkerBack(place: UInt) -> Bool {
        guard pool >= 0, jobs[current].hasWorker else { return false }
        visit(Operation(kind: .semaphoreSignal, object: pool, place: place))
        objects[pool].value += 1
        jobs[current].hasWorker = false
        return true
    }

    /// A Swift task that awaits something leaves its thread to others meanwhile.
    func visitWithoutWorker(_ operation: Operation) {
        let hadOne = giveWorkerBack(place: operation.place)
        visit(operation)
        if hadOne { takeWorker(place: operation.place) }
    }
}
