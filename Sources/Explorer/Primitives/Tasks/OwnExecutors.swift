import CInterposition

/// Swift tasks on custom executors (own-executors.c): the program's code runs their jobs, wherever
/// it likes.
///
/// Such an executor has no queue here. A Swift task on one checks before it waits, as on an actor,
/// because it must leave the code that runs it if it has to wait.
extension Execution {
    /// The running task's code runs a job: on a custom executor or, without one, where it is.
    /// - Returns: where it was before, to be passed back after the job has run.
    func runOnOwnExecutor(_ call: interleave_call) -> Int64 {
        let me = current, before = (executor: tasks[me].executor, task: tasks[me].job.swiftTask)
        if call.object != 0 { tasks[me].executor = executor(call.object) ?? -1 }
        onOwnExecutors.insert(me)
        tasks[me].job.swiftTask = swiftTasks.number(of: call.job) ?? -1
        if tasks[me].job.swiftTask >= 0 {
            swiftTasks[tasks[me].job.swiftTask].stretch = me
            swiftTasks[tasks[me].job.swiftTask].left = -1
            note(.nothing, for: -1, place: 0)
        }
        return Int64(before.executor) << 32 | Int64(UInt32(bitPattern: before.task))
    }

    func endRunOnOwnExecutor(_ before: UInt64) -> Int64 {
        leaveStretch(tasks[current].job.swiftTask)
        tasks[current].executor = Int32(truncatingIfNeeded: Int64(bitPattern: before) >> 32)
        tasks[current].job.swiftTask = Int32(truncatingIfNeeded: before)
        onOwnExecutors.remove(current)
        return 0
    }

    /// The code that ran part of a Swift task continues with something else. The next part comes
    /// only after all that was done up to here.
    private func leaveStretch(_ number: Int32) {
        guard number >= 0, !swiftTasks[number].isDone, swiftTasks[number].stretch == current else { return }
        let left = newObject((swiftTasks[number].address + 32) | 1)
        swiftTasks[number].left = left
        exploration.search.release(current, into: &objects[left].ordered)
        detector.release(current, into: &objects[left].released, keeping: false)
    }

    /// The running Swift task leaves its code when it has to wait.
    var leavesToWait: Bool { tasks[current].executor >= 0 || onOwnExecutors.contains(current) }

    /// The running task hops elsewhere, or waits.
    /// - Returns: whether it was on a custom executor.
    func leaveOwnExecutor() -> Bool {
        guard onOwnExecutors.contains(current) else { return false }
        onOwnExecutors.remove(current)
        tasks[current].executor = -1
        return true
    }
}
