import Trace

extension StepLog {
    /// The time between two sentences in words: "+1.2 ms", in an explored run "-3 steps".
    public func duration(from first: Int, to second: Int) -> String {
        let length = self[second].time - self[first].time
        return (length < 0 ? "-" : "+") + names.duration(abs(length))
    }

    /// The last sentence at a moment or before it; the first one where there is none before. Logarithmic in the number of events.
    public func index(at time: Int64) -> Int {
        var low = 0, high = trace.events.count
        while low < high {
            let middle = (low + high) / 2
            if trace.events[middle].time <= time { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? 0 : index(telling: low - 1) ?? 0
    }

    /// The sentence nearest to another that contains a word, in upper or lower case; the search
    /// wraps around. Linear in the sentences.
    ///
    /// - Parameter isForward: whether to search after the sentence first, or before it.
    /// - Returns: its index; nil where no sentence has the word.
    public func index(ofSentenceWith word: String, from start: Int, isForward: Bool = true) -> Int? {
        let word = word.lowercased()
        guard !word.isEmpty else { return nil }
        var first: Int?, last: Int?, before: Int?, after: Int?
        forEach { step in
            guard step.sentence.lowercased().contains(word) else { return true }
            let index = step.number - 1
            if first == nil { first = index }
            last = index
            if index < start { before = index }
            if index > start, after == nil { after = index }
            // The answer is known: the remaining sentences need not be read.
            return !(isForward && after != nil)
        }
        return isForward ? after ?? first : before ?? last
    }

    /// The sentence of the event that caused this sentence's event: an item's enqueue or begin, the
    /// signal that ended a wait, else what the same thread did before. nil: not known.
    public func index(ofCauseOf step: Int) -> Int? {
        guard let event = event(ofStep: step) else { return nil }
        return cause(of: event).flatMap { self.step(telling: $0, isBefore: step) } ?? sentence(before: event)
    }

    /// The sentence of the event that this sentence's event caused: an item's begin or end, the end
    /// of the wait that a signal ended, else what the same thread did next.
    public func index(ofEffectOf step: Int) -> Int? {
        guard let event = event(ofStep: step) else { return nil }
        let known = effect(of: event).flatMap { self.step(telling: $0, isBefore: nil) }
        return known.flatMap { $0 == step ? nil : $0 } ?? sentence(after: event)
    }

    private func event(ofStep step: Int) -> Int? {
        let event = self.event(of: step)
        return trace.events.indices.contains(event) ? event : nil
    }

    /// The previous event of an event's thread, in the same item or outside all items. A `sync`
    /// that the thread ran itself is a part of that.
    private func sentence(before event: Int) -> Int? {
        let lane = trace.events[event].lane
        for other in trace.events[..<event].indices.reversed() where trace.events[other].lane == lane {
            if trace.events[other].kind == .itemEnded, !isRunByCaller(other) { return nil }
            if let told = sentence(of: other) { return told }
            if trace.events[other].kind == .itemBegan, !isRunByCaller(other) { return nil }
        }
        return nil
    }

    /// The next event of an event's thread, in the same item or outside all items; after a `sync`
    /// on another thread, the caller's next event.
    private func sentence(after event: Int) -> Int? {
        var lane = trace.events[event].lane
        if trace.events[event].kind == .itemEnded {
            guard let item = subject(event), trace.items.indices.contains(item), trace.items[item].callerWaits,
                let caller = trace.items[item].enqueuedOnLane
            else { return nil }
            lane = Int32(caller)
        }
        for other in trace.events[(event + 1)...].indices where trace.events[other].lane == lane {
            if trace.events[other].kind == .itemBegan, !isRunByCaller(other) { return nil }
            if let told = sentence(of: other) { return told }
            if trace.events[other].kind == .itemEnded, !isRunByCaller(other) { return nil }
        }
        return nil
    }

    /// Whether an item's begin or end is that of a `sync` on the thread that asked for it.
    private func isRunByCaller(_ event: Int) -> Bool {
        guard let item = subject(event), trace.items.indices.contains(item) else { return false }
        return trace.items[item].callerWaits && trace.items[item].enqueuedOnLane == Int(trace.events[event].lane)
    }

    /// The sentence of exactly this event.
    private func sentence(of event: Int) -> Int? { index(telling: event).flatMap { self.event(of: $0) == event ? $0 : nil } }

    private func step(telling event: Int, isBefore step: Int?) -> Int? {
        guard let index = index(telling: event), self[index].event <= event else { return nil }
        // An event that shares the sentence of a later event: use that sentence.
        let found = self[index].event == event ? index : Swift.min(index + 1, count - 1)
        if let step, found >= step { return nil }
        return found
    }

    private func subject(_ event: Int) -> Int? {
        let subject = Int(history.subjects.subjects[event])
        return subject >= 0 ? subject : nil
    }

    private func cause(of event: Int) -> Int? {
        guard let subject = subject(event) else { return nil }
        switch trace.events[event].kind {
        case .itemBegan: return neighbour(of: event, subject, [.itemEnqueued, .operationAdded], isBefore: true)
        case .itemEnded: return neighbour(of: event, subject, [.itemBegan], isBefore: true)
        case .itemEnqueued, .operationAdded:
            guard let item = trace.items[subject].enqueuedByItem else { return nil }
            return trace.events[..<event].indices.last { trace.events[$0].kind == .itemBegan && self.subject($0) == item }
        case .waitEnded:
            let wait = Int(history.subjects.partners[event])
            guard trace.waits.indices.contains(wait) else { return nil }
            return trace.waits[wait].endedBy ?? began(wait, before: event)
        default: return nil
        }
    }

    private func effect(of event: Int) -> Int? {
        let kind = trace.events[event].kind
        if let wait = trace.waits.firstIndex(where: { $0.endedBy == event }) {
            return trace.events[event...].indices.first {
                trace.events[$0].kind == .waitEnded && Int(history.subjects.partners[$0]) == wait
            }
        }
        guard let subject = subject(event) else { return nil }
        switch kind {
        case .itemEnqueued, .operationAdded: return neighbour(of: event, subject, [.itemBegan], isBefore: false)
        case .itemBegan: return neighbour(of: event, subject, [.itemEnded], isBefore: false)
        case .waitBegan:
            let wait = Int(history.subjects.partners[event])
            return trace.events[event...].indices.first {
                trace.events[$0].kind == .waitEnded && Int(history.subjects.partners[$0]) == wait
            }
        default: return nil
        }
    }

    private func began(_ wait: Int, before event: Int) -> Int? {
        trace.events[..<event].indices.last { trace.events[$0].kind == .waitBegan && Int(history.subjects.partners[$0]) == wait }
    }

    /// The nearest event of one kind with the same item.
    private func neighbour(of event: Int, _ item: Int, _ kinds: Set<Event.Kind>, isBefore: Bool) -> Int? {
        func fits(_ index: Int) -> Bool { kinds.contains(trace.events[index].kind) && subject(index) == item }
        return isBefore ? trace.events[..<event].indices.last(where: fits) : trace.events[(event + 1)...].indices.first(where: fits)
    }
}
