import Words
import Explorer

/// A lock that a function acquires, and does not release because it returns before `unlock()`.
extension Scene {
    /// Why a thread still holds a lock (or a semaphore used as one) that another thread waits for,
    /// or that it acquires again.
    func forgottenUnlock(_ holder: Int, _ waiting: ExplorationReport.Waiting) -> (
        words: String, locations: [Explanation.Location?], hint: String
    )? {
        guard [.lock, .readLock, .semaphore].contains(waiting.cause), let taken = taken(by: holder, waiting),
            hasLeft(holder, taken, waiting)
        else { return nil }
        return forgottenUnlock(holder, taken.places, waiting.cause == .semaphore ? "semaphore" : "lock")
    }

    /// A loop waits for a lock that is an atomic variable, and a thread that acquired it has ended without its release.
    func forgottenRelease(_ spinning: ExplorationReport.Waiting) -> (words: String, locations: [Explanation.Location?], hint: String)? {
        let loop = loop(spinning)
        guard let polls = log.entries.last(where: { $0.task == spinning.task && $0.places == loop && $0.isAccess }),
            let taken = log.entries.last(where: { $0.task != spinning.task && $0.isChange && $0.object == polls.object }),
            taken.places.first == polls.places.first,
            !finding.waiting.contains(where: { $0.task == taken.task }), let own = source.innermost(taken.places)
        else { return nil }
        // (The lock's own function only tries until it has it.)
        let caller = Array(taken.places.drop { source.innermost([$0]).map { $0.function == own.function } ?? true })
        return forgottenUnlock(taken.task, caller, "spin lock")
    }

    /// - Parameters:
    ///   - taken: the place where the thread acquired it.
    ///   - thing: "lock".
    private func forgottenUnlock(
        _ holder: Int, _ taken: [UInt], _ thing: String
    ) -> (words: String, locations: [Explanation.Location?], hint: String)? {
        guard let place = source.position(taken), let (unlock, hint) = Self.unlock(place.text), let body = source.rest(of: place) else {
            return nil
        }
        let ends = body.filter { $0.text.contains(unlock) }
        if ends.contains(where: { $0.text.contains("defer") }) || body.contains(where: { $0.text.hasPrefix("defer") }) { return nil }
        guard let end = ends.last else {
            return (
                "After \(quote(taken)), the function has no `\(unlock)`: it returns, and \(name(holder)) keeps the \(thing).",
                [], hint
            )
        }
        let exits = body.filter { $0.line < end.line && $0.leavesFunction && !isAfterUnlock($0, ends) }
        guard let first = exits.first else { return nil }
        let lines =
            exits.count == 1
            ? "`\(first.text)` (\(source.words(first)))" : Wording.list(exits.map { "`\($0.text)` (\(source.words($0)))" }, "or")
        return (
            "\(name(holder).capitalizedFirst) acquired the \(thing) in \(quote(taken)) and left the function before `\(end.text)` (\(source.words(end))), by \(lines). On that code path nothing releases it.",
            exits.prefix(3).map {
                Explanation.Location(
                    task: name(holder), file: $0.file.name, line: $0.line, what: "can leave the function before \(Self.call(unlock))",
                    source: $0.text,
                    callers: [])
            }, hint
        )
    }

    /// Whether an exit comes right after its own `unlock()`: in the same line, or at most two lines
    /// later.
    private func isAfterUnlock(_ exit: SourceIndex.Position, _ ends: [SourceIndex.Position]) -> Bool {
        ends.contains { $0.line == exit.line || $0.line < exit.line && exit.line - $0.line <= 2 }
    }

    /// Whether the function that acquired the lock has been left since.
    private func hasLeft(_ holder: Int, _ taken: ExecutionRecord.Entry, _ waiting: ExplorationReport.Waiting) -> Bool {
        if holder != waiting.task { return keptForEver(waiting) == holder || hasEnded(holder, since: taken) }
        let now = stack(waiting)
        // It can have reached a later line of the same call.
        if now.first != taken.places.first, now.dropFirst() == taken.places.dropFirst() { return false }
        // It is in another call of the function, not in one within the first.
        return now.count <= taken.places.count && !now.dropFirst().starts(with: taken.places) && !contains(now, call: taken.places)
    }

    private func hasEnded(_ task: Int, since taken: ExecutionRecord.Entry) -> Bool {
        guard let moment = log.entries.lastIndex(of: taken) else { return false }
        return log.entries[moment...].contains { $0.task == task && [.itemEnded, .threadEnded, .taskEnded].contains($0.event) }
    }

    /// Whether the calls that led to the lock are those that lead here: then the function has
    /// perhaps not been left.
    private func contains(_ stack: [UInt], call: [UInt]) -> Bool {
        stack.count > call.count && Array(stack.suffix(call.count - 1)) == Array(call.dropFirst())
    }

    /// "unlock()" for ".unlock()".
    private static func call(_ text: String) -> String {
        text.hasPrefix(".") ? String(text.dropFirst()) : text.hasSuffix("(") ? "\(text))" : text
    }

    /// The call that releases what a line acquires, and the advice.
    private static func unlock(_ line: String) -> (text: String, hint: String)? {
        let pairs = [
            ("pthread_mutex_lock(", "pthread_mutex_unlock("), ("pthread_rwlock_wrlock(", "pthread_rwlock_unlock("),
            ("pthread_rwlock_rdlock(", "pthread_rwlock_unlock("), (".lock()", ".unlock()"), (".wait()", ".signal()"),
        ]
        guard let pair = pairs.first(where: { line.contains($0.0) }) else { return nil }
        let hint =
            pair.0 == ".lock()"
            ? "Write `defer { lock.unlock() }` in the line after `lock()`, or use `lock.withLock { … }`: both release the lock on every code path."
            : "Write `defer { … }` with `\(pair.1)` in the line after the one that acquires. The `defer` runs on every code path."
        return (pair.1, hint)
    }
}
