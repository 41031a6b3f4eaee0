import Explorer

/// Another task sees an actor's variables while only some of the changes that belong together are
/// made.
extension Scene {
    /// The last change before an `await` and the first change after it, if they are to different
    /// variables and the other task only reads between them.
    func halfChanged(_ turns: (first: Turn, other: Turn, second: Turn))
        -> (words: String, before: Explanation.Location?, after: Explanation.Location?)?
    {
        let end = min(turns.second.ended, log.entries.count)
        let other = accesses(turns.other, until: min(turns.other.ended, turns.second.began))
        let before = accesses(turns.first, until: min(turns.first.ended, turns.other.began)).last { !$0.looks }
        let after = accesses(turns.second, until: end).first { !$0.looks }
        guard let before, let after, before.object & ~7 != after.object & ~7, other.allSatisfy(\.looks),
            other.contains(where: { $0.object & ~7 == before.object & ~7 }), other.contains(where: { $0.object & ~7 == after.object & ~7 }),
            let changed = source.name(of: before), let unchanged = source.name(of: after)
        else { return nil }
        let who = name(turns.first.task), reader = name(turns.other.task)
        return (
            "At that time \(who) had already changed \(changed) in \(quote(before.places)), but not yet \(unchanged) (it does so in \(quote(after.places))). \(reader.capitalizedFirst) read both, so it saw an inconsistent state.",
            location(turns.first.task, before.places, "changes \(changed)"),
            location(turns.second.task, after.places, "changes \(unchanged)")
        )
    }

    private func accesses(_ turn: Turn, until end: Int) -> [ExecutionRecord.Entry] {
        guard turn.began < end else { return [] }
        return log.entries[turn.began..<end].filter { $0.isAccess && $0.task == turn.task && source.position($0.places) != nil }
    }
}
