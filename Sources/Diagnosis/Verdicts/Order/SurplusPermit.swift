import Explorer

/// A thread signals a semaphore although its own wait has ended without a permit.
extension Scene {
    /// The wait that ended in vain and the signal after it, where the semaphore then has more permits than at its start.
    var surplusPermit: Between? {
        guard !isOfRace else { return nil }
        var values: [UInt64: Int] = [:], first: [UInt64: Int] = [:], held: [UInt64: [Int: Int]] = [:], inVain: [UInt64: [Int: Int]] = [:]
        for (index, entry) in log.entries.enumerated() {
            let semaphore = entry.object
            switch entry.event {
            case .semaphoreCreated:
                first[semaphore] = Int(clamping: entry.argument)
                values[semaphore] = first[semaphore]
            case .waitEnded where values[semaphore] != nil && entry.detail & 0xFF == 1:
                if entry.detail >> 8 & 1 == 1 {
                    inVain[semaphore, default: [:]][entry.task] = index
                } else {
                    values[semaphore, default: 0] -= 1
                    held[semaphore, default: [:]][entry.task, default: 0] += 1
                    inVain[semaphore]?[entry.task] = nil
                }
            case .semaphoreSignalled:
                values[semaphore, default: 0] += 1
                let wait = inVain[semaphore]?[entry.task], own = held[semaphore]?[entry.task] ?? 0
                if let wait, own == 0, first[semaphore] ?? 0 > 0, !isCommon(wait), let story = surplus(wait, index) { return story }
                held[semaphore]?[entry.task] = own - 1
            default: break
            }
        }
        return nil
    }

    private func surplus(_ ended: Int, _ signal: Int) -> Between? {
        let given = log.entries[signal], wait = log.entries[ended]
        let began = log.entries[..<ended].last { $0.event == .waitBegan && $0.task == wait.task && $0.object == wait.object } ?? wait
        guard source.position(began.places) != nil, source.position(given.places) != nil else { return nil }
        let who = name(given.task)
        return Between(
            words:
                "\(who.capitalizedFirst) stopped waiting in \(quote(began.places)) without a permit, because the time limit had passed. But it signals in \(quote(given.places)) all the same. So the semaphore has one permit too many: one more thread can pass it than it was made for.",
            locations: [
                location(began.task, began.places, "stops waiting, without a permit"),
                location(given.task, given.places, "signals all the same"),
            ],
            hint:
                "Signal only after a wait that was successful. Write `defer { semaphore.signal() }` after the `guard` that checks the result of the wait, and not before it."
        )
    }
}
