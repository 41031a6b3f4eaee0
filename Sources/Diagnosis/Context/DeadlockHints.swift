import Explorer

/// Advice against a deadlock.
extension Scene {
    /// Advice for a circle of threads that run the same two lines, each with the locks of other objects.
    private func oneFunction(_ circle: [ExplorationReport.Waiting]) -> String? {
        guard circle.count > 1, circle.allSatisfy(isForLock) else { return nil }
        let lines = circle.map { waiting -> [Int] in
            let taken = circle.first { $0.holders.contains(waiting.task) }.flatMap { self.taken(by: waiting.task, $0) }
            return [taken.flatMap { source.position($0.places)?.line }, source.position(stack(waiting))?.line].compactMap(\.self)
        }
        guard Set(lines).count == 1, lines[0].count == 2, lines[0][0] != lines[0][1] else { return nil }
        let isOfLocks = circle.allSatisfy { $0.cause == .lock }
        return
            "Let the order of the \(isOfLocks ? "locks" : "semaphores") not depend on the caller: compare a number that each object has, and \(isOfLocks ? "lock the object" : "acquire the semaphore of the object") with the smaller number first. Or protect all objects with one lock."
    }

    /// Whether a thread waits for a lock, or for a semaphore that is used as one: it begins with 1, and the threads that wait give it back.
    private func isForLock(_ waiting: ExplorationReport.Waiting) -> Bool {
        guard waiting.cause == .semaphore else { return [.lock, .readLock].contains(waiting.cause) }
        let object = object(of: waiting)
        return log.entries.contains { $0.event == .semaphoreCreated && $0.object == object && $0.argument == 1 }
    }

    /// Advice for a circle of locks, of which at least one is a semaphore.
    private func semaphoresAsLocks(_ circle: [ExplorationReport.Waiting]) -> String? {
        guard circle.contains(where: { $0.cause == .semaphore }), circle.allSatisfy(isForLock) else { return nil }
        switch circle.count {
        case 1:
            return
                "Release the semaphore before you acquire it again. Or split the function in two: one that acquires the semaphore, and one that expects the caller to hold it."
        case 2:
            let things = circle.allSatisfy { $0.cause == .semaphore } ? "semaphores" : "locks and semaphores"
            return oneFunction(circle) ?? "Acquire the \(things) in the same order everywhere, or protect all of the state with one lock."
        default: return nil
        }
    }

    func hint(_ stuck: [ExplorationReport.Waiting], isCycle: Bool) -> String {
        let causes = Set(stuck.map(\.cause))
        if stuck.contains(where: \.isInactive) {
            return
                "A queue made with `.initiallyInactive` runs nothing before its `activate()`. Call it before any thread waits for the queue."
        }
        if stuck.contains(where: \.isSuspended) {
            return "Each suspend() needs its resume() on every code path, before any thread waits for the queue."
        }
        let needing = finding.waiting.filter { $0.cause == .handlers }
        if !needing.isEmpty {
            return needing.allSatisfy { $0.lockedTask == $0.task }
                ? "While `onCancel` runs, its task is not suspended, not resumed, and does not leave `withTaskCancellationHandler`. So `onCancel` must not wait for the task. Let it set a flag, resume a continuation or cancel the work."
                : "A task is resumed under the runtime's lock of that task, and `onCancel` and `onTermination` run under the same lock. So do not call resume(), yield() or finish() while you hold a lock that the handler acquires. Take the continuation out under your lock, release the lock, and resume after that."
        }
        if isCycle, let hint = lockHeldDuringCall(stuck) ?? oneFunction(stuck) { return hint }
        if causes.contains(.queue) {
            return
                "`sync` blocks until the queue has run the block. Never call it on the queue that you are already on, or on a queue that is waiting for yours. Use `async`, or run the code directly."
        }
        if causes.contains(.pipe) {
            return
                "A reader gets the end of a pipe only after its last write end is closed. Close the write end as soon as all bytes are written."
        }
        if causes.contains(.barrier) {
            return
                "A barrier is created for a number of threads, and opens when that many have called wait. Check how many threads call wait on every code path."
        }
        if causes.contains(.group) {
            return
                "Each enter() needs its leave() on every code path: write `defer { group.leave() }` as the first line of the work."
        }
        if causes == [.semaphore] && isCycle && stuck.count > 1 {
            return
                "Acquire the semaphores in the same order everywhere. Or admit fewer threads at the same time than there are semaphores in the circular wait."
        }
        if causes.contains(.semaphore) {
            return "Each wait() needs a signal() on every code path, from a thread that is not waiting for the same semaphore."
        }
        if causes.contains(.condition) {
            return "Signal after every change to the condition: use broadcast() where more than one thread can be waiting."
        }
        return hint(aboutOperations: stuck, isCycle: isCycle) ?? hint(aboutLocks: isCycle, of: stuck.count)
    }

    /// Advice about operations, initializers and tasks.
    private func hint(aboutOperations stuck: [ExplorationReport.Waiting], isCycle: Bool) -> String? {
        let causes = Set(stuck.map(\.cause))
        if causes.contains(.dependency), isCycle || !stuck.contains(where: { unannounced($0) != nil }) {
            return isCycle
                ? "An operation begins only after all operations that it depends on have finished. Remove one addDependency(_:), so that there is no circular wait."
                : "An operation begins only after all operations that it depends on have finished. Add each of those to a queue, or start it."
        }
        if stuck.contains(where: { suspended($0) != nil }) {
            return "Set `isSuspended = false` on every code path, before any thread waits for the queue."
        }
        if stuck.contains(where: { neverReady($0) != nil }) {
            return
                "On Linux, an operation whose dependency was taken away with removeDependency(_:) never becomes ready. Make another operation, which never had the dependency. If its class overrides `isReady`, call didChangeValue(forKey: \"isReady\") when it becomes true."
        }
        if !causes.isDisjoint(with: [.dependency, .operation, .operationQueue]) {
            return isCycle
                ? "An operation that waits for its own queue, or for itself, waits for its own end. Put the code after the wait into another operation. Let that operation depend on the operations that must finish first."
                : "An operation that continues after start() has returned is finished only when `isFinished` is true and didChangeValue(forKey: \"isFinished\") was called. Do both on every code path. Check also that the operation's queue is not suspended."
        }
        if causes.contains(.initialiser) {
            return
                "A global or static variable is created at its first use. Other threads that use it at that time wait until it is ready. So its initializer must not need the variable itself, directly or through other functions and variables. Pass the needed value as an argument, or create it later."
        }
        if isCycle && causes.isSubset(of: [.task, .taskGroup]) {
            return
                "A task must not await its own result, directly or through other tasks. Let one task finish first, and pass its value to the other as an argument."
        }
        return nil
    }

    /// Advice about locks.
    private func hint(aboutLocks isCycle: Bool, of count: Int) -> String {
        if isCycle {
            return count == 1
                ? "Release the lock before you acquire it again. Or split the function in two: one that acquires the lock, and one that expects the caller to hold it."
                : "Acquire the locks in the same order everywhere, or protect all of the state with one lock."
        }
        if finding.waiting.contains(where: { keptForEver($0) != nil }) {
            return
                "Release the lock on every code path: use `lock.withLock { … }`, or `defer { lock.unlock() }` right after lock()."
        }
        return "Find the code that should end this wait. Was a lock not released, or did a thread end too early?"
    }
}
