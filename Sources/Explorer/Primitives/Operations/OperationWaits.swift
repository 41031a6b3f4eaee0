/// Which task waits for which operations, and which changes end a spin loop that reads operations.
extension Execution {
    /// An operation or an operation queue has changed: a task that spins on it may go on
    /// (Execution+SpinLoops.swift).
    func showChange(of index: Int32) { objects[index].version &+= 1 }

    /// The tasks that must act before a task's wait is over.
    func operationsBefore(_ waiting: Operation, of task: Int) -> TaskSet {
        var found = TaskSet()
        switch waiting.kind {
        case .operationQueueWait:
            for number in 0..<operations.count where operations[number].queue == waiting.target && !operations[number].hasLeft {
                insert(number, into: &found)
            }
        case .operationWait: insert(Int(objects[waiting.object, OperationNumber.self].number), into: &found)
        default:
            eachDependency(of: Int(tasks[task].job.operation)) { if !operations[$0].isFinished { insert($0, into: &found) } }
        }
        return found
    }

    private func insert(_ number: Int, into found: inout TaskSet) {
        let task = Int(operations[number].task)
        if task >= 0 && tasks[task].state == .alive { found.insert(task) }
    }

    /// Whether an operation can never start: it waits for itself (a circular wait), for one that is
    /// never started, or for one that never finishes.
    func isStuck(_ number: Int32, behind: [Int] = []) -> Bool {
        let number = Int(number)
        if behind.contains(number) { return true }
        var stuck = false
        eachDependency(of: number) { other in
            if stuck || operations[other].isFinished { return }
            let task = Int(operations[other].task)
            if task < 0 {
                stuck = !operations[other].hasBegun
            } else if tasks.pending[task].kind == .operationBegin && tasks[task].state == .alive {
                stuck = isStuck(Int32(truncatingIfNeeded: other), behind: behind + [number])
            } else {
                stuck = tasks[task].state == .finished
            }
        }
        return stuck
    }

    func unfinishedDependency(of number: Int32) -> String {
        var found: String?
        eachDependency(of: Int(number)) { other in
            if found == nil && !operations[other].isFinished { found = name(ofOperation: Int32(truncatingIfNeeded: other)) }
        }
        return found ?? ""
    }
}
