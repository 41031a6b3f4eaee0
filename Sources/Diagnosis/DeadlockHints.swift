import Explorer

/// What to try against a deadlock.
extension Scene {
    func hint(_ stuck: [ExplorationReport.Waiting], isCycle: Bool) -> String {
        let causes = Set(stuck.map(\.cause))
        if stuck.contains(where: \.isInactive) {
            return
                "A queue that is made `.initiallyInactive` runs nothing before its `activate()`: call it before anybody waits for the queue."
        }
        if stuck.contains(where: \.isSuspended) {
            return "Each suspend() needs its resume() on every way through the code, before anybody waits for the queue."
        }
        if finding.waiting.contains(where: { $0.cause == .handlers }) {
            return
                "A task leaves `withTaskCancellationHandler` only when `onCancel` has returned: that must wait for nothing. Let it set a flag, resume a continuation or cancel what runs."
        }
        if causes.contains(.queue) {
            return
                "`sync` waits until the queue has come to the block: never call it from a block that runs on the same queue, nor on a queue that waits for this one. Use `async`, or do the work where you are."
        }
        if causes.contains(.pipe) {
            return "A reader gets the end of a pipe only when its last write end is closed: close it as soon as all bytes are written."
        }
        if causes.contains(.barrier) {
            return
                "A barrier opens when as many threads have come as it was made for: count the threads that call wait, on every code path."
        }
        if causes.contains(.group) {
            return
                "Each enter() needs its leave() on every way through the code: `defer { group.leave() }` right behind the beginning of the work."
        }
        if causes == [.semaphore] && isCycle && stuck.count > 1 {
            return "Take the semaphores in the same order everywhere, or let in fewer at once than there are to be had."
        }
        if causes.contains(.semaphore) {
            return "Each wait() needs a signal() on every way through the code, from somebody who is not waiting for the same semaphore."
        }
        if causes.contains(.condition) {
            return "Somebody has to signal after every change of what is waited for: broadcast() where more than one may be waiting."
        }
        if causes.contains(.dependency) {
            return isCycle
                ? "No operation begins before all that it depends on have finished: take out one addDependency(_:), so that the operations can be put into an order."
                : "An operation begins when all that it depends on have finished: add each of those to a queue, or start it."
        }
        if stuck.contains(where: { suspended($0) != nil }) {
            return "Set `isSuspended = false` on every way through the code before anybody waits for the queue."
        }
        if causes.contains(.operation) || causes.contains(.operationQueue) {
            return isCycle
                ? "An operation that waits for its own queue, or for itself, waits for its own end. Let another operation depend on those that are to be waited for, and put what comes after into that."
                : "An operation that goes on after start() has returned is finished only when `isFinished` says so and didChangeValue(forKey: \"isFinished\") was called: see that every way through it comes there; and that its queue is not suspended."
        }
        if causes.contains(.initialiser) {
            return
                "A global or static variable is made at its first use, and whoever comes meanwhile waits until it is there: what makes it must not need it, by way of others or not. Hand over what is needed as an argument, or make it later."
        }
        if isCycle && causes.isSubset(of: [.task, .taskGroup]) {
            return
                "No task may await the result of one that awaits its own, by way of others or not: let one of them come to its end first, and hand the other what it needs as an argument."
        }
        if isCycle {
            return stuck.count == 1
                ? "Give the lock back before taking it again, or split the function: one that takes the lock, and one that expects it to be taken."
                : "Take the locks in the same order everywhere, or protect all of it with one lock."
        }
        if finding.waiting.contains(where: { keptForEver($0) != nil }) {
            return
                "Give the lock back on every way through the function: `lock.withLock { … }`, or `defer { lock.unlock() }` right behind lock()."
        }
        return "Look at who should have let it go on: was a lock not given back, or did a thread end too early?"
    }
}
