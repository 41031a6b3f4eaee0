/// The size of the thread pool for queues and Swift tasks.
///
/// Usually the pool is unlimited: a program that hangs for lack of threads hangs on some machines
/// only. With a limit, the pool is a semaphore with that value. Each block, operation and job of a
/// Swift task holds one of its threads while it runs: also while it is blocked on a semaphore, but
/// not while it is suspended at an `await`. Work on the main thread, or on the caller's thread
/// (`sync`, `concurrentPerform`), needs none. A Swift task that hops to the main actor releases its
/// thread, and acquires one when it leaves.
extension Execution {
    func openPool() {
        guard let width = exploration.options.poolWidth else { return }
        pool = object(3)
        objects[pool, Semaphore.self] = Semaphore(value: Int32(truncatingIfNeeded: width))
    }

    func needsWorker(_ job: Job) -> Bool {
        guard pool >= 0, job.how != ExecutionRecorder.How.apply.rawValue else { return false }
        return job.operation >= 0 || (job.queue >= 0 && queues[job.queue].kind != .main)
    }

    func takeWorker(place: UInt) {
        if pool < 0 || tasks[current].job.hasWorker { return }
        var operation = arrive(at: Operation(kind: .semaphoreWait, object: pool, place: place))
        if objects[pool, Semaphore.self].value > 1 { operation.kind = .semaphoreWaitSpare }
        commit(operation)
        objects[pool, Semaphore.self].value -= 1
        tasks[current].job.hasWorker = true
    }

    /// - Returns: whether it had one.
    @discardableResult
    func giveWorkerBack(place: UInt) -> Bool {
        guard pool >= 0, tasks[current].job.hasWorker else { return false }
        visit(Operation(kind: .semaphoreSignal, object: pool, place: place))
        objects[pool, Semaphore.self].value += 1
        tasks[current].job.hasWorker = false
        return true
    }

    /// A Swift task that is suspended leaves its thread to others meanwhile.
    func visitWithoutWorker(_ operation: Operation) {
        let hadOne = giveWorkerBack(place: operation.place)
        visit(operation)
        if hadOne { takeWorker(place: operation.place) }
    }
}
