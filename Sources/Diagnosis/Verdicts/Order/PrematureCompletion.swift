import Explorer

extension Scene {
    /// The last read of a variable before another thread changes it; nil if there is no such read.
    ///
    /// Uses the last read, which most likely produced the result. If a thread trapped, uses the
    /// last read by that thread.
    var tooEarly: Between? {
        guard !isOfRace, !isOfAll || outcomes.contains(where: \.isAllowed) else { return nil }
        if let story = enteredTooLate ?? emptiedTooEarly { return story }
        var looks: [UInt64: [String: Int]] = [:], late: [(look: Int, change: Int)] = []
        for (index, entry) in log.entries.enumerated() where entry.isAccess && source.position(entry.places) != nil {
            let word = entry.object & ~7, who = name(entry.task)
            if entry.looks && finding.task.map({ name($0) == who }) ?? true {
                looks[word, default: [:]][who] = index
                // It has read the change after all.
                late.removeAll { log.entries[$0.look].object & ~7 == word && name(log.entries[$0.look].task) == who }
            } else if !entry.looks {
                looks[word]?[who] = nil
                if let look = looks[word]?.values.max(), !late.contains(where: { $0.look == look }) { late.append((look, index)) }
            }
        }
        let latest = late.sorted { $0.look > $1.look }
        if let word = latest.first.map({ log.entries[$0.look].object & ~7 }), let story = sentOn(word) { return story }
        guard let late = latest.first(where: { !isAlways($0.look, before: $0.change) }) else {
            return earlyWithLock ?? begunTheOtherWayRound
        }
        let look = log.entries[late.look], change = log.entries[late.change]
        guard let variable = source.name(of: look) ?? source.name(of: change) else { return earlyWithLock ?? begunTheOtherWayRound }
        let who = name(look.task), other = name(change.task), slept = sleptInstead(look.task, of: change.task, before: late.look)
        let signalled = signalledBefore(change: late.change, readAt: late.look)
        if let signalled {
            return Between(
                words:
                    "\(who.capitalizedFirst) reads \(variable) for the last time in \(quote(look.places)). Only after that \(other) changes it in \(quote(change.places)).\(signalled.words)",
                locations: [
                    signalled.location, location(look.task, look.places, "reads \(variable)"),
                    location(change.task, change.places, "changes \(variable)"),
                ], hint: signalled.hint)
        }
        return Between(
            words:
                "\(who.capitalizedFirst) reads \(variable) for the last time in \(quote(look.places)). Only after that \(other) changes it in \(quote(change.places)). Nothing makes \(who) wait for \(other).\(delayed(look.task))\(importance(look.task, change.task))\(slept)",
            locations: [
                location(look.task, look.places, "reads \(variable)"),
                location(change.task, change.places, "changes \(variable)"),
            ], hint: slept.isEmpty ? advice(look.task, change.task) : Self.hintForSleep)
    }

    /// A thread's last turn with a lock before another thread acquires it elsewhere in the program.
    /// The intended order of the two is not known here.
    private var earlyWithLock: Between? {
        for turns in turnsOfLocks {
            for (index, turn) in turns.enumerated().reversed() {
                let later = turns[(index + 1)...]
                // (A thread that acquires the lock once most likely only reads a result.)
                guard finding.task.map({ $0 == turn.task }) ?? true,
                    !turns.contains(where: { $0.owner == turn.owner && $0.began != turn.began }),
                    let first = source.position(turn.places),
                    let other = later.first(where: {
                        source.position($0.places).map { $0.line != first.line } ?? false && !hasWaited($0, since: turn)
                    }),
                    !isAlways(turn.began, before: other.began)
                else { continue }
                let who = name(turn.task), another = name(other.task)
                let slept = sleptInstead(turn.task, of: other.task, before: turn.began)
                let lock = lockName(turn, other), uses = use(turn, of: lock), usesLater = use(other, of: lock)
                return Between(
                    words: lock.map {
                        "\(who.capitalizedFirst) \(uses) `\($0)` in \(quote(turn.places)) before \(another) \(usesLater) it in \(quote(other.places)). Nothing makes \(who) wait for \(another).\(delayed(turn.task))\(importance(turn.task, other.task))\(slept)"
                    }
                        ?? "\(who.capitalizedFirst) holds the lock in \(quote(turn.places)) before \(another) holds it in \(quote(other.places)). Nothing makes \(who) wait for \(another).\(delayed(turn.task))\(importance(turn.task, other.task))\(slept)",
                    locations: [
                        location(turn.task, turn.places, lock.map { "\(uses) \($0)" } ?? "holds the lock"),
                        location(other.task, other.places, lock.map { "\(usesLater) \($0), after that" } ?? "holds it after that"),
                    ], hint: slept.isEmpty ? advice(turn.task, other.task) : Self.hintForSleep)
            }
        }
        return nil
    }

    /// Whether a thread had waited before it acquired a lock, so that it could not have acquired it
    /// earlier.
    private func hasWaited(_ turn: Turn, since other: Turn) -> Bool {
        log.entries[min(other.began, turn.began)..<turn.began].contains { $0.task == turn.task && $0.event == .waitEnded }
    }

    /// A quality of service or a priority does not order work.
    private func importance(_ one: Int, _ other: Int) -> String {
        guard [one, other].allSatisfy(hasImportance) else { return "" }
        return
            " A quality of service or a priority orders nothing: less important work can come first."
    }

    /// Whether a block or task was submitted with a quality of service or a priority.
    private func hasImportance(_ task: Int) -> Bool {
        let began = log.entries.first { $0.event == .itemBegan && $0.task == task }
        let made = log.entries.first { entry in
            entry.event == .taskCreated ? entry.text == name(task) : entry.event == .itemEnqueued && entry.object == began?.object
        }
        guard let made, let text = source.position(made.places)?.text else { return false }
        if text.contains(/\b(qos|priority): ?\./) { return true }
        guard let queue = source.receiver(made.places, of: ["async"]) else { return false }
        return source.files.values.contains { file in
            file.lines.contains { $0.contains("\(queue) = DispatchQueue(") && $0.contains("qos:") }
        }
    }

    private func advice(_ one: Int, _ other: Int) -> String {
        importance(one, other).isEmpty
            ? Self.waitForWork
            : "If the order matters, enforce it: submit both to one serial queue in this order, or let one wait for the other."
    }

    private static var waitForWork: String {
        "Before you use the result of other work, wait for that work. Use a group's wait() or notify, `await`, or a semaphore that the work signals at its end."
    }
}
