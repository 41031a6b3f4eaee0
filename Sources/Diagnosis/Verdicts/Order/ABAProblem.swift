import Explorer

extension Scene {
    /// A compareExchange that succeeded although the variable had changed, and changed back, since
    /// it was read. Other values that were read at the same time are out of date.
    var changedAndBack: Between? {
        guard !isOfRace else { return nil }
        for exchange in log.entries.indices {
            let entry = log.entries[exchange], who = name(entry.task)
            guard entry.event == .memoryAtomic, entry.detail & 0xFF == 2, let expected = expectedValue(entry) else { continue }
            let word = entry.object
            let look = log.entries[..<exchange].lastIndex { $0.event == .memoryAtomic && $0.object == word && name($0.task) == who }
            guard let look, log.entries[look].looks, assigns(log.entries[look], to: expected) else { continue }
            let changes = (look..<exchange).filter {
                log.entries[$0].event == .memoryAtomic && log.entries[$0].object == word && !log.entries[$0].looks
            }
            // One change alone would have made the exchange fail.
            guard let first = changes.first, let last = changes.last, changes.count > 1 else { continue }
            return changedAndBack(look, first, last, exchange)
        }
        return nil
    }

    private func changedAndBack(_ look: Int, _ first: Int, _ last: Int, _ exchange: Int) -> Between {
        let entry = log.entries[exchange], read = log.entries[look], leaves = log.entries[first], returns = log.entries[last]
        let who = name(entry.task), other = name(leaves.task)
        let variable = source.name(of: entry) ?? source.name(of: read) ?? "the atomic variable"
        let stale = outOfDate(of: who, from: look, to: exchange)
        let also =
            stale.map {
                " But \(source.name(of: log.entries[$0.change]) ?? "another variable") has changed: \(who) had read it in \(quote(log.entries[$0.look].places)), and \(name(log.entries[$0.change].task)) has changed it since then, in \(quote(log.entries[$0.change].places))."
            } ?? " A conclusion that \(who) made from the first value can be wrong by now."
        return Between(
            words:
                "\(who.capitalizedFirst) reads \(variable) in \(quote(read.places)). Then \(other) changes it in \(quote(leaves.places)), and \(name(returns.task)) stores the old value again in \(quote(returns.places)). The compareExchange of \(who) in \(quote(entry.places)) compares values only, so it succeeds as if nothing had changed.\(also) This is the ABA problem.",
            locations: [
                location(read.task, read.places, "reads \(variable)"),
                stale.flatMap {
                    location(log.entries[$0.change].task, log.entries[$0.change].places, "changes another value that was read")
                },
                location(leaves.task, leaves.places, "changes \(variable)"),
                location(returns.task, returns.places, "stores the old value again"),
                location(entry.task, entry.places, "exchanges it: the comparison succeeds"),
            ],
            hint:
                "Keep a version counter and the value in one atomic word, and increase the counter with each change. The comparison then fails after any change. Or protect the whole step with a lock."
        )
    }

    /// Another variable that a thread had read between two moments, and another thread has changed
    /// before the second.
    private func outOfDate(of who: String, from look: Int, to exchange: Int) -> (look: Int, change: Int)? {
        for read in look + 1..<exchange {
            let entry = log.entries[read]
            guard entry.isAccess, entry.looks, name(entry.task) == who, entry.object != log.entries[look].object else { continue }
            let change = log.entries.indices[read..<exchange].last {
                let other = log.entries[$0]
                return other.isAccess && !other.looks && other.object == entry.object && name(other.task) != who
            }
            if let change { return (read, change) }
        }
        return nil
    }

    /// The variable passed to compareExchange as the expected value: "node" in
    /// `top.compareExchange(expected: node, …)`.
    private func expectedValue(_ entry: ExecutionRecord.Entry) -> Substring? {
        guard let text = source.position(entry.places)?.text else { return nil }
        return text.firstMatch(of: /ompareExchange\(\s*expected:\s*([A-Za-z_]\w*)/)?.1
    }

    /// Whether the line of a load assigns its value to a variable: `let node = top.load(…)`.
    private func assigns(_ load: ExecutionRecord.Entry, to variable: Substring) -> Bool {
        guard let match = source.position(load.places)?.text.firstMatch(of: /([A-Za-z_]\w*)\s*(?::\s*\w+\s*)?=\s*[^=]*\.load\(/) else {
            return false
        }
        return match.1 == variable
    }
}
