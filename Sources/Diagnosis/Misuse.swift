import Explorer

/// What may not be done, in words: what was done, why it may not be, and what to do in its place.
private struct MisuseWords {
    /// After the task's name.
    var summary: String
    /// With the line's words in the place of "LINE".
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
            "leaves a group that nobody is in: libdispatch traps.",
            "Each leave() takes away one enter(); here there was none left, at LINE.", "leaves once too often",
            "Call enter() before the work is handed over, and leave() exactly once when it has ended."),
        "overResume": .init(
            "resumes a queue or source that is not suspended: libdispatch traps.",
            "Each resume() takes away one suspend(); here there was none left, at LINE.", "resumes once too often",
            "Let one task own suspending and resuming."),
        "unlockNotHeld": .init(
            "gives back a lock that it does not have.",
            "Only the thread that has taken a lock may give it back. At LINE this one had not: it gives back twice, without taking, or what another has taken. What happens then is not defined; here the lock may come open while somebody relies on it.",
            "gives back a lock that it does not have",
            "Use `lock.withLock { … }`, or lock() with `defer { lock.unlock() }` right behind it. To let another thread go on, use a semaphore: that may be signalled by anybody."
        ),
        "lockDestroyed": .init(
            "lets a lock go that somebody still has.",
            "At LINE the last reference to the lock, or the lock itself, goes while it is taken. It was not given back on some way through the code.",
            "destroys a lock that is taken", "Give it back on every way: `lock.withLock { … }`, or `defer { lock.unlock() }`."),
        "semaphoreInUse": .init(
            "lets a semaphore go that is in use: libdispatch traps.",
            "A semaphore must have at least its first value when its last reference goes. At LINE it had less: a wait() has not been made good by a signal().",
            "lets the semaphore go",
            "Signal once for each wait, on every way through the code. Where nobody is to pass at first, make it with the value 0 and signal it, rather than with 1 and a wait."
        ),
        "queueSuspended": .init(
            "lets a queue go that is suspended or was never activated: libdispatch traps.",
            "At LINE the last reference to the queue goes, and what is suspended could never go on.", "lets the queue go",
            "Call resume() once for each suspend(), and activate() for a queue made `.initiallyInactive`, before the queue goes."),
        "sourceSuspended": .init(
            "lets a dispatch source go that is suspended or was never activated: libdispatch traps.",
            "At LINE the last reference to the source goes (a timer is a source too), and what is suspended could never go on.",
            "lets the source go",
            "Call activate() when its handlers are set, and resume() once for each suspend(). Keep the source in a property for as long as it is to fire, and cancel() it before it goes."
        ),
        "itemAwaitedTwice": .init(
            "waits for a work item that has been waited for before: libdispatch traps.",
            "A DispatchWorkItem may be waited for once, by one thread. At LINE it is the second time.", "waits once more",
            "Where several wait for the same work, let it be in a DispatchGroup: a group may be waited for as often as you like."),
        "itemRunAndAwaited": .init(
            "runs a work item more than once that somebody waits for: libdispatch traps.",
            "A DispatchWorkItem may be run several times, or be waited for, not both. It shows at LINE.", "meets the second run",
            "Make a new DispatchWorkItem for each run, or use a DispatchGroup to wait."),
        "itemRunAndNotified": .init(
            "asks to be told of the end of a work item that has run more than once: libdispatch traps.",
            "A DispatchWorkItem may be run several times, or be followed by something (notify), not both. It shows at LINE.",
            "asks to be told",
            "Call notify before the item is handed over, and make a new DispatchWorkItem for each run; or use a DispatchGroup."),
    ]
}

extension Scene {
    func misuse() -> Explanation {
        let task = finding.task ?? 0
        guard let words = finding.misuse.flatMap({ MisuseWords.all[$0] }) else {
            return explanation("\(name(task).capitalizedFirst) does what may not be done.", [others()], [], hint: "")
        }
        let reason = words.reason.split(separator: "LINE", omittingEmptySubsequences: false).joined(separator: quote([finding.place]))
        return explanation(
            "\(name(task).capitalizedFirst) \(words.summary)", [reason, others()], [location(task, [finding.place], words.action)],
            hint: words.hint)
    }
}
