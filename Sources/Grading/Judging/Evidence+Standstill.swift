import ExerciseChecks
import Trace

extension Evidence {
    /// The waits that never end: in words, with the place and what to try; nil if the trace shows
    /// none.
    ///
    /// Reports only what the trace shows: the object that a thread waits for, its holder, its
    /// number of signals.
    var standstill: GradeFinding? {
        let waits = waitsOfAttempt.filter { $0.ended == nil }
        if let wait = waits.first(where: { isHeldByItsOwnThread($0) }) { return ownLock(wait) }
        if let finding = ownOnce ?? mainQueueStandstill { return finding }
        guard let wait = waits.first else { return nil }
        let who = waits.count == 1 ? "A thread is" : "\(waits.count) threads are"
        let place = line(of: wait.place) ?? stuckLines(of: wait.lane).first
        switch wait.kind {
        case .semaphore:
            let (count, first) = signals(wait.object)
            let begin = first.map { "It began with \($0)" } ?? "It"
            return GradeFinding(
                .deadlock,
                """
                \(who) waiting for a semaphore, and no running thread will signal it. \(begin)\(first == nil ? " was" : " and was") \
                \(count == 0 ? "never signalled" : "signalled \(Self.times(count))"). \
                One wait can pass for each unit of the first value and for each signal.
                """,
                at: place,
                try: "each `wait` needs its `signal`, on every code path (`defer` helps). With the value 0, the first `wait` blocks."
            )
        case .mutex, .futex, .readLock, .writeLock:
            return GradeFinding(
                .deadlock, "\(who) waiting for a lock that another thread has acquired, and not released.", at: place,
                try: "release it on every code path: `defer { lock.unlock() }` right after `lock.lock()`, or `withLock`.")
        case .sync:
            return GradeFinding(
                .deadlock, "\(who) waiting for its turn on a queue (`sync`), after a block that never ends.", at: place,
                try: "find out which block runs on that queue, and what it waits for: somewhere there is a circular wait.")
        case .group:
            let entered = trace.events.count { $0.kind == .groupEntered }, left = trace.events.count { $0.kind == .groupLeft }
            let counts =
                entered > left ? ": it was entered \(Self.times(entered)) and \(left == 0 ? "never left" : "left \(Self.times(left))")" : ""
            return GradeFinding(
                .deadlock, "\(who) waiting for a group to be empty, which it never is\(counts).", at: place,
                try: "each `enter` needs its `leave`, on every code path.")
        case .condition:
            return GradeFinding(
                .deadlock, "\(who) waiting for a condition to be signalled, and no running thread will do that.", at: place,
                try: "signal after each change to the condition (`broadcast` if several threads wait), while you hold the lock.")
        case .sleep:
            return GradeFinding(
                GradeFinding.Verdict("hang"), "\(waits.count == 1 ? "A thread sleeps" : "\(waits.count) threads sleep") for a fixed time.",
                at: place,
                try: "no exercise needs a sleep: wait for the event itself, with a queue, a group or a lock.")
        default:
            return GradeFinding(
                .deadlock, "\(who) waiting, and no running thread will end the wait.", at: place,
                try: "find out which thread should end the wait, and what it is waiting for itself.")
        }
    }

    /// The main thread waits for ever, and a block of the attempt is in the main queue, which only
    /// the main thread runs.
    var mainQueueStandstill: GradeFinding? {
        guard let wait = waitsOfAttempt.first(where: { $0.ended == nil && $0.lane == 0 && $0.kind != .sleep }),
            let place = line(of: wait.place) ?? stuckLines(of: 0).first,
            let block = trace.items.first(where: {
                trace.queues[$0.queue].kind == .main && $0.began == nil && $0.cancelled == nil && line(of: $0.place) != nil
            }), let submission = line(of: block.place)
        else { return nil }
        return GradeFinding(
            .deadlock,
            """
            The main thread is waiting at \(place). The block from \(submission) is in the main queue, and only the main thread runs the \
            blocks of that queue. So each of them waits for the other one, for ever.
            """,
            at: place,
            try: """
                do not block the main thread. Let the last step submit the block that comes next: `group.notify(queue: .main)` does that. \
                Or use another queue for the block that the main thread waits for.
                """)
    }

    /// "1 reader", "2 readers".
    static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    static func times(_ count: Int) -> String { count == 0 ? "never" : count == 1 ? "once" : "\(count) times" }

    private func isHeldByItsOwnThread(_ wait: Trace.Wait) -> Bool {
        guard let object = wait.object else { return false }
        return trace.holdings.contains {
            $0.object == object && $0.lane == wait.lane && $0.ended == nil && $0.began <= wait.began
        }
    }

