import Explorer

extension Scene {
    /// A thread has checked a condition under the lock. Another thread then changed the condition
    /// and signalled without the lock, before the first one fell asleep. nil if that is not so.
    /// - Parameters:
    ///   - signal: the moment of the signal, while no thread slept.
    ///   - since: the moment at which the thread fell asleep for the last time.
    func withoutLock(_ sleeper: ExplorationReport.Waiting, signal: Int, since: Int) -> Explanation? {
        let begin = log.entries[..<since].lastIndex { $0.task == sleeper.task && [.lockAcquired, .waitEnded].contains($0.event) } ?? 0
        let entry = log.entries[signal]
        guard begin < signal else { return nil }
        for (moment, change) in log.entries.enumerated()
        where (begin..<signal).contains(moment) && change.task == entry.task && change.isAccess && !change.looks {
            let look = log.entries[begin..<moment].last { look in
                look.task == sleeper.task && look.isAccess && look.looks && look.object & ~7 == change.object & ~7
            }
            guard let look, let variable = source.name(of: change), source.position(change.places) != nil else { continue }
            let who = name(sleeper.task), other = name(entry.task)
            return explanation(
                "Lost wake-up: \(other) signals between the moment at which \(who) checks the condition and the moment at which it falls asleep.",
                [
                    "\(who.capitalizedFirst) reads \(variable) in \(quote(look.places)), while it holds the lock. Then \(other) changes \(variable) in \(quote(change.places)) and signals in \(quote(entry.places)). \(other.capitalizedFirst) does not hold the lock, so it does not wait for \(who). A signal wakes only a thread that is already waiting. \(who.capitalizedFirst) falls asleep after it, in \(quote(stack(sleeper))), and no other signal comes."
                ],
                [
                    location(look.task, look.places, "checks \(variable)"),
                    location(change.task, change.places, "changes \(variable) without the lock"),
                    location(entry.task, entry.places, "signals: no thread is waiting yet"),
                    location(sleeper.task, stack(sleeper), "falls asleep, after the signal"),
                ],
                hint:
                    "Acquire the lock before you change the variable, and signal before you release it. A thread that has checked the variable then sleeps already when the signal comes."
            )
        }
        return nil
    }
}
