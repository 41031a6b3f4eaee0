import Explorer

/// A group that is entered more often than left.
extension Scene {
    /// What a group is called: as the line that waits for it, or one that enters it, names it.
    func group(_ waiting: ExplorationReport.Waiting) -> String {
        let object = waiting.cause == .notification ? openGroups.first : object(of: waiting)
        return group(object ?? 0, awaited: [stack(waiting)])
    }

    private func group(_ object: UInt64, awaited: [[UInt]] = []) -> String {
        let uses = log.entries.filter { $0.object == object && [.groupEntered, .groupLeft].contains($0.event) }.map(\.places)
        let name = (awaited + uses).lazy.compactMap { source.receiver($0, of: ["wait", "notify", "enter", "leave"]) }.first
        if let name { return "the group `\(name)`" }
        return uses.first.flatMap(source.position).map { "the group that is entered in \(source.words($0))" } ?? "a group"
    }

    /// Nobody is left who could leave the group: which enter() has no leave().
    func forgottenLeave(_ waiting: ExplorationReport.Waiting) -> Explanation? {
        guard waiting.cause == .group, let object = object(of: waiting), finding.waiting.allSatisfy({ [.group, .end].contains($0.cause) }),
            !isYetToCall("leave"), let open = openGroup(object)
        else { return nil }
        return explanation(
            "Deadlock: \(name(waiting.task)) waits for \(group(waiting)) to be empty, and \(missing(open.left)) no leave().",
            [sentence(waiting), "It \(open.words)"], open.locations + locations(waiting), hint: Self.hintForLeave)
    }

    /// The program has come to its end, and a group is not empty: whoever asked to be told of that by notify() never is.
    var neverEmpty: Between? {
        guard !isOfRace else { return nil }
        for object in openGroups {
            guard let open = openGroup(object) else { continue }
            return Between(
                words: "\(group(object).capitalizedFirst) \(open.words) What was to run when it is empty, by notify(), never does.",
                locations: open.locations, hint: Self.hintForLeave)
        }
        return nil
    }

    /// A block that is to run when a group is empty never does: whoever waits for what it does waits in vain.
    func neverNotified(_ waiting: [ExplorationReport.Waiting]) -> Explanation? {
        guard let block = waiting.first(where: { $0.cause == .notification }),
            let open = openGroups.lazy.compactMap({ openGroup($0) }).first
        else { return nil }
        // Who waits might still leave the group, if it could go on.
        let others = waiting.filter { ![.notification, .end].contains($0.cause) }
        if !others.isEmpty && !open.isCertain { return nil }
        let what = "the block that is to run when \(group(block)) is empty never runs: \(missing(open.left)) no leave()."
        let asked = "\(name(block.task).capitalizedFirst) asks for that block in \(quote([block.place]))."
        let summary =
            others.isEmpty
            ? "Leak: \(what)"
            : "\(finding.verdict == .leak ? "Leak" : "Deadlock"): \(Self.list(others.map { "\(name($0.task)) waits for \(thing($0))" })), and \(what)"
        return explanation(
            summary, [asked] + others.map(sentence) + ["\(group(block).capitalizedFirst) \(open.words)"],
            open.locations + [location(block.task, [block.place], "asks for the block that never runs")] + others.flatMap(locations),
            hint: Self.hintForLeave)
    }

    private func missing(_ left: Int) -> String { left == 1 ? "one enter() has" : "\(left) calls of enter() have" }

    /// The groups that were entered more often than left, in the order of their first entries.
    private var openGroups: [UInt64] {
        var groups: [UInt64] = []
        for entry in log.entries where entry.event == .groupEntered && !groups.contains(entry.object) { groups.append(entry.object) }
        return groups.filter { openGroup($0) != nil }
    }

    private static let hintForLeave =
        "Each enter() needs its leave() on every way through the code: `defer { group.leave() }` right behind the beginning of the work."

