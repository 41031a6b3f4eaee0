import Explorer
import Trace

extension Scene {
    /// One thread waits for a signal of the other before its access, but the other signals before its own access.
    func signalledTooEarly(_ one: ExplorationReport.Access, _ other: ExplorationReport.Access) -> IneffectiveProtection? {
        signalledTooEarly(by: one, awaitedBy: other) ?? signalledTooEarly(by: other, awaitedBy: one)
    }

    /// The signal of one thread before its access, for which the other one waits before its own; nil if there is none.
    func earlySignal(_ one: ExplorationReport.Access, _ other: ExplorationReport.Access) -> ExecutionRecord.Entry? {
        guard let first = index(of: one), let second = index(of: other) else { return nil }
        return signal(before: first, awaitedBefore: second) ?? signal(before: second, awaitedBefore: first)
    }

    private func index(of access: ExplorationReport.Access) -> Int? {
        log.entries.firstIndex { $0.isAccess && $0.task == access.task && $0.places.first == access.place }
    }

    private func signalledTooEarly(by one: ExplorationReport.Access, awaitedBy other: ExplorationReport.Access) -> IneffectiveProtection? {
        guard let access = index(of: one), let awaited = index(of: other), let signal = signal(before: access, awaitedBefore: awaited)
        else { return nil }
        let who = name(one.task), call = signal.event == .groupLeft ? "leaves the group" : "signals"
        return IneffectiveProtection(
            words:
                "\(who.capitalizedFirst) \(call) in \(quote(signal.places)) before its own access, so the wait of \(name(other.task)) ends too early.",
            hint:
                "Signal only after the last access: move \(quote(signal.places)) behind \(quote(stack(one))). All steps before a signal happen before the end of the wait for it."
        )
    }

    /// The signal of a thread before one entry, for which another thread has waited before another entry.
    private func signal(before access: Int, awaitedBefore awaited: Int) -> ExecutionRecord.Entry? {
        let waits = [Trace.Wait.Kind.semaphore, .group].map(\.rawValue), waiter = log.entries[awaited].task
        let wait = log.entries[..<awaited].last {
            $0.task == waiter && $0.event == .waitEnded && waits.contains(Int($0.detail & 0xFF)) && $0.detail >> 8 & 1 == 0
        }
        let signal = log.entries[..<access].last { entry in
            entry.task == log.entries[access].task && [.semaphoreSignalled, .groupLeft].contains(entry.event)
                && entry.object == wait?.object
        }
        return signal.flatMap { source.position($0.places) == nil ? nil : $0 }
    }

    /// A thread signals before its last change, so another thread that waits for the signal reads too early; nil if that is not so.
    func signalledBefore(change: Int, readAt look: Int) -> (words: String, location: Explanation.Location?, hint: String)? {
        // (A semaphore that both threads use as a lock is no signal.)
        guard let signal = signal(before: change, awaitedBefore: look),
            !log.entries.contains(where: { $0.task == signal.task && $0.event == .waitEnded && $0.object == signal.object })
        else { return nil }
        let who = name(signal.task), isGroup = signal.event == .groupLeft
        return (
            " \(who.capitalizedFirst) \(isGroup ? "leaves the group" : "signals") in \(quote(signal.places)) before this change, so the wait of \(name(log.entries[look].task)) ends too early.",
            location(signal.task, signal.places, isGroup ? "leaves the group too early" : "signals too early"),
            "Move \(quote(signal.places)) behind \(quote(log.entries[change].places)). All steps before a signal or a leave() happen before the end of the wait for it."
        )
    }
}
