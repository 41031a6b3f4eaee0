import Trace

/// A run as numbered sentences: what happened, and why.
///
/// Opening it goes through the trace once; each sentence is put into words when it is needed, so a
/// run of a million events can be stepped through, forwards and backwards, as quickly as a short
/// one.
public struct StepLog: Sendable {
    public let trace: Trace
    /// The state at every event, to be shown next to a sentence.
    public let history: StateHistory
    let names: Names
    let stretches: Stretches
    let links: OperationLinks
    /// The event of each step; unfinished work comes last, with the trace's event count.
    private var events: [Int32] = []
    private var merged: [Bool] = []
    private let endings: [Ending]

    public init(_ trace: Trace) {
        self.trace = trace
        names = Names(trace: trace)
        stretches = Stretches(trace)
        links = OperationLinks(trace)
        let subjects = EventSubjects(trace)
        var selection = StepSelection(trace)
        history = StateHistory(trace, subjects: subjects) { state, index, event in
            selection.visit(state, index, event, Int(subjects.subjects[index]), Int(subjects.partners[index]))
        }
        selection.finish()
        for (index, mark) in selection.marks.enumerated() where mark != .silent {
            events.append(Int32(index))
            merged.append(mark == .merged)
        }
        endings = Ending.all(trace, history.state(after: trace.events.count - 1), names)
    }

    /// How many sentences there are.
    public var count: Int { events.count + endings.count }

    /// The sentence with an index from 0 up to, not including, `count`; its number is one more.
    public subscript(index: Int) -> Step {
        guard index < events.count else { return ending(index) }
        let before = history.state(before: Int(events[index]))
        var after = before
        after.apply(trace.events[Int(events[index])], of: trace, history.subjects)
        return step(index, before: before, after: after)
    }

    /// The event of a sentence; the trace's number of events for unfinished work.
    func event(of index: Int) -> Int { index < events.count ? Int(events[index]) : trace.events.count }

    /// The sentence of an event, or the last one before it; nil before the first sentence.
    /// Logarithmic in the number of sentences.
    public func index(telling event: Int) -> Int? {
        var low = 0
        var high = events.count
        while low < high {
            let middle = (low + high) / 2
            if Int(events[middle]) <= event { low = middle + 1 } else { high = middle }
        }
        if event >= trace.events.count { return count == 0 ? nil : count - 1 }
        return low == 0 ? nil : low - 1
    }

    /// The state after a sentence's event.
    public func state(at index: Int) -> TraceState {
        history.state(after: index < events.count ? Int(events[index]) : trace.events.count - 1)
    }

    /// Every sentence in order, more quickly than by their indices; ends early when `body` returns false.
    public func forEach(_ body: (Step) -> Bool) {
        // Two states advance in parallel: copying one for every sentence would cost far more than
        // applying each event twice.
        var before = TraceState(trace)
        var after = before
        for index in events.indices {
            let event = Int(events[index])
            while before.eventCount < event { before.apply(trace.events[before.eventCount], of: trace, history.subjects) }
            while after.eventCount <= event { after.apply(trace.events[after.eventCount], of: trace, history.subjects) }
            guard body(step(index, before: before, after: after)) else { return }
        }
        for index in events.count..<count { guard body(ending(index)) else { return } }
    }

    private func step(_ index: Int, before: TraceState, after: TraceState) -> Step {
        let position = Int(events[index])
        let event = trace.events[position]
        let narrator = Narrator(
            trace: trace, names: names, before: before, after: after, event: event, index: position,
            subject: Int(history.subjects.subjects[position]), partner: Int(history.subjects.partners[position]), isMerged: merged[index],
            stretches: stretches, links: links)
        let words = narrator.words()
        return Step(
            number: index + 1, event: position, time: event.time, subject: words.subject, text: words.text, source: narrator.source(words),
            isWarning: words.isWarning)
    }

    private func ending(_ index: Int) -> Step {
        let ending = endings[index - events.count]
        return Step(
            number: index + 1, event: trace.events.count, time: max(trace.duration, trace.events.last?.time ?? 0),
            subject: ending.subject, text: ending.text, source: ending.source, isWarning: true)
    }
}
