import CInterposition

/// Swift tasks on executors of the program's own (own-executors.c): the program's code runs them, wherever it likes.
///
/// Such an executor has no row here. A task that is on one looks before it waits, as on an actor, because it has to leave the code that runs it if it must.
extension Engine {
    /// The running task's code runs a job.
    /// - Returns: where it was before, to be told when it has run it.
    func runOnOwnExecutor(_ call: interleave_call) -> Int64 {
        let me = current, before = (executor: executors[me], task: jobs[me].swiftTask)
        executors[me] = executor(call.object) ?? -1
        onOwnExecutors.insert(me)
        jobs[me].swiftTask = swiftTasks.number(of: call.job) ?? -1
        if jobs[me].swiftTask >= 0 {
            swiftTasks[jobs[me].swiftTask].stretch = me
            note(.nothing, for: -1, place: 0)
        }
        return Int64(before.executor) << 32 | Int64(UInt32(bitPattern: before.task))
    }

    func endRunOnOwnExecutor(_ before: UInt64) -> Int64 {
        executors[current] = Int32(truncatingIfNeeded: Int64(bitPattern: before) >> 32)
        jobs[current].swiftTask = Int32(truncatingIfNeeded: before)
        onOwnExecutors.remove(current)
        return 0
    }

    /// The running task goes elsewhere, or waits.
    /// - Returns: whether it was on an executor of the program's own.
    func leaveOwnExecutor() -> Bool {
        guard onOwnExecutors.contains(current) else { return false }
        onOwnExecutors.remove(current)
        executors[current] = -1
        return true
    }
}
