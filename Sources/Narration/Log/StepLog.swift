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
    let links: ItemLinks
    private let sentences: SentenceIndex
    private let unfinished: [UnfinishedWork]
    /// The sentences that are folded; nil: none are.
    public private(set) var fold: StagingFold?

    /// - Parameter progress: called now and then with the part of the events that has been gone
    ///   through, from 0 to 1.
    public init(_ trace: Trace, progress: (Double) -> Void = { _ in }) {
        self.trace = trace
        names = Names(trace: trace)
        stretches = Stretches(trace)
        links = ItemLinks(trace)
        let subjects = EventSubjects(trace)
        var selection = StepSelection(trace)
        let count = Double(trace.events.count)
        history = StateHistory(trace, subjects: subjects) { state, index, event in
            if index & 0xFFFF == 0 { progress(Double(index) / count) }
            selection.visit(state, index, event, subjects.subject(of: index), subjects.partner(of: index))
        }
        selection.finish()
        sentences = SentenceIndex(selection.marks)
        unfinished = UnfinishedWork.all(trace, history.state(after: trace.events.count - 1), names)
    }

    /// Folds everything but what a reader looks at; nil: folds nothing. Linear in the events.
    public mutating func fold(showing shown: ShownFiles?) {
        fold = shown.flatMap { StagingFold(self, showing: $0) }
    }

    /// How many sentences there are.
    public var count: Int { sentences.count + unfinished.count }

    /// The sentence with an index from 0 up to, not including, `count`; its number is one more.
    public subscript(index: Int) -> Step {
        guard index < sentences.count else { return ending(index) }
        let event = sentences.event(of: index)
        let before = history.state(before: event)
        var after = before
        after.apply(trace.events[event], of: trace, history.subjects)
        return step(index, event, before: before, after: after)
    }

    /// The event of a sentence; the trace's number of events for unfinished work.
    public func event(of index: Int) -> Int { index < sentences.count ? sentences.event(of: index) : trace.events.count }

    /// The moment of a sentence, without its words.
    public func time(of index: Int) -> Int64 {
        index < sentences.count
            ? trace.events.time(sentences.event(of: index)) : max(trace.duration, trace.events.last?.time ?? 0)
    }

    /// The sentence of an event, or the last one before it; nil before the first sentence.
    /// Logarithmic in the number of sentences.
    public func index(telling event: Int) -> Int? {
        if event >= trace.events.count { return count == 0 ? nil : count - 1 }
        let before = sentences.sentences(before: event + 1)
        return before == 0 ? nil : before - 1
    }

    /// The state after a sentence's event.
    public func state(at index: Int) -> TraceState {
        history.state(after: index < sentences.count ? sentences.event(of: index) : trace.events.count - 1)
    }

    /// Every sentence in order, more quickly than by their indices; ends early when `body` returns false.
    public func forEach(_ body: (Step) -> Bool) { forEach(in: 0..<count, body) }

    /// Some sentences in order; ends early when `body` returns false.
    ///
    /// Takes the time of the sentences, and of going through at most some thousand events before the first.
    public func forEach(in range: Range<Int>, _ body: (Step) -> Bool) {
        guard !range.isEmpty else { return }
        // Two states advance in parallel: copying one for every sentence would cost far more than
        // applying each event twice.
        var before = history.state(before: event(of: range.lowerBound))
        var after = before
        for index in range.lowerBound..<max(range.lowerBound, min(range.upperBound, sentences.count)) {
            let event = sentences.event(of: index)
            while before.eventCount < event { before.apply(trace.events[before.eventCount], of: trace, history.subjects) }
            while after.eventCount <= event { after.apply(trace.events[after.eventCount], of: trace, history.subjects) }
            guard body(step(index, event, before: before, after: after)) else { return }
        }
        for index in max(range.lowerBound, sentences.count)..<max(range.lowerBound, sentences.count, range.upperBound) {
            guard body(ending(index)) else { return }
        }
    }

    private func step(_ index: Int, _ position: Int, before: TraceState, after: TraceState) -> Step {
        let event = trace.events[position]
        let narrator = Narrator(
            trace: trace, names: names, before: before, after: after, event: event, index: position,
            subject: history.subjects.subject(of: position), partner: history.subjects.partner(of: position),
            isMerged: sentences.isMerged(position),
            stretches: stretches, links: links, folded: fold?.objects ?? [])
        let words = narrator.words()
        return Step(
            number: index + 1, event: position, time: event.time, subject: words.subject, text: words.text, source: narrator.source(words),
            isWarning: words.isWarning)
    }

    private func ending(_ index: Int) -> Step {
        let ending = unfinished[index - sentences.count]
        return Step(
            number: index + 1, event: trace.events.count, time: max(trace.duration, trace.events.last?.time ?? 0),
            subject: ending.subject, text: ending.text, source: ending.source, isWarning: true)
    }
}
