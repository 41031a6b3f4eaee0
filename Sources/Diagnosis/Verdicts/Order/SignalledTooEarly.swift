import Explorer
import Trace

extension Scene {
    /// One thread waits for a signal of the other before its access, but the other signals before its own access.
    func signalledTooEarly(_ one: ExplorationReport.Access, _ other: ExplorationReport.Access) -> IneffectiveProtection? {
        signalledTooEarly(by: one, awaitedBy: other) ?? signalledTooEarly(by: other, awaitedBy: one)
    }

    private func signalledTooEarly(by one: ExplorationReport.Access, awaitedBy other: ExplorationReport.Access) -> IneffectiveProtection? {
        func index(_ access: ExplorationReport.Access) -> Int? {
            log.entries.firstIndex { $0.isAccess && $0.task == access.task && $0.places.first == access.place }
        }
        let waits = [Trace.Wait.Kind.semaphore, .group].map(\.rawValue)
        guard let access = index(one), let awaited = index(other) else { return nil }
        let wait = log.entries[..<awaited].last {
            $0.task == other.task && $0.event == .waitEnded && waits.contains(Int($0.detail & 0xFF)) && $0.detail >> 8 & 1 == 0
        }
        let signal = log.entries[..<access].last { entry in
            entry.task == one.task && [.semaphoreSignalled, .groupLeft].contains(entry.event) && entry.object == wait?.object
        }
        guard let signal, source.position(signal.places) != nil else { return nil }
        let who = name(one.task), call = signal.event == .groupLeft ? "leaves the group" : "signals"
        return IneffectiveProtection(
            words:
                "\(who.capitalizedFirst) \(call) in \(quote(signal.places)) before its own access, so the wait of \(name(other.task)) ends too early.",
            hint:
                "Signal only after the last access: move \(quote(signal.places)) behind \(quote(stack(one))). All steps before a signal happen before the end of the wait for it."
        )
    }
}
