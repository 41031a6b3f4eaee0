import Explorer
import Trace

extension Scene {
    /// A thread has read a variable and changes it later, although another thread has changed it in
    /// between.
    struct StaleRead {
        var words: String
        var reads: Explanation.Location?
        var isChanged: Explanation.Location?
        var writes: Explanation.Location?
        var hint: String
    }

    /// Finds the first stale read in this execution: a thread reads a variable, another thread
    /// changes it, and the first then changes it too; nil if there is none.
    ///
    /// A write by the reader in between starts a new read-modify-write and is not counted. If the
    /// reader reads again before its change, the first read is not stale. But a second read within
    /// the same stretch under a lock or on an actor belongs to the change, and so does a read after
    /// it.
    var overtaken: StaleRead? {
        var latest: [UInt64: [String: ExecutionRecord.Entry]] = [:]
        var change: [UInt64: [String: (look: ExecutionRecord.Entry, change: ExecutionRecord.Entry)]] = [:]
        var stretches: [String: Int] = [:], again: [UInt64: [String: Int]] = [:], own: [UInt64: [String: Int]] = [:]
        var protections: [String: Protection] = [:]
        for entry in log.entries {
            let word = entry.object & ~7, who = name(entry.task)
            protections[who, default: Protection()].note(entry, isOwned: ownsQueue(entry))
            if [.lockAcquired, .lockReleased, .itemBegan, .itemEnded].contains(entry.event) { stretches[who, default: 0] += 1 }
            guard entry.isAccess else { continue }
            // An operation that reads and changes an atomic variable in one step never makes a
            // stale read. It can make an earlier read of another thread stale.
            let isOneStep = entry.event == .memoryAtomic && entry.detail & 0xFF == 2
            let stretch = stretches[who, default: 0]
            if let seen = again[word]?[who], seen != stretch {
                // It has read the new value in an earlier stretch.
                change[word]?[who] = nil
                again[word]?[who] = nil
            }
            if entry.looks && change[word]?[who] != nil { again[word, default: [:]][who] = stretch }
            if isOneStep {
                change[word]?[who] = nil
                again[word]?[who] = nil
            }
            if !entry.looks {
                if let (look, other) = change[word]?[who] { return overtaken(look, other, entry) }
                for (reader, look) in latest[word, default: [:]] where reader != who && look.looks {
                    if change[word]?[reader] == nil { change[word, default: [:]][reader] = (look, entry) }
                }
            }
            // Within one stretch under a lock or on an actor, a thread knows its own change: a read
            // of it is not the basis of a later change. (If no lock or queue protects the variable,
            // others can change it in the middle of a stretch. And a variable's first value does
            // not count as a change.)
            let isProtected = protections[who]?.isThere ?? false
            if entry.looks && isProtected && own[word]?[who] == stretch { continue }
            if !entry.looks && isProtected { own[word, default: [:]][who] = stretch }
            latest[word, default: [:]][who] = entry
        }
        return nil
    }

    /// The protection of a thread's variables: locks that it holds, and queues on which it runs
    /// alone.
    private struct Protection {
        private var locks = 0, items: Set<UInt64> = [], firstValues = 0
        var isThere: Bool { (locks > 0 || !items.isEmpty) && firstValues == 0 }

        mutating func note(_ entry: ExecutionRecord.Entry, isOwned: Bool) {
            switch entry.event {
            case .lockAcquired: locks += 1
            case .lockReleased: locks = max(0, locks - 1)
            case .itemBegan where isOwned: items.insert(entry.object)
            case .itemEnded: items.remove(entry.object)
            case .onceBegan: firstValues += 1
            case .onceEnded: firstValues -= 1
            default: break
            }
        }
    }

    /// Whether an item begins that runs alone on its queue: on a serial queue, on an actor, or as a
    /// barrier.
    private func ownsQueue(_ entry: ExecutionRecord.Entry) -> Bool {
        guard entry.event == .itemBegan else { return false }
        let queue = log.entries.first { $0.event == .queueCreated && $0.object == entry.argument }
        switch queue.flatMap({ Trace.Queue.Kind(rawValue: Int($0.detail)) }) {
        case .serial, .main, .actor: return true
        case .concurrent: return log.entries.contains { $0.event == .itemEnqueued && $0.object == entry.object && $0.detail & 1 << 8 != 0 }
        default: return false
        }
    }

    /// Whether there is an `await` in the lines of a function between two places in it.
    private func hasAwait(between look: ExecutionRecord.Entry, _ change: ExecutionRecord.Entry) -> Bool {
        guard let first = source.innermost(look.places), let last = source.innermost(change.places), first.function == last.function,
            first.position.line < last.position.line
        else { return false }
        return (first.position.line...last.position.line).contains { first.position.file.line($0).contains("await ") }
    }

    private func overtaken(_ look: ExecutionRecord.Entry, _ other: ExecutionRecord.Entry, _ own: ExecutionRecord.Entry) -> StaleRead? {
        let isAtomic = own.event == .memoryAtomic
        guard let variable = source.name(of: own) ?? (isAtomic ? "the atomic variable" : nil), source.position(look.places) != nil,
            source.position(own.places) != nil
        else { return nil }
        let who = name(own.task), another = name(other.task)
        let isOfValue = source.isComputed(own.places, of: look.places)
        let lost = isOfValue ? " So the change by \(another) is lost: a lost update (a read-modify-write in two steps)." : ""
        let why = lost + (isAtomic ? " Each of these accesses is atomic, but the sequence is not." : "")
        return StaleRead(
            words:
                "\(who.capitalizedFirst) reads \(variable) in \(quote(look.places)). Then \(another) changes it in \(quote(other.places)). After that, \(who) changes \(variable) in \(quote(own.places)), although the value that \(who) read is now out of date (a race condition).\(why)",
            reads: location(look.task, look.places, "reads \(variable)"),
            isChanged: location(other.task, other.places, "changes \(variable)"),
            writes: location(own.task, own.places, "changes \(variable)"),
            hint: hasAwait(between: look, own)
                ? "Check the state again after the `await`, or change it before the `await`: other tasks can run on an actor at every `await`."
                : isAtomic
                    ? "Read and change it in one step: add(_:ordering:), or compareExchange in a loop, which stores only if no other thread has changed the value in between."
                    : "Make it one step: read, decide and change under one lock, or in one block of one serial queue.")
    }
}

extension ExecutionRecord.Entry {
    /// For an access: whether it changes nothing.
    var looks: Bool { event == .memoryRead || event == .memoryAtomic && detail & 0xFF == 0 }
}
