import Explorer

extension Scene {
    /// The two entries of a data race: two accesses that nothing orders; nil if it is not certain which ones they are.
    ///
    /// A race names two places of the program, and a thread can be there several times. If an access of one thread is not ordered before an
    /// access of the other, neither is the last one at that place before the change between the two threads. So one of these changes is the
    /// race; if there is only one, it is known.
    func entries(of pair: [ExplorationReport.Access]) -> (earlier: Int, later: Int)? {
        guard pair.count == 2, pair[0].task != pair[1].task else { return nil }
        let accesses = log.entries.indices.filter { index in
            let entry = log.entries[index]
            return entry.isAccess
                && pair.contains { access in
                    access.task == entry.task && access.place == entry.places.first
                        && (entry.event == .memoryAtomic || access.writes == (entry.event == .memoryWritten))
                }
        }
        let changes = Dictionary(grouping: accesses) { log.entries[$0].accessedVariable }.values.flatMap { own in
            zip(own, own.dropFirst()).filter { earlier, later in
                log.entries[earlier].task != log.entries[later].task && !isForced(earlier, before: later)
            }
        }
        return changes.count == 1 ? changes.first.map { (earlier: $0, later: $1) } : nil
    }
}
