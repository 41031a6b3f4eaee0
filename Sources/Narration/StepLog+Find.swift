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

    /// The sentence nearest to another in which a word occurs, in upper or lower case; it goes round at the end. Linear in the sentences.
    ///
    /// - Parameter isForward: whether to look behind the sentence first, or before it.
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
            // What is wanted is known: the rest need not be read.
            return !(isForward && after != nil)
        }
        return isForward ? after ?? first : before ?? last
    }

    /// The sentence of the event that led to the one of a sentence: an item's enqueue and begin, the signal that ended a wait. nil: not known.
    public func index(ofCauseOf step: Int) -> Int? {
        guard let event = event(ofStep: step), let cause = cause(of: event) else { return nil }
        return self.step(telling: cause, isBefore: step)
    }

    /// The sentence of the event that the one of a sentence led to: an item's begin and end, the end of the wait that a signal ended.
    public func index(ofEffectOf step: Int) -> Int? {
        guard let event = event(ofStep: step), let effect = effect(of: event) else { return nil }
        return self.step(telling: effect, isBefore: nil).flatMap { $0 == step ? nil : $0 }
    }

    private func event(ofStep step: Int) -> Int? {
        let event = self[step].event
        return trace.events.indices.contains(event) ? event : nil
    }

    private func step(telling event: Int, isBefore step: Int?) -> Int? {
        guard let index = index(telling: event), self[index].event <= event else { return nil }
        // An event that is told with a later one: that sentence tells it.
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

    /// The nearest event of a kind that is about the same item.
    private func neighbour(of event: Int, _ item: Int, _ kinds: Set<Event.Kind>, isBefore: Bool) -> Int? {
        func fits(_ index: Int) -> Bool { kinds.contains(trace.events[index].kind) && subject(index) == item }
        return isBefore ? trace.events[..<event].indices.last(where: fits) : trace.events[(event + 1)...].indices.first(where: fits)
    }
}
