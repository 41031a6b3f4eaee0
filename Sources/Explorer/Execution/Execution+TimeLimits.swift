/// A wait that ended because its time limit of at least a second was over.
///
/// A thread can be late by any time. So a wait of five seconds can end before a block on another queue
/// has begun, and its signal comes afterwards. In a test, that says nothing about the program: a test
/// waits for seconds only so that it does not hang if the signal never comes. So for tests, an execution
/// does not count if the signal comes after the limit, although each thread on the way to it was free
/// to come a second before the limit, by its own clock. (If a thread slept until after the limit, its
/// clock says so. If the signal never comes, the execution counts.)
///
/// The same holds for a task group. A child that sleeps for seconds is a time limit for the other children.
/// So an execution does not count if another child ends after it, although that one had the time to end a
/// second before.
///
/// This looks at one pair of steps that depend on each other, and at a clock that equivalent executions
/// share. So the search, which runs one execution of each kind, still runs all others.
struct ExpiredLimit {
    /// The object that was waited for, and the moment at which the wait ended.
    var object: Int32
    var moment: UInt64
}

extension Execution {
    /// The shortest limit that counts as one, and how late a thread can be. In nanoseconds.
    private static let shortestLimit: UInt64 = 1_000_000_000, mostDelay: UInt64 = 1_000_000_000

    /// The running task has waited for an object in vain.
    func passLimit(_ timeOut: UInt64, of object: Int32) {
        if timeOut == 0 { return }
        detector.elapsed[current] &+= timeOut &+ Self.awakening
        if timeOut >= Self.shortestLimit && exploration.options.trustsTimeLimits && pool < 0 {
            expiredLimits.append(ExpiredLimit(object: object, moment: detector.elapsed[current]))
        }
    }

    /// The running task has waited for an object in vain, until a moment on the program's clock; 0: it did not wait.
    func passLimit(until deadline: UInt, of object: Int32) {
        let end = moment(deadline), now = detector.elapsed[current]
        if end > now { passLimit(end - now, of: object) }
    }

    /// The running task has waited for a condition in vain, and has its lock again.
    ///
    /// A thread that signals has the lock before that, and takes over the clock of the thread that had it. So the lock counts, too: where
    /// it was free for a second before the limit, a thread that wanted it had it in that second.
    func passLimit(until deadline: UInt, of condition: Int32, lock: Int32) {
        let count = expiredLimits.count
        passLimit(until: deadline, of: condition)
        guard expiredLimits.count > count, let limit = expiredLimits.last,
            detector.time(ofRow: objects[lock].released) &+ Self.mostDelay <= limit.moment
        else { return }
        expiredLimits.append(ExpiredLimit(object: Self.free(lock), moment: limit.moment))
    }

    /// A lock that was free before a limit, and not one that was waited for.
    static func free(_ lock: Int32) -> Int32 { ~lock }

    /// The running task is a child of a group, and ends.
    func passLimit(ofGroup group: Int32) {
        guard exploration.options.trustsTimeLimits, pool < 0 else { return }
        let now = detector.elapsed[current]
        comes(to: group, at: now)
        if now >= Self.mostDelay { expiredLimits.append(ExpiredLimit(object: group, moment: now)) }
    }

    func noteCancellation(of family: Int32) {
        if exploration.options.trustsTimeLimits { cancellations.append(ExpiredLimit(object: family, moment: detector.elapsed[current])) }
    }

    /// The running Swift task finds that it is cancelled: it is not earlier than the cancellation.
    func findCancellation(of family: Int32) {
        guard let latest = cancellations.last(where: { $0.object == family }), isCancelled(current) else { return }
        detector.elapsed[current] = max(detector.elapsed[current], latest.moment)
    }

    /// Something has come to an object that tasks can wait for.
    /// - Parameter moment: when, by the clock of the task that brings it.
    @inline(__always)
    func comes(to object: Int32, at moment: @autoclosure () -> UInt64) {
        if !expiredLimits.isEmpty { noteLateness(of: object, moment()) }
    }

    private func noteLateness(of object: Int32, _ moment: UInt64) {
        if expiredLimits.contains(where: { $0.object == object && moment &+ Self.mostDelay <= $0.moment }) { isMuchTooLate = true }
    }

    /// The execution does not count, unless it ended the exploration.
    func forgetResult() {
        if exploration.hasRefused { return }
        failures.removeAll { $0 != .endless }
        hasFinished = false
        exitCode = nil
    }
}
