import Explorer

extension Scene {
    /// Somebody who has read a variable and changes it later, though another has changed it in between.
    struct Overtaken {
        var words: String
        var reads: Explanation.Location?
        var isChanged: Explanation.Location?
        var writes: Explanation.Location?
        var hint: String
    }

    /// The first variable in this execution that was changed by somebody who had looked at it before another changed it; nil where there is none.
    ///
    /// The one who looked had not changed it since: else that was a step of its own, and what comes then another. Nor has it looked again before it came
    /// to change it: within the stretch under a lock or on an actor in which it does, looking again belongs to the change; and so does looking behind it.
    var overtaken: Overtaken? {
        var latest: [UInt64: [String: Chronicle.Entry]] = [:]
        var change: [UInt64: [String: (look: Chronicle.Entry, change: Chronicle.Entry)]] = [:]
        var stretches: [String: Int] = [:], again: [UInt64: [String: Int]] = [:], own: [UInt64: [String: Int]] = [:]
        for entry in log.entries {
            let word = entry.object & ~7, who = name(entry.task)
            if [.lockAcquired, .lockReleased, .itemBegan, .itemEnded].contains(entry.event) { stretches[who, default: 0] += 1 }
            guard entry.isAccess else { continue }
            // What reads and changes an atomic variable in one step is never overtaken: the others are, where they looked before.
            let isOneStep = entry.event == .memoryAtomic && entry.detail & 0xFF == 2
            let stretch = stretches[who, default: 0]
            if let seen = again[word]?[who], seen != stretch {
                // It knows of the change.
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
            // Within one stretch, what somebody has changed itself is no news to it: nothing is made of that later.
            if entry.looks && stretch > 0 && own[word]?[who] == stretch { continue }
            if !entry.looks { own[word, default: [:]][who] = stretch }
            latest[word, default: [:]][who] = entry
        }
        return nil
    }

    /// Whether there is an `await` in the lines of a function between two places in it.
    private func hasAwait(between look: Chronicle.Entry, _ change: Chronicle.Entry) -> Bool {
        guard let first = source.innermost(look.places), let last = source.innermost(change.places), first.function == last.function,
            first.position.line < last.position.line
        else { return false }
        return (first.position.line...last.position.line).contains { first.position.file.line($0).contains("await ") }
    }

    private func overtaken(_ look: Chronicle.Entry, _ other: Chronicle.Entry, _ own: Chronicle.Entry) -> Overtaken? {
        let isAtomic = own.event == .memoryAtomic
        guard let variable = source.name(of: own) ?? (isAtomic ? "the atomic variable" : nil), source.position(look.places) != nil,
            source.position(own.places) != nil
        else { return nil }
        let who = name(own.task), another = name(other.task)
        let why = isAtomic ? " Each of these accesses is atomic; all of them together are not." : ""
        return Overtaken(
            words:
                "\(who.capitalizedFirst) reads \(variable) in \(quote(look.places)); then \(another) changes it in \(quote(other.places)), and after that \(who) changes it in \(quote(own.places)), though what it had read before does not hold any more.\(why)",
            reads: location(look.task, look.places, "reads \(variable)"),
            isChanged: location(other.task, other.places, "changes \(variable)"),
            writes: location(own.task, own.places, "changes \(variable)"),
            hint: hasAwait(between: look, own)
                ? "An actor lets others in at every `await`. Look again after the `await` whether everything still is as it was, or change it before."
                : isAtomic
                    ? "Read and change it in one step: add(_:ordering:), or compareExchange in a loop, which stores only if nobody has come in between."
                    : "Make one step of it: look, decide and change under one lock, or in one block of one serial queue.")
    }
}

extension Chronicle.Entry {
    /// Of an access: whether it changes nothing.
    var looks: Bool { event == .memoryRead || event == .memoryAtomic && detail & 0xFF == 0 }
}
