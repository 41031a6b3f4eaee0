import Trace

extension StepLog {
    /// The first sentence about a line of a file; nil if there is none among the first hundred thousand.
    /// - Parameter file: its name without its folders.
    public func index(ofFirstIn file: String) -> Int? {
        var found: Int?
        forEach(in: 0..<min(count, 100_000)) { step in
            guard let source = step.source, source.line > 0 else { return true }
            if source.file.split(separator: "/").last.map(String.init) == file { found = step.number - 1 }
            return found == nil
        }
        return found
    }

    /// The time between two sentences in words: "+1.2 ms", in an explored run "-3 steps".
    public func duration(from first: Int, to second: Int) -> String {
        let length = self[second].time - self[first].time
        return (length < 0 ? "-" : "+") + names.duration(abs(length))
    }

    /// The last sentence at a moment or before it; the first one where there is none before. Logarithmic in the number of events.
    public func index(at time: Int64) -> Int {
        let event = trace.events.firstIndex(after: time)
        return event == 0 ? 0 : index(telling: event - 1) ?? 0
    }

    /// The result of a search.
    public enum Found: Equatable, Sendable {
        case sentence(Int)
        /// No sentence has the word.
        case none
        /// So many sentences were searched that this is enough for one key; this is the last of them.
        case upTo(Int)
    }

    /// The sentence nearest to another that contains a word, in upper or lower case, or whose source line is in a function with this word in
    /// its name; the search wraps around.
    ///
    /// - Parameters:
    ///   - isForward: whether to search after the sentence first, or before it.
    ///   - limit: the most sentences to search.
    public func find(_ word: String, from start: Int, isForward: Bool = true, limit: Int = .max) -> Found {
        let pattern = SearchPattern(word)
        guard !pattern.isEmpty, count > 0 else { return .none }
        // Backwards it goes block by block, and forwards in each of them.
        let block = isForward ? 1 << 16 : 2_048
        var searched = 0, end = start
        while searched < count {
            guard searched < limit else { return .upTo(end) }
            let next: Range<Int>
            if isForward {
                let first = end + 1 < count ? end + 1 : 0
                next = first..<min(first + min(block, limit - searched), count, first + count - searched)
            } else {
                let last = end > 0 ? min(end, count) : count
                next = max(0, last - min(block, limit - searched), last - (count - searched))..<last
            }
            var found: Int?
            forEach(in: next) { step in
                guard pattern.occurs(in: step.sentence) || pattern.occurs(in: step.source?.function ?? "") else { return true }
                found = step.number - 1
                return !isForward
            }
            if let found { return .sentence(found) }
            searched += next.count
            end = isForward ? next.upperBound - 1 : next.lowerBound
        }
        return .none
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
        let lane = trace.events.lane(event)
        for other in trace.events[..<event].indices.reversed() where trace.events.lane(other) == lane {
            if trace.events.kind(other) == .itemEnded, !isRunByCaller(other) { return nil }
            if let told = sentence(of: other) { return told }
            if trace.events.kind(other) == .itemBegan, !isRunByCaller(other) { return nil }
        }
        return nil
    }