    /// How a group comes to have been entered more often than left, where the log says so: "was entered twice and left only once, …"; and whether those
    /// that were to leave it have surely ended.
    private func openGroup(_ object: UInt64) -> (words: String, locations: [Explanation.Location?], left: Int, isCertain: Bool)? {
        let enters = log.entries.indices.filter { log.entries[$0].event == .groupEntered && log.entries[$0].object == object }
        let leaves = log.entries.indices.filter { log.entries[$0].event == .groupLeft && log.entries[$0].object == object }
        guard enters.count > leaves.count else { return nil }
        let unmatched = unmatched(enters, leaves)
        var words =
            "was entered \(times(enters.count)) and \(leaves.isEmpty ? "never left" : "left only \(times(leaves.count))"), and nobody is there any more who could call leave()."
        if let unmatched {
            for enter in unmatched.prefix(3) { words += " " + story(enter, enters) }
        } else {
            let lines = Array(Set(enters.compactMap { source.position(log.entries[$0].places)?.line })).sorted()
            words += " The calls of enter() stand in \(lines.count == 1 ? "line" : "lines") \(Self.list(lines.map(String.init)))."
        }
        let what = unmatched == nil ? "calls enter()" : "calls enter(), and nobody calls leave() for it"
        let locations =
            (unmatched ?? enters).map { location(log.entries[$0].task, log.entries[$0].places, what) }
            + leaves.map { location(log.entries[$0].task, log.entries[$0].places, "calls leave()") }
        let isCertain = unmatched.map { $0.allSatisfy { hasEnded(handedOver(after: $0, enters)) } } ?? false
        return (words, locations, enters.count - leaves.count, isCertain)
    }

    private func times(_ count: Int) -> String { count == 1 ? "once" : count == 2 ? "twice" : "\(count) times" }

    /// The enters that no leave belongs to; nil where that cannot be told. A leave belongs to the enter that its task made itself,
    /// or that was made right before the task was handed over, or the one that handed that over.
    private func unmatched(_ enters: [Int], _ leaves: [Int]) -> [Int]? {
        if leaves.isEmpty { return enters }
        var open = enters
        for leave in leaves {
            var task = log.entries[leave].task, moment = leave
            while true {
                if let enter = open.last(where: { $0 < moment && log.entries[$0].task == task }) {
                    open.removeAll { $0 == enter }
                    break
                }
                guard let handed = log.entries[..<moment].lastIndex(where: { $0.event == .itemEnqueued && $0.object == UInt64(task + 1) }),
                    log.entries[handed].task != task
                else { return nil }
                task = log.entries[handed].task
                moment = handed
            }
        }
        return open.allSatisfy { handedOver(after: $0, enters) != nil } ? open : nil
    }

    /// What the task that has entered handed over next, before it entered again.
    private func handedOver(after enter: Int, _ all: [Int]) -> Chronicle.Entry? {
        let task = log.entries[enter].task, next = all.first { $0 > enter && log.entries[$0].task == task } ?? log.entries.count
        return log.entries[enter..<next].first { $0.event == .itemEnqueued && $0.task == task }
    }

    /// What came of an enter() that has no leave().
    private func story(_ enter: Int, _ all: [Int]) -> String {
        let entry = log.entries[enter], same = all.filter { log.entries[$0].places == entry.places && log.entries[$0].task == entry.task }
        let which = same.count == 1 ? "" : ", the \(ordinal((same.firstIndex(of: enter) ?? 0) + 1)) time that it came there"
        var words = "No leave() belongs to the enter() of \(name(entry.task)) in \(quote(entry.places))\(which)"
        if let handed = handedOver(after: enter, all), hasEnded(handed) {
            words += ": \(name(Int(handed.object) - 1)), handed over right after it, came to its end without calling it"
        }
        return words + "."
    }

    private func hasEnded(_ handed: Chronicle.Entry?) -> Bool {
        log.entries.contains { $0.event == .itemEnded && $0.object == handed?.object }
    }

    private func ordinal(_ number: Int) -> String {
        let suffix =
            (11...13).contains(number % 100) ? "th" : number % 10 == 1 ? "st" : number % 10 == 2 ? "nd" : number % 10 == 3 ? "rd" : "th"
        return "\(number)\(suffix)"
    }
}
