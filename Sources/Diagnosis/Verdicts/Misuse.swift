import Explorer

/// A forbidden call, in words: what was done, why it is forbidden, and what to do instead.
private struct MisuseWords {
    /// After the task's name.
    var summary: String
    /// The reason; "LINE" stands for the line's words.
    var reason: String
    var action: String
    var hint: String

    init(_ summary: String, _ reason: String, _ action: String, _ hint: String) {
        self.summary = summary
        self.reason = reason
        self.action = action
        self.hint = hint
    }

    static let all: [String: MisuseWords] = [
        "unbalancedLeave": .init(
            "leaves a group that is empty: libdispatch traps.",
            "Each leave() needs its own enter(). At LINE each enter() already had its leave().", "leaves once too often",
            "Call enter() before you submit the work, and leave() exactly once when it has finished."),
        "overResume": .init(
            "resumes a queue or source that is not suspended: libdispatch traps.",
            "Each resume() needs its own suspend(). At LINE each suspend() already had its resume().", "resumes once too often",
            "Let one thread or task do all suspending and resuming."),
        "unlockNotHeld": .init(
            "releases a lock that it does not hold.",
            "Only the thread that has acquired a lock can release it. At LINE this thread did not hold the lock. It released the lock twice, never acquired it, or released the lock of another thread. The effect is undefined: the lock can become free while another thread relies on it.",
            "releases a lock that it does not hold",
            "Use `lock.withLock { … }`, or lock() with `defer { lock.unlock() }` right after it. To let another thread continue, use a semaphore: any thread can signal it."
        ),
        "lockDestroyed": .init(
            "destroys a lock that a thread still holds.",
            "At LINE the last reference to the lock, or the lock itself, is destroyed while a thread holds it. Some code path did not release it.",
            "destroys a lock that is held", "Release it on every code path: `lock.withLock { … }`, or `defer { lock.unlock() }`."),
        "semaphoreInUse": .init(
            "destroys a semaphore that is in use: libdispatch traps.",
            "When the last reference to a semaphore is released, its value must be at least its first value. At LINE it was lower: a wait() had no matching signal().",
            "releases the semaphore",
            "Signal once for each wait, on every code path. If threads must wait at first, create the semaphore with the value 0 and signal it later. Do not create it with the value 1 and then wait."
        ),
        "queueSuspended": .init(
            "destroys a queue that is suspended or was never activated: libdispatch traps.",
            "At LINE the last reference to the queue is released, so its suspended work could never run.", "releases the queue",
            "Call resume() once for each suspend(), and activate() for a queue made with `.initiallyInactive`. Do this before you release the last reference to the queue."
        ),
        "sourceSuspended": .init(
            "destroys a dispatch source that is suspended or was never activated: libdispatch traps.",
            "At LINE the last reference to the source is released (a timer is a source too), so its handlers could never run.",
            "releases the source",
            "Call activate() after you set its handlers, and resume() once for each suspend(). Keep the source in a property for as long as it should fire, and cancel() it before you release it."
        ),
        "itemAwaitedTwice": .init(
            "waits for a work item a second time: libdispatch traps.",
            "Only one thread can wait for a DispatchWorkItem, and only once. The wait at LINE is the second one.", "waits a second time",
            "If several threads wait for the same work, use a DispatchGroup: any number of threads can wait for it, any number of times."),
        "itemRunAndAwaited": .init(
            "runs a work item more than once while a thread waits for it: libdispatch traps.",
            "A DispatchWorkItem can be run several times, or be waited for, but not both. The program fails at LINE.",
            "fails at the second run",
            "Make a new DispatchWorkItem for each run, or use a DispatchGroup to wait."),
        "itemRunAndNotified": .init(
            "calls notify on a work item that has run more than once: libdispatch traps.",
            "A DispatchWorkItem can be run several times, or have a notify block, but not both. The program fails at LINE.",
            "calls notify",
            "Call notify before you submit the item, and make a new DispatchWorkItem for each run. Or use a DispatchGroup."),
    ]
}

extension Scene {
    func misuse() -> Explanation {
        let task = finding.task ?? 0
        guard let words = finding.misuse.flatMap({ MisuseWords.all[$0] }) else {
            return explanation("\(name(task).capitalizedFirst) makes a forbidden call.", [others()], [], hint: "")
        }
        let reason = words.reason.split(separator: "LINE", omittingEmptySubsequences: false).joined(separator: quote([finding.place]))
        let story = finding.misuse == "unlockNotHeld" ? timedOut : nil
        return explanation(
            "\(name(task).capitalizedFirst) \(words.summary)", [reason, story?.words ?? "", others()],
            (story?.locations ?? []) + [location(task, [finding.place], words.action)], hint: story?.hint ?? words.hint,
            isGeneral: story == nil)
    }
}
