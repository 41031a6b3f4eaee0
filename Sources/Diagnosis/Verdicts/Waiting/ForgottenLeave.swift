import Words
import Explorer

/// A group that is entered more often than left.
extension Scene {
    /// The name of a group, from the line that waits for it or a line that enters it.
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

    /// No running thread can leave the group: finds the enter() without a leave().
    func forgottenLeave(_ waiting: ExplorationReport.Waiting) -> Explanation? {
        guard !dependsOnOrder, waiting.cause == .group, let object = object(of: waiting),
            finding.waiting.allSatisfy({ [.group, .end].contains($0.cause) }),
            !isYetToCall("leave"), let open = openGroup(object)
        else { return nil }
        return explanation(
            "Deadlock: \(name(waiting.task)) waits for \(group(waiting)) to be empty, and \(missing(open.left)) no leave().",
            [sentence(waiting), "\(group(waiting).capitalizedFirst) \(open.words)"], open.locations + locations(waiting),
            hint: Self.hintForLeave)
    }

    /// The program has finished, and a group is not empty: its notify() blocks never run.
    var neverEmpty: Between? {
        guard !isOfRace else { return nil }
        for object in openGroups {
            guard let open = openGroup(object) else { continue }
            return Between(
                words:
                    "\(group(object).capitalizedFirst) \(open.words) The block passed to notify() never runs, because the group never becomes empty.",
                locations: open.locations, hint: Self.hintForLeave)
        }
        return nil
    }

    /// The notify block of a group never runs, so each thread that waits for its work waits for
    /// ever.
    func neverNotified(_ waiting: [ExplorationReport.Waiting]) -> Explanation? {
        guard !dependsOnOrder, let block = waiting.first(where: { $0.cause == .notification }),
            let open = openGroups.lazy.compactMap({ openGroup($0) }).first
        else { return nil }
        // The waiting threads might still leave the group, if they could continue.
        let others = waiting.filter { ![.notification, .end].contains($0.cause) }
        if !others.isEmpty && !open.isCertain { return nil }
        let what = "the notify block of \(group(block)) never runs: \(missing(open.left)) no leave()."
        let asked = "\(name(block.task).capitalizedFirst) submits that block in \(quote([block.place]))."
        let summary =
            others.isEmpty
            ? "Leak: \(what)"
            : "\(finding.verdict == .leak ? "Leak" : "Deadlock"): \(Wording.list(others.map { "\(name($0.task)) waits for \(thing($0))" })), and \(what)"
        return explanation(
            summary, [asked] + others.map(sentence) + ["\(group(block).capitalizedFirst) \(open.words)"],
            open.locations + [location(block.task, [block.place], "submits the block that never runs")] + others.flatMap(locations),
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
        "Each enter() needs its leave() on every code path: write `defer { group.leave() }` as the first line of the work."

    /// Why a group was entered more often than left, if the log shows it: "was entered twice and
    /// left only once, …". Also, whether the blocks that should leave it have certainly finished.
    private func openGroup(_ object: UInt64) -> (words: String, locations: [Explanation.Location?], left: Int, isCertain: Bool)? {
        let enters = log.entries.indices.filter { log.entries[$0].event == .groupEntered && log.entries[$0].object == object }
        let leaves = log.entries.indices.filter { log.entries[$0].event == .groupLeft && log.entries[$0].object == object }
        guard enters.count > leaves.count else { return nil }
        let unmatched = unmatched(enters, leaves)
        var words =
            "was entered \(times(enters.count)) and \(leaves.isEmpty ? "never left" : "left only \(times(leaves.count))"), and no running thread can call leave()."
        if let unmatched {
            for enter in unmatched.prefix(3) { words += " " + story(enter, enters) }
        } else {
            let lines = Array(Set(enters.compactMap { source.position(log.entries[$0].places)?.line })).sorted()
            words += " The calls of enter() are in \(lines.count == 1 ? "line" : "lines") \(Wording.list(lines.map(String.init)))."
        }
        let what = unmatched == nil ? "calls enter()" : "calls enter(), without a matching leave()"
        let locations =
            (unmatched ?? enters).map { location(log.entries[$0].task, log.entries[$0].places, what) }
            + leaves.map { location(log.entries[$0].task, log.entries[$0].places, "calls leave()") }
        let skipped = exits(unmatched ?? [], leaves, enters)
        words += skipped.words
        let isCertain = unmatched.map { $0.allSatisfy { hasEnded(handedOver(after: $0, enters)) } } ?? false
        return (words, skipped.locations + locations, enters.count - leaves.count, isCertain)
    }

    /// The lines by which the work that should have left a group can end before it calls leave(): they are in the function that calls it for
    /// other work, or in a function of the program that calls it at all.
    private func exits(
        _ unmatched: [Int], _ leaves: [Int], _ enters: [Int]
    ) -> (words: String, locations: [Explanation.Location?]) {
        guard let handed = unmatched.lazy.compactMap({ handedOver(after: $0, enters) }).first(where: hasEnded) else { return ("", []) }
        let called = leaves.compactMap { source.position(log.entries[$0].places) }
        let ends = called.isEmpty ? source.lines(containing: ".leave()") : called
        let places = Set(ends.map { "\($0.file.path):\($0.line)" })
        guard let end = ends.first, places.count == 1 else { return ("", []) }
        let exits = source.exits(before: end)
        if exits.isEmpty { return ("", []) }
        let lines = exits.map { "`\($0.text)` (\(source.words($0)))" }
        let who = name(Int(handed.object) - 1)
        return (
            " The code can end before `\(end.text)` (\(source.words(end))), by \(Wording.list(lines, "or")). On that code path \(who) calls no leave().",
            exits.prefix(3).map {
                Explanation.Location(
                    task: who, file: $0.file.name, line: $0.line, what: "can end before leave()", source: $0.text, callers: [])
            }
        )
    }

    private func times(_ count: Int) -> String { count == 1 ? "once" : count == 2 ? "twice" : "\(count) times" }

    /// The enters without a leave; nil if they cannot be determined. A leave belongs to the enter
    /// that its own thread made, or to the one made right before its block was submitted, or before
    /// the submitting block was submitted.
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

    /// The item that the thread submitted next after enter(), before it entered again.
    private func handedOver(after enter: Int, _ all: [Int]) -> ExecutionRecord.Entry? {
        let task = log.entries[enter].task, next = all.first { $0 > enter && log.entries[$0].task == task } ?? log.entries.count
        return log.entries[enter..<next].first { $0.event == .itemEnqueued && $0.task == task }
    }

    /// The story of an enter() without a leave().
    private func story(_ enter: Int, _ all: [Int]) -> String {
        let entry = log.entries[enter], same = all.filter { log.entries[$0].places == entry.places && log.entries[$0].task == entry.task }
        let which = same.count == 1 ? "" : ", the \(Wording.ordinal((same.firstIndex(of: enter) ?? 0) + 1)) time that it ran this line"
        var words = "No leave() belongs to the enter() of \(name(entry.task)) in \(quote(entry.places))\(which)"
        if let handed = handedOver(after: enter, all), hasEnded(handed) {
            words += ": \(name(Int(handed.object) - 1)), submitted right after it, finished without calling leave()"
        }
        return words + "."
    }

    private func hasEnded(_ handed: ExecutionRecord.Entry?) -> Bool {
        log.entries.contains { $0.event == .itemEnded && $0.object == handed?.object }
    }
}
