import Explorer

extension Scene {
    /// A value of several parts: a task has read one part before another task changed it, and
    /// another part after that; nil if this execution has no such read.
    func torn(_ one: ExplorationReport.Access, _ other: ExplorationReport.Access) -> String? {
        for (writes, reads) in [(one, other), (other, one)] where writes.writes {
            let writer = name(writes.task), reader = name(reads.task)
            let stores = parts(of: writes.task, at: writes) { $0.event == .memoryWritten }
            let loads = parts(of: reads.task, at: reads) { $0.event == .memoryRead }
            // The n-th reads of all parts are one read of the value, and the n-th writes are one
            // write.
            guard stores.count == 2, loads.count == 2, stores[0].word != stores[1].word,
                stores.allSatisfy({ part in
                    loads.contains { $0.word == part.word && $0.moments.count <= 8 } && part.moments.count == stores[0].moments.count
                }), loads[0].moments.count == loads[1].moments.count
            else { continue }
            for (old, new) in [(loads[0], loads[1]), (loads[1], loads[0])] {
                guard let late = stores.first(where: { $0.word == old.word }), let early = stores.first(where: { $0.word == new.word }),
                    let variable = old.moments.first.flatMap({ source.name(of: log.entries[$0]) })
                else { continue }
                // The part that was read before it was written, and the part that was read after it
                // was written.
                let isMixed = zip(old.moments, new.moments).contains { read in
                    zip(late.moments, early.moments).contains { write in read.0 < write.0 && read.1 > write.1 }
                }
                guard isMixed else { continue }
                return
                    "\(variable) is stored in several parts, and each part is written separately. (For example, an Optional has a value and a flag. The flag says whether there is a value.) Here \(reader) reads one part before \(writer) writes it, and another part after that. This is a torn read: it gives a value that no thread has stored."
            }
        }
        return nil
    }

    /// The moments at which a thread accesses each word of the variable of an access, in the line
    /// of that access.
    private func parts(of task: Int, at access: ExplorationReport.Access, _ isWanted: (ExecutionRecord.Entry) -> Bool)
        -> [(word: UInt64, moments: [Int])]
    {
        guard let line = source.position(stack(access))?.line,
            let variable = log.entries.first(where: { $0.isAccess && $0.task == task && $0.places.first == access.place }).flatMap(
                source.name)
        else { return [] }
        let moments = log.entries.indices.filter { index in
            let entry = log.entries[index]
            return entry.isAccess && entry.task == task && isWanted(entry) && source.position(entry.places)?.line == line
                && source.name(of: entry) == variable
        }
        return Dictionary(grouping: moments) { log.entries[$0].object & ~7 }.map { ($0, $1) }
    }
}
