import Explorer

extension Scene {
    /// A thread holds a lock and waits for something that only a thread blocked on this lock can
    /// do.
    func lockDuringWait(_ waiting: [ExplorationReport.Waiting]) -> Explanation? {
        let events: [Failure.Waiting.Cause] = [.semaphore, .group, .barrier, .pipe, .continuation]
        for one in waiting where events.contains(one.cause) {
            guard
                let other = waiting.first(where: {
                    [.lock, .readLock].contains($0.cause) && $0.task != one.task && $0.holders == [one.task]
                }), !waiting.contains(where: { $0.task != one.task && events.contains($0.cause) && $0.cause != .group })
            else { continue }
            let who = name(one.task), another = name(other.task), thing = named(one), lock = namedLock(other)
            return explanation(
                "Deadlock: \(who) waits for \(thing) while it holds \(lock), and \(another) waits for \(lock).",
                [
                    sentence(one), sentence(other),
                    "\(another.capitalizedFirst) cannot continue before \(who) releases \(lock). If only \(another) can end the wait of \(who), both wait for ever.",
                ], locations(one) + locations(other),
                hint:
                    "Release \(lock) before you wait for \(thing). A thread must not hold a lock while it waits for a thread that needs the same lock."
            )
        }
        return nil
    }

    /// "the semaphore `items`".
    private func named(_ waiting: ExplorationReport.Waiting) -> String {
        if waiting.cause == .group { return group(waiting) }
        guard waiting.cause == .semaphore, let name = source.receiver(stack(waiting), of: ["wait"]) else { return thing(waiting) }
        return "the semaphore `\(name)`"
    }

    /// "the lock `lock`".
    private func namedLock(_ waiting: ExplorationReport.Waiting) -> String {
        let names = locks(in: source.position(stack(waiting))?.text ?? "")
        return names.count == 1 ? "the lock `\(names.first ?? "")`" : "the lock"
    }
}
