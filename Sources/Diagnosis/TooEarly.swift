import Explorer

extension Scene {
    /// Somebody who looks at a variable for the last time before another changes it; nil where nothing of the kind is seen.
    ///
    /// Of several, the last look counts: that is most likely where a result is made of it. Where a task traps, it is what that one has looked at.
    var tooEarly: Between? {
        guard !isOfRace, !isOfAll || outcomes.contains(where: \.isAllowed) else { return nil }
        if let story = enteredTooLate { return story }
        var looks: [UInt64: [String: Int]] = [:], late: (look: Int, change: Int)?
        for (index, entry) in log.entries.enumerated() where entry.isAccess && source.position(entry.places) != nil {
            let word = entry.object & ~7, who = name(entry.task)
            if entry.looks && finding.task.map({ name($0) == who }) ?? true {
                looks[word, default: [:]][who] = index
                // It has seen the change after all.
                if let found = late, log.entries[found.look].object & ~7 == word, name(log.entries[found.look].task) == who { late = nil }
            } else if !entry.looks {
                looks[word]?[who] = nil
                if let look = looks[word]?.values.max(), look > late?.look ?? -1 { late = (look, index) }
            }
        }
        guard let late else { return earlyWithLock ?? begunTheOtherWayRound }
        if let story = sentOn(log.entries[late.look].object & ~7) { return story }
        let look = log.entries[late.look], change = log.entries[late.change]
        guard let variable = source.name(of: look) ?? source.name(of: change) else { return earlyWithLock ?? begunTheOtherWayRound }
        let who = name(look.task), other = name(change.task), slept = sleptInstead(look.task, of: change.task, before: late.look)
        return Between(
            words:
                "\(who.capitalizedFirst) looks at \(variable) for the last time in \(quote(look.places)); only after that \(other) changes it in \(quote(change.places)). Nothing makes \(who) wait for that.\(delayed(look.task))\(slept)",
            locations: [
                location(look.task, look.places, "looks at \(variable)"),
                location(change.task, change.places, "changes \(variable)"),
            ], hint: slept.isEmpty ? Self.waitForWork : Self.hintForSleep)
    }

    /// Somebody who has a lock for the last time before another comes with it elsewhere in the program; which of them ought to be first, nobody here knows.
    private var earlyWithLock: Between? {
        for turns in turnsOfLocks {
            for (index, turn) in turns.enumerated().reversed() {
                let later = turns[(index + 1)...]
                // (Who has the lock once only looks at a result, most likely.)
                guard finding.task.map({ $0 == turn.task }) ?? true,
                    !turns.contains(where: { $0.owner == turn.owner && $0.began != turn.began }),
                    let first = source.position(turn.places),
                    let other = later.first(where: {
                        source.position($0.places).map { $0.line != first.line } ?? false && !hasWaited($0, since: turn)
                    })
                else { continue }
                let who = name(turn.task), another = name(other.task)
                let slept = sleptInstead(turn.task, of: other.task, before: turn.began)
                return Between(
                    words:
                        "\(who.capitalizedFirst) has the lock in \(quote(turn.places)) before \(another) has it in \(quote(other.places)). If it needs what \(another) does there, it came too early: nothing makes it wait.\(delayed(turn.task))\(slept)",
                    locations: [
                        location(turn.task, turn.places, "has the lock"), location(other.task, other.places, "has it after that"),
                    ], hint: slept.isEmpty ? Self.waitForWork : Self.hintForSleep)
            }
        }
        return nil
    }

    /// Whether somebody had waited before it came to a lock, so that it could not have come before.
    private func hasWaited(_ turn: Turn, since other: Turn) -> Bool {
        log.entries[min(other.began, turn.began)..<turn.began].contains { $0.task == turn.task && $0.event == .waitEnded }
    }

    private static var waitForWork: String {
        "Wait for the others' work before you use what comes of it: a group's wait() or notify, `await`, or a semaphore that they signal at their end."
    }
}
