import Explorer

/// A forbidden call, in words: what was done, why it is forbidden, and what to do instead.
private struct MisuseWords {
    /// After the task's name.
    var summary: String
    /// The reason; "LINE" stands for the line's words, "CAUSE" for what is known about the lock.
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
            "Only the thread that has acquired a lock can release it. At LINE this thread did not hold the lock. CAUSE The effect is undefined: the lock can become free while another thread relies on it.",
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
        "resumedTwice": .init(
            "resumes an unsafe continuation that was resumed before.",
            "A continuation stands for one wait, and must be resumed once. At LINE it is resumed again. The effect is undefined: code that has already continued can continue again, or use memory that is freed. (A checked continuation traps here.)",
            "resumes it again",
            "Resume it exactly once on every code path. If several callbacks can come (a result, an error, a timeout), let the first one take the continuation out of an optional, under a lock. The others then find nil."
        ),
    ]
}

extension Scene {
    func misuse() -> Explanation {
        let task = finding.task ?? 0
        guard let words = finding.misuse.flatMap({ MisuseWords.all[$0] }) else {
            return explanation("\(name(task).capitalizedFirst) makes a forbidden call.", [others()], [], hint: "")
        }
        let story =
            finding.misuse == "unlockNotHeld" ? timedOut ?? lockOfAnother(task) : stillSuspended ?? resumedBefore ?? leftBefore(task)
        let isInReason = words.reason.contains("CAUSE")
        let cause = story?.words ?? "It released the lock twice, never acquired it, or released the lock of another thread."
        let reason = words.reason.replacing("LINE", with: quote(stackOfMisuse)).replacing("CAUSE", with: cause)
        return explanation(
            "\(name(task).capitalizedFirst) \(words.summary)", [reason, isInReason ? "" : story?.words ?? "", others()],
            (story?.locations ?? []) + [location(task, stackOfMisuse, words.action)], hint: story?.hint ?? words.hint,
            isGeneral: story == nil || finding.misuse != "unlockNotHeld")
    }

    /// The call stack of the call. The compiler's own code, which releases the properties of an object, has the line of the type: then the
    /// lines that call it tell more.
    private var stackOfMisuse: [UInt] {
        let entry = log.entries.last { $0.task == finding.task && $0.places.first == finding.place }
        let stack = entry?.places ?? [finding.place]
        if finding.misuse == "unlockNotHeld" { return outerLine(stack) }
        let outer = stack.drop { offset in
            source.position([offset])?.text.contains(#/^([a-z]+ )*(class|actor|struct|enum) /#) ?? true
        }
        return outer.isEmpty ? stack : Array(outer)
    }

    /// Another thread has acquired the lock, and holds it.
    private func lockOfAnother(_ task: Int) -> Between? {
        let end = log.entries.lastIndex { $0.task == task && $0.places.first == finding.place } ?? log.entries.count
        guard log.entries.indices.contains(end) else { return nil }
        let lock = log.entries[end].object
        let latest = log.entries[..<end].last { [.lockAcquired, .lockReleased].contains($0.event) && $0.object == lock }
        guard let latest, latest.event == .lockAcquired, latest.task != task else { return nil }
        let who = name(latest.task)
        return Between(
            words:
                "\(who.capitalizedFirst) holds the lock: it acquired it in \(quote(outerLine(latest.places))), and did not release it before.",
            locations: [location(latest.task, outerLine(latest.places), "acquires the lock")],
            hint:
                "Release a lock on the thread that acquired it, in the same function. To let another thread continue, use a semaphore: any thread can signal it. If several threads share the right to read, use a lock that knows readers (pthread_rwlock_t), or one lock for readers and writers."
        )
    }

    /// A function of a single line, such as `func lock() { … }`, says little: its caller tells more.
    private func outerLine(_ stack: [UInt]) -> [UInt] {
        let outer = stack.drop { source.position([$0])?.text.contains("func ") ?? true }
        return outer.isEmpty ? stack : Array(outer)
    }

    /// The first resumption of a continuation that is resumed again.
    private var resumedBefore: Between? {
        guard finding.misuse == "resumedTwice", let words = MisuseWords.all["resumedTwice"] else { return nil }
        let resumptions = log.entries.filter { $0.event == .continuationResumed }
        // If several were resumed, it is not known which one this is.
        guard let first = resumptions.last, resumptions.allSatisfy({ $0.object == first.object }) else { return nil }
        return Between(
            words: "\(name(first.task).capitalizedFirst) had resumed it in \(quote(first.places)).",
            locations: [location(first.task, first.places, "resumes the continuation")], hint: words.hint)
    }

    /// Another thread has left the group before, by the same function: the two lines that call it.
    private func leftBefore(_ task: Int) -> Between? {
        guard finding.misuse == "unbalancedLeave",
            let latest = log.entries.last(where: { $0.event == .groupLeft && $0.task != task }),
            let own = source.position(stackOfMisuse), let other = source.position(latest.places),
            own.line == other.line, own.file.path == other.file.path, !isAfterCheck(own)
        else { return nil }
        let stacks = callLines(latest.places, stackOfMisuse)
        guard let first = source.position(stacks.first), let second = source.position(stacks.second),
            (first.line, first.file.path) != (second.line, second.file.path)
        else { return nil }
        let who = name(task), another = name(latest.task)
        return Between(
            words:
                "\(quote(stacks.first).capitalizedFirst) of \(another) came before \(quote(stacks.second)) of \(who). Both call leave() for one enter().",
            locations: [
                location(latest.task, stacks.first, "leaves the group"), location(task, stacks.second, "leaves it again"),
            ],
            hint:
                "Only the first of the two must leave the group. Keep a flag, or the handler in an optional, under a lock. The first one takes it and leaves. The other one finds it taken, and does nothing."
        )
    }

    /// Whether the function looks at something before it comes to a place: then the two looks are what decides.
    private func isAfterCheck(_ place: SourceIndex.Position) -> Bool {
        for number in stride(from: place.line, through: max(1, place.line - 30), by: -1) {
            let text = place.file.line(number)
            if text.contains(/\b(if|guard|switch)\b/) { return true }
            if text.contains("func ") { return false }
        }
        return false
    }

    /// The suspend() of a queue or source that is released without its resume().
    private var stillSuspended: Between? {
        guard let kind = finding.misuse, let words = MisuseWords.all[kind], ["queueSuspended", "sourceSuspended"].contains(kind) else {
            return nil
        }
        var open: [UInt64: [ExecutionRecord.Entry]] = [:]
        for entry in log.entries {
            if entry.event == .queueSuspended { open[entry.object, default: []].append(entry) }
            if entry.event == .queueResumed { _ = open[entry.object]?.popLast() }
        }
        let left = open.values.filter { !$0.isEmpty }
        guard left.count == 1, let suspended = left[0].last, source.position(suspended.places) != nil else { return nil }
        return Between(
            words: "It has been suspended since \(quote(suspended.places)), and no resume() came after that.",
            locations: [location(suspended.task, suspended.places, "suspends it")], hint: words.hint)
    }
}
