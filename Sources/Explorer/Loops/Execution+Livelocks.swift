/// Livelocks: tasks that react to each other, and come back together to a state in which they were before.
///
/// Two tasks that each hold a lock, try the other one, release their own and begin again can do so forever. Each of them can run, so this
/// is no deadlock; and each sees the other's lock change, so none of them waits for a change (Execution+SpinLoops.swift). The search would
/// only follow more and more iterations.
///
/// So the state of the whole program is compared when a task comes back to its loop head: where each task is, and the contents of the
/// stacks of those that loop. If it is the same again, and no task has had an effect in between, the same steps can follow forever. This is
/// a livelock under two conditions. The schedule is fair: a task that could have made another step got its turn. Otherwise it may be the one
/// that ends it. And each iteration failed because another task was in its way. A task that looks at something undisturbed and goes on
/// polling waits for another task, which can be one of these.
extension Execution {
    /// A state of the whole program, with the number of steps before it, and how often it has come since the latest effect.
    struct PassedState: BitwiseCopyable {
        var key: UInt64
        var step: Int
        var visits = 1
    }

    /// States hidden from the comparison would show in a few more iterations.
    private static var visitsOfLivelock: Int { 3 }
    private static var mostPassedStates: Int { 64 }

    /// A task is back at its loop head with the same stack as before.
    /// - Returns: whether the program can repeat its latest steps forever; the execution then ends.
    func repeatsForever(at operation: Operation, by me: Int) -> Bool {
        if isRehearsing || exploration.search.isBlocked || tasks.alive.count < 2 { return false }
        if let first = passedStates.first, first.step < lastEffect { passedStates.removeAll(keepingCapacity: true) }
        tasks.pending[me] = operation
        let key = stateOfProgram()
        guard let index = passedStates.firstIndex(where: { $0.key == key }) else {
            if passedStates.count < Self.mostPassedStates { passedStates.append(PassedState(key: key, step: choices.count)) }
            return false
        }
        passedStates[index].visits += 1
        guard passedStates[index].visits >= Self.visitsOfLivelock else { return false }
        var moving = TaskSet()
        for step in passedStates[index].step..<choices.count { moving.insert(Int(choices[step])) }
        guard moving.count > 1, isFair(to: moving), areDisturbed(moving, since: passedStates[index].step) else { return false }
        failures.append(.livelock(waiting(reacting: moving)))
        exploration.cuts.loops = true
        mustStop = true
        return true
    }

    /// A hash of the places of all tasks, and of the stacks of those that loop.
    private func stateOfProgram() -> UInt64 {
        var hash: UInt64 = 0x243F_6A88_85A3_08D3
        func mix(_ value: UInt64) {
            hash = (hash ^ value) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 29
        }
        var rest = tasks.alive
        while let task = rest.popFirst() {
            mix(UInt64(task))
            mix(UInt64(tasks.pending[task].place))
            mix(UInt64(tasks.pending[task].kind.rawValue) << 32 | UInt64(UInt32(bitPattern: tasks.pending[task].object)))
            mix(UInt64(tasks[task].loop.place))
            mix(UInt64(tasks[task].loop.steps) << 1 | (tasks[task].loop.hasFingerprint ? 1 : 0))
            if tasks[task].loop.hasFingerprint { mix(tasks[task].loop.fingerprint) }
        }
        return hash
    }

    /// Whether each of the moving tasks is in a loop that is compared, and no other task could have moved instead.
    private func isFair(to moving: TaskSet) -> Bool {
        var rest = tasks.alive
        while let task = rest.popFirst() {
            if moving.contains(task) {
                if tasks[task].loop.place == 0 || !tasks[task].loop.hasFingerprint { return false }
            } else if tasks.pending[task].kind.isLook || allows(task) {
                // (A lock or a queue that passes between the moving tasks is free at times.)
                return false
            }
        }
        return true
    }

    /// Whether something was refused in each iteration of the tasks that ended after so many steps.
    private func areDisturbed(_ moving: TaskSet, since step: Int) -> Bool {
        var rest = moving
        while let task = rest.popFirst() {
            if tasks[task].loop.undisturbed > step { return false }
        }
        return true
    }

    private func waiting(reacting moving: TaskSet) -> [Failure.Waiting] {
        waiting().map { one in
            var waiting = one
            if moving.contains(one.task) { (waiting.cause, waiting.holders) = (.reaction, []) }
            return waiting
        }
    }
}