    private func ownLock(_ wait: Trace.Wait) -> GradeFinding {
        // (`withLock` is compiled into the attempt, and its lock has no place.)
        let place = line(of: wait.place) ?? stuckLines(of: wait.lane).first
        if hasReturnedSinceAcquiring(wait) { return forgottenUnlock(place) }
        let way = stuckLines(of: wait.lane).first { $0 != place }.map { " The calls lead through \($0)." } ?? ""
        return GradeFinding(
            .deadlock,
            """
            A thread has acquired a lock and asks for the same lock again before it releases it. It waits for itself, for ever.\(way)
            """,
            at: place,
            try: "hold a lock only as long as necessary, and call no function there that acquires it too.")
    }

    /// Whether the function that acquired the lock has returned before the same thread asks for the
    /// lock again: its block has ended, or the checks made another call.
    private func hasReturnedSinceAcquiring(_ wait: Trace.Wait) -> Bool {
        guard let holding = trace.holdings.last(where: { $0.object == wait.object && $0.lane == wait.lane && $0.ended == nil })
        else { return false }
        if let item = holding.item, let ended = trace.items[item].ended, ended <= wait.began { return true }
        return trace.notes.contains { note in
            note.lane == wait.lane && holding.began...max(holding.began, wait.began) ~= note.time
                && GroupNotifyRun.steps.contains(note.text)
        }
    }

    /// A function returned, and the lock that it had acquired is still held.
    /// - Parameter place: the line that acquires the lock.
    private func forgottenUnlock(_ place: String?) -> GradeFinding {
        let exits = place.map(exitsBeforeUnlock) ?? []
        let way = exits.count == 1 ? " The code path through line \(exits[0]) leaves it without `unlock()`." : ""
        return GradeFinding(
            .deadlock,
            """
            A function acquired a lock and returned without releasing it. Then the same thread asks for that lock again, and waits for ever.\(way)
            """,
            at: place,
            try: """
                `unlock()` is missing on this code path. Write `defer { lock.unlock() }` in the line after `lock.lock()`, or use \
                `lock.withLock { … }`. Both release the lock on every code path.
                """)
    }

    /// The numbers of the lines that leave the function between this line and the next `unlock`.
    private func exitsBeforeUnlock(_ place: String) -> [Int] {
        guard let first = place.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return [] }
        let rest = source.enumerated().dropFirst(first)
        guard let end = rest.first(where: { $0.element.contains("unlock()") })?.offset else { return [] }
        return rest.prefix { $0.offset < end }.filter { $0.element.contains(#/\b(return|throw|try)\b/#) }.map { $0.offset + 1 }
    }

    /// A thread that is blocked inside an initializer that runs once, and waits for nothing that
    /// another thread has.
    private var ownOnce: GradeFinding? {
        for holding in trace.holdings where holding.ended == nil && trace.objects[holding.object].kind == .once {
            // The innermost line is the value's own; the next one is that of the initializer that
            // asks for it.
            let lines = stuckLines(of: holding.lane)
            guard !trace.waits.contains(where: { $0.lane == holding.lane && $0.ended == nil && $0.kind != .once }),
                let line = lines.first(where: { $0 != lines.first }) ?? lines.first
            else { continue }
            return GradeFinding(
                .deadlock,
                """
                A thread is initializing a value that is created once (a `static let`, a global), and the initializer asks for that same \
                value. So the thread waits for itself, and all other threads wait for it.
                """,
                at: line, try: "an initializer must not use its own value, directly or through other functions.")
        }
        return nil
    }

    /// The attempt's lines at which a thread is blocked that did not return, innermost first.
    private func stuckLines(of lane: Int) -> [String] {
        let thread = trace.lanes.indices.contains(lane) ? trace.lanes[lane].threadID : 0
        return stuck.first { $0.thread == thread }?.lines ?? []
    }

    private func signals(_ object: Int?) -> (count: Int, first: Int64?) {
        guard let object, trace.objects.indices.contains(object) else { return (0, nil) }
        let address = trace.objects[object].address
        return (trace.events.count { $0.kind == .semaphoreSignalled && $0.object == address }, trace.objects[object].firstValue)
    }
}

extension GradeFinding {
    /// A thread runs and runs, and its call does not return.
    /// - Parameters:
    ///   - begin: the observation, in sentences.
    ///   - loop: the sentence about the loop, where its place is known.
    static func endlessLoop(_ begin: String, _ loop: String, at place: String?, in evidence: Evidence) -> GradeFinding {
        let hang = Verdict("hang")
        guard let place else {
            return GradeFinding(hang, begin, try: "look for a loop that never ends: which of your lines makes its condition false?")
        }
        let condition = evidence.text(of: place).contains(#/\bwhile true\b/#)
        return GradeFinding(
            hang, condition ? "\(begin) A thread runs in `while true`, and this loop never ends." : "\(begin) \(loop)", at: place,
            try: condition
                ? "remove the loop, or leave it with `break` or `return`. If your code has to wait there, use a lock or a queue: it blocks the thread until it can go on."
                : """
                find out which line should end this loop, and why it does not. If the loop waits for another thread, use a lock or a queue \
                instead: it blocks the thread until it can go on.
                """)
    }
}
