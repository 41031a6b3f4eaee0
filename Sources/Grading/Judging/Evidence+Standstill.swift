import Trace

extension Evidence {
    /// What those wait for who will wait for ever: in words, with the place and what to try; nil where the trace knows of nobody.
    ///
    /// Only what the trace shows is said: who waits for what, who holds it, how often it was signalled.
    var standstill: Finding? {
        let waits = waitsOfAttempt.filter { $0.ended == nil }
        if let wait = waits.first(where: { isHeldByItsOwnThread($0) }) { return ownLock(wait) }
        if let finding = ownOnce { return finding }
        guard let wait = waits.first else { return nil }
        let who = waits.count == 1 ? "A thread is" : "\(waits.count) threads are"
        let place = line(of: wait.place) ?? stuckLines(of: wait.lane).first
        switch wait.kind {
        case .semaphore:
            let (count, first) = signals(wait.object)
            let begin = first.map { "It began with \($0)" } ?? "It"
            return Finding(
                .deadlock,
                """
                \(who) waiting for a semaphore, and nobody is left who would signal it. \(begin)\(first == nil ? " was" : " and was") \
                \(count == 0 ? "never signalled" : "signalled \(Self.times(count))"): that many may pass, and no more.
                """,
                at: place,
                try: "whoever comes through `wait` has to `signal` on every way out (`defer` helps); one that begins with 0 lets nobody in."
            )
        case .mutex, .futex, .readLock, .writeLock:
            return Finding(
                .deadlock, "\(who) waiting for a lock that somebody has taken, and not given back.", at: place,
                try: "give it back on every way out: `defer { lock.unlock() }` right behind `lock.lock()`, or `withLock`.")
        case .sync:
            return Finding(
                .deadlock, "\(who) waiting for a turn on a queue (`sync`), behind something that never ends.", at: place,
                try: "ask what runs on that queue, and what it waits for itself: somewhere the chain closes.")
        case .group:
            let entered = trace.events.count { $0.kind == .groupEntered }, left = trace.events.count { $0.kind == .groupLeft }
            let counts =
                entered > left ? ": it was entered \(Self.times(entered)) and \(left == 0 ? "never left" : "left \(Self.times(left))")" : ""
            return Finding(
                .deadlock, "\(who) waiting for a group to be empty, which it never is\(counts).", at: place,
                try: "each `enter` needs its `leave`, on every way out.")
        case .condition:
            return Finding(
                .deadlock, "\(who) waiting for a condition to be signalled, and nobody is left who would do that.", at: place,
                try: "whoever changes what is waited for has to signal (`broadcast` where several wait), with the lock held.")
        case .sleep:
            return Finding(
                Finding.Verdict("hang"), "\(waits.count == 1 ? "A thread sleeps" : "\(waits.count) threads sleep") for a fixed time.",
                at: place,
                try: "no exercise needs a sleep: wait for what is to happen, with a queue, a group or a lock.")
        default:
            return Finding(
                .deadlock, "\(who) waiting, and nobody is left who would end that.", at: place,
                try: "ask who was to end the wait, and what that one was waiting for itself.")
        }
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

    private func ownLock(_ wait: Trace.Wait) -> Finding {
        let place = line(of: wait.place)
        let way = stuckLines(of: wait.lane).first { $0 != place }.map { " The way there leads through \($0)." } ?? ""
        return Finding(
            .deadlock,
            """
            A thread has taken a lock and, before it gave it back, asks for the same lock again: it waits for itself, and that never ends.\(way)
            """,
            at: place ?? stuckLines(of: wait.lane).first,
            try: "hold a lock only around what needs it, and call nothing from there that takes it too.")
    }

    /// A thread that sleeps in the middle of making what is made once, and waits for nothing that anybody else has.
    private var ownOnce: Finding? {
        for holding in trace.holdings where holding.ended == nil && trace.objects[holding.object].kind == .once {
            // The innermost line is the value's own; the next one is that of the initialiser that asks for it.
            let lines = stuckLines(of: holding.lane)
            guard !trace.waits.contains(where: { $0.lane == holding.lane && $0.ended == nil && $0.kind != .once }),
                let line = lines.first(where: { $0 != lines.first }) ?? lines.first
            else { continue }
            return Finding(
                .deadlock,
                """
                A thread is in the middle of making a value that is made once (a `static let`, a global), and what it does there asks for that same \
                value: it waits until it is done itself, and everybody else waits for it.
                """,
                at: line, try: "an initialiser may not touch, directly or by way of others, what it is just initialising.")
        }
        return nil
    }

    /// The attempt's lines at which a thread stands that did not come back, the innermost first.
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