    /// The next event of an event's thread, in the same item or outside all items; after a `sync`
    /// on another thread, the caller's next event.
    private func sentence(after event: Int) -> Int? {
        var lane = trace.events.lane(event)
        if trace.events[event].kind == .itemEnded {
            guard let item = subject(event), trace.items.indices.contains(item), trace.items[item].callerWaits,
                let caller = trace.items[item].enqueuedOnLane
            else { return nil }
            lane = Int32(caller)
        }
        for other in trace.events[(event + 1)...].indices where trace.events.lane(other) == lane {
            if trace.events.kind(other) == .itemBegan, !isRunByCaller(other) { return nil }
            if let told = sentence(of: other) { return told }
            if trace.events.kind(other) == .itemEnded, !isRunByCaller(other) { return nil }
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
        let subject = history.subjects.subject(of: event)
        return subject >= 0 ? subject : nil
    }

    private func cause(of event: Int) -> Int? {
        guard let subject = subject(event) else { return nil }
        switch trace.events[event].kind {
        case .itemBegan: return neighbour(of: event, subject, [.itemEnqueued, .operationAdded], isBefore: true)
        case .itemEnded: return neighbour(of: event, subject, [.itemBegan], isBefore: true)
        case .itemEnqueued, .operationAdded:
            guard let item = trace.items[subject].enqueuedByItem else { return nil }
            let began = trace.items.began(item).flatMap { time in
                self.event(at: time) { trace.events.kind($0) == .itemBegan && self.subject($0) == item }
            }
            return began.flatMap { $0 < event ? $0 : nil }
        case .waitEnded:
            let wait = history.subjects.partner(of: event)
            guard trace.waits.indices.contains(wait) else { return nil }
            return trace.waits[wait].endedBy ?? self.event(of: wait, .waitBegan)
        default: return nil
        }
    }

    private func effect(of event: Int) -> Int? {
        let kind = trace.events[event].kind
        if let wait = trace.waits.firstIndex(where: { $0.endedBy == event }) { return self.event(of: wait, .waitEnded) }
        guard let subject = subject(event) else { return nil }
        switch kind {
        case .itemEnqueued, .operationAdded: return neighbour(of: event, subject, [.itemBegan], isBefore: false)
        case .itemBegan: return neighbour(of: event, subject, [.itemEnded], isBefore: false)
        case .waitBegan:
            let wait = history.subjects.partner(of: event)
            return self.event(of: wait, .waitEnded)
        default: return nil
        }
    }

    /// The nearest event of one kind with the same item.
    private func neighbour(of event: Int, _ item: Int, _ kinds: Set<Event.Kind>, isBefore: Bool) -> Int? {
        func fits(_ index: Int) -> Bool { kinds.contains(trace.events.kind(index)) && subject(index) == item }
        // The item's facts say when it was.
        let facts = trace.items[item]
        for time in [facts.enqueued, facts.began, facts.ended].compactMap(\.self) {
            if let found = self.event(at: time, where: fits), isBefore ? found < event : found > event { return found }
        }
        return isBefore ? trace.events[..<event].indices.last(where: fits) : trace.events[(event + 1)...].indices.first(where: fits)
    }

    /// The first event of a moment that fits. Logarithmic.
    private func event(at time: Int64, where fits: (Int) -> Bool) -> Int? {
        var index = time == .min ? 0 : trace.events.firstIndex(after: time - 1)
        while index < trace.events.count, trace.events.time(index) == time {
            if fits(index) { return index }
            index += 1
        }
        return nil
    }

    /// The event that began a wait, or that ended it.
    private func event(of wait: Int, _ kind: Event.Kind) -> Int? {
        guard trace.waits.indices.contains(wait) else { return nil }
        let facts = trace.waits[wait]
        return (kind == .waitBegan ? facts.began : facts.ended).flatMap {
            event(at: $0) { trace.events.kind($0) == kind && history.subjects.partner(of: $0) == wait }
        }
    }
}

/// A word to search for, in upper or lower case.
private struct SearchPattern {
    private let letters: [UInt8]
    private let word: String

    init(_ word: String) {
        self.word = word.lowercased()
        letters = Array(self.word.utf8)
    }

    var isEmpty: Bool { letters.isEmpty }

    /// Most sentences are ASCII, for which no new text has to be made.
    func occurs(in text: String) -> Bool {
        var text = text
        let answer: Bool? = text.withUTF8 { bytes in
            guard bytes.count >= letters.count else { return bytes.allSatisfy { $0 < 128 } ? false : nil }
            for start in 0...(bytes.count - letters.count) {
                var index = 0
                while index < letters.count, Self.lower(bytes[start + index]) == letters[index] { index += 1 }
                if index == letters.count { return true }
            }
            return bytes.allSatisfy { $0 < 128 } ? false : nil
        }
        return answer ?? text.lowercased().contains(word)
    }

    private static func lower(_ byte: UInt8) -> UInt8 { byte >= 65 && byte <= 90 ? byte + 32 : byte }
}
