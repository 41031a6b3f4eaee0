import Explorer

/// A thread reads two values that belong together at two different moments: one before another
/// thread changes it, the other one after that thread has changed it.
extension Scene {
    struct InconsistentView {
        var story: Between
        /// Whether the same two reads give an allowed outcome if both come before the changes: then
        /// the mistake is not that the reader comes too early.
        var isCertain: Bool
    }

    /// The story, if an early reader is known to be allowed.
    var certainInconsistentView: Between? { inconsistentView.flatMap { $0.isCertain ? $0.story : nil } }

    /// The two reads and the two changes; nil if there is no such case.
    var inconsistentView: InconsistentView? {
        guard !isOfRace else { return nil }
        var reads: [String: [UInt64: Int]] = [:], changes: [String: [UInt64: [Int]]] = [:], rewritten: [String: Set<UInt64>] = [:]
        for (index, entry) in log.entries.enumerated()
        where entry.isAccess && source.position(entry.places) != nil && source.name(of: entry) != nil {
            let who = name(entry.task), word = entry.object & ~7
            if entry.looks {
                reads[who, default: [:]][word] = index
            } else {
                // (The first value does not count.)
                if reads[who]?[word] != nil { rewritten[who, default: []].insert(word) }
                changes[who, default: [:]][word, default: []].append(index)
            }
        }
        for reader in reads.keys.sorted() {
            for writer in changes.keys.sorted() where writer != reader {
                let looks = (reads[reader] ?? [:]).filter { rewritten[reader]?.contains($0.key) != true }, own = changes[writer] ?? [:]
                // Before the change, and after it.
                let early = looks.compactMap { word, look in own[word]?.first { $0 > look }.map { (look: look, change: $0) } }
                let late = looks.compactMap { word, look in own[word]?.last { $0 < look }.map { (look: look, change: $0) } }
                // The two reads that are nearest to each other. (Each read is one step of the log, so no two are equal.)
                guard let early = early.max(by: { $0.look < $1.look }), let late = late.min(by: { $0.look < $1.look }),
                    log.entries[early.look].object & ~7 != log.entries[late.look].object & ~7
                else { continue }
                return view(early, late)
            }
        }
        return nil
    }

    private func view(_ early: (look: Int, change: Int), _ late: (look: Int, change: Int)) -> InconsistentView {
        let (look, change) = (log.entries[early.look], log.entries[early.change])
        let (lateLook, lateChange) = (log.entries[late.look], log.entries[late.change])
        let who = name(look.task), other = name(change.task), first = source.variable(look), second = source.variable(lateLook)
        let isOneName = first == second
        // (A replay has no other executions to compare with.)
        let isCertain =
            !isOfAll
            || counterparts.contains {
                $0.has(steps[early.look], before: steps[early.change]) && $0.has(steps[late.look], before: steps[late.change])
            }
        return InconsistentView(
            story: Between(
                words:
                    "\(who.capitalizedFirst) reads \(first)\(isOneName ? " of one object" : "") in \(quote(look.places)) before \(other) changes it in \(quote(change.places)). It reads \(second)\(isOneName ? " of another object" : "") in \(quote(lateLook.places)) after \(other) has changed it in \(quote(lateChange.places)). Each read is protected, but the two reads are two steps. So the two values are not from the same moment (an inconsistent view).",
                locations: [
                    location(look.task, look.places, "reads \(first) before the change"),
                    location(change.task, change.places, "changes \(first)"),
                    location(lateChange.task, lateChange.places, "changes \(second)"),
                    location(lateLook.task, lateLook.places, "reads \(second) after the change"),
                ],
                hint:
                    "Values that belong together need one lock, one queue or one actor. Change all of them in one critical section, and read all of them in one critical section."
            ), isCertain: isCertain)
    }
}
