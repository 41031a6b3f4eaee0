import Explorer
import Trace

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
            ], hint: slept.isEmpty ? advice(look.task, change.task) : Self.hintForSleep
        ).explained(by: followUp(look.task, change.task, before: late.look))
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
                    ], hint: slept.isEmpty ? advice(turn.task, other.task) : Self.hintForSleep
                ).explained(by: followUp(turn.task, other.task, before: turn.began))
            }
        }
        return nil
    }

    /// Whether a thread had waited before it acquired a lock, so that it could not have acquired it
    /// earlier.
    private func hasWaited(_ turn: Turn, since other: Turn) -> Bool {
        log.entries[min(other.began, turn.began)..<turn.began].contains { $0.task == turn.task && $0.event == .waitEnded }
    }

    /// The words about a wait that does not wait for the block that is needed, with its place and the advice.
    typealias FollowUp = (words: String, place: Explanation.Location?, hint: String)

    /// A thread has waited for an operation or work item, and uses what the block that follows it does: this wait does not wait for it.
    private func followUp(_ task: Int, _ follower: Int, before moment: Int) -> FollowUp? {
        let began = log.entries.first { $0.event == .itemBegan && $0.task == follower }
        let isInCompletion = log.entries.contains { $0.task == follower && source.isInCompletionBlock($0.places) }
        return began.flatMap { followUp(task, $0, isInCompletion: isInCompletion, before: moment) }
    }

    /// The same.
    /// - Parameter item: the submission or the beginning of the block that follows.
    func followUp(_ task: Int, _ item: ExecutionRecord.Entry, isInCompletion: Bool = false, before moment: Int) -> FollowUp? {
        guard [.itemEnqueued, .itemBegan].contains(item.event) else { return nil }
        let how = Int(item.detail & 0xFF), isCompletion = isInCompletion || how == Trace.Item.How.completion.rawValue
        guard isCompletion || how == Trace.Item.How.workItemNotify.rawValue else { return nil }
        let kinds: [Trace.Wait.Kind] = isCompletion ? [.operation, .operationQueue] : [.workItem]
        let numbers = Set(kinds.map { UInt16($0.rawValue) })
        let wait = log.entries[..<moment].last { entry in
            entry.event == .waitBegan && entry.task == task && numbers.contains(entry.detail & 0xFF)
        }
        let what = isCompletion ? "operation" : "work item", block = isCompletion ? "`completionBlock`" : "notify block"
        let other = isCompletion ? "the `completionBlock`" : "the notify block"
        // (A wait for work that has finished already is no step.)
        let place = wait.flatMap { location($0.task, $0.places, "waits for the \(what), and not for its \(block)") }
        let ends = wait.map { place == nil ? "A wait for the \(what)" : "The wait in \(quote($0.places))" } ?? "A wait for the \(what)"
        return (
            " \(ends) ends when the \(what) has finished. Its \(block) is submitted only then, so it can run after that wait.",
            place,
            "Do in the \(what) itself what the result needs. Or wait for \(other) too: a group that it leaves, or a semaphore that it signals."
        )
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

extension Scene.Between {
    /// The same, with the words about a wait that does not wait for the block that is needed.
    fileprivate func explained(by more: Scene.FollowUp?) -> Self {
        guard let more else { return self }
        var told = self
        told.words += more.words
        told.locations.insert(more.place, at: 0)
        told.hint = more.hint
        return told
    }
}

extension SourceIndex {
    /// Whether a place is in the closure of a `completionBlock`.
    fileprivate func isInCompletionBlock(_ stack: [UInt]) -> Bool {
        guard let place = position(stack) else { return false }
        var depth = 0, lowest = 0
        for number in stride(from: place.line, through: max(1, place.line - 40), by: -1) {
            let text = place.file.line(number)
            for letter in text.reversed() {
                if letter == "}" { depth += 1 }
                if letter == "{" { depth -= 1 }
            }
            // (The line opens a block that is still open at the place.)
            let isOpen = depth < lowest || number == place.line
            lowest = min(lowest, depth)
            if isOpen, text.contains(/completionBlock = \{/) { return true }
        }
        return false
    }
}
