import Trace
import Words

/// The program at each sentence of a log, forwards and backwards.
///
/// Opening it goes through the events once. A moment is then found in lists that are sorted by time, so that it takes as long at any
/// position, and is the same from whichever side the reader comes to it.
public struct ProgramHistory: Sendable {
    private var log: StepLog
    private let variables: VariableHistory
    private let positions: ThreadPositions
    /// For each object of the trace the event that uses it first; -1: none does.
    private var firstUses: [Int]
    /// The objects that are used, in the order of their first use.
    private var used: [Int] = []

    public init(_ log: StepLog) {
        self.log = log
        let trace = log.trace
        variables = VariableHistory(trace)
        positions = ThreadPositions(trace)
        firstUses = [Int](repeating: -1, count: trace.objects.count)
        for index in trace.events.indices {
            let kind = trace.events.kind(index).rawValue
            guard 30...62 ~= kind, kind != 44 else { continue }
            if kind < 40 {
                let wait = log.history.subjects.partner(of: index)
                if trace.waits.indices.contains(wait), let object = trace.waits[wait].object { use(object, index) }
            } else {
                use(log.history.subjects.subject(of: index), index)
            }
        }
        used = firstUses.indices.filter { firstUses[$0] >= 0 }.sorted { firstUses[$0] < firstUses[$1] }
    }

    /// Takes over what the same log folds now: the values of the folded part are left out.
    public mutating func fold(like other: StepLog) { log = other }

    private mutating func use(_ object: Int, _ event: Int) {
        if firstUses.indices.contains(object), firstUses[object] < 0 { firstUses[object] = event }
    }

    /// Whether there is more to show than sentences: the line of a thread, or a value.
    public var isWorthShowing: Bool { positions.areKnown || !variables.isEmpty }

    /// Whether there are variables.
    public var hasVariables: Bool { !variables.isEmpty }

    /// The program after a sentence.
    public func moment(at step: Int) -> ProgramMoment {
        let earlier = step > 0 ? log.state(at: step - 1) : log.history.state(before: 0)
        return moment(at: step, log[step].source, log.state(at: step), earlier)
    }

    /// The program after each sentence, in order, more quickly than one by one; ends early when `body` returns false.
    public func forEach(_ body: (Step, ProgramMoment) -> Bool) {
        let trace = log.trace
        var state = TraceState(trace), earlier = state
        log.forEach { step in
            let end = min(step.event + 1, trace.events.count)
            while state.eventCount < end { state.apply(trace.events[state.eventCount], of: trace, log.history.subjects) }
            let isGoingOn = body(step, moment(at: step.number - 1, step.source, state, earlier))
            while earlier.eventCount < end { earlier.apply(trace.events[earlier.eventCount], of: trace, log.history.subjects) }
            return isGoingOn
        }
    }

    private func moment(
        at step: Int, _ source: Trace.Place.Location?, _ state: TraceState, _ earlier: TraceState
    ) -> ProgramMoment {
        let trace = log.trace, event = min(log.event(of: step), trace.events.count - 1)
        let isEnding = log.event(of: step) >= trace.events.count
        var moving = isEnding || event < 0 ? nil : Int(trace.events.lane(event))
        if moving.map({ $0 < 0 }) == true { moving = nil }
        let threads = positions.lines(at: event).compactMap { lane, place -> ProgramMoment.Thread? in
            let isMoving = lane == moving
            // The sentence can be about an earlier call of the thread.
            guard let line = isMoving ? source.flatMap({ $0.line > 0 ? $0 : nil }) ?? place : place else { return nil }
            let wait = state.lanes.indices.contains(lane) ? state.lanes[lane].wait : nil
            return .init(
                lane: lane, name: log.names.lane(lane), source: line, isMoving: isMoving,
                isBlocked: wait != nil, isSuspended: wait?.kind.isOfTask == true)
        }
        let time = log.time(of: step), start = step > 0 ? log.time(of: step - 1) : .min
        let values =
            variables.values(after: start, upTo: isEnding ? .max : time, isFinal: isEnding) + objects(state, earlier, upTo: event)
        return ProgramMoment(threads: threads, values: values.filter { log.fold?.hides($0) != true })
    }

    // MARK: locks and counters

    private func objects(_ state: TraceState, _ earlier: TraceState, upTo event: Int) -> [ProgramMoment.Value] {
        used.prefix { firstUses[$0] <= event }.compactMap { object in
            guard state.objects.indices.contains(object), let now = text(object, state) else { return nil }
            let before = text(object, earlier)
            let isLock = [.lock, .once].contains(log.trace.objects[object].kind)
            return .init(
                kind: isLock ? .lock : .counter, name: log.names.object(object).filter { $0 != "`" }, text: now,
                before: before == now ? nil : before,
                time: state.objects[object].heldSince, object: object)
        }
    }

    private func text(_ object: Int, _ state: TraceState) -> String? {
        let held = state.objects[object]
        func names(_ lanes: [Int32]) -> String { Wording.shortList(lanes.map { log.names.lane(Int($0)) }) }
        switch log.trace.objects[object].kind {
        case .group: return held.value.map { "count \($0)" } ?? "?"
        case .semaphore: return held.value.map { "value \($0)" } ?? "?"
        case .lock: return held.holders.isEmpty ? "free" : "held by \(names(held.holders))"
        case .once: return held.holders.isEmpty ? held.isDone ? "done" : "not done" : "run by \(names(held.holders))"
        default: return nil
        }
    }

    // MARK: where to go

    /// The nearest sentence in which a variable with this name changes.
    public func index(ofChangeOf name: String, from step: Int, isForward: Bool) -> Int? {
        let start = log.time(of: step)
        guard let time = variables.change(of: name, from: start, isForward: isForward) else { return nil }
        let found = log.index(at: time)
        return found == step ? nil : found
    }

    /// The names of the variables, in the order of their first use.
    public var variableNames: [String] { variables.names }

    /// The first variable that is part of a data race.
    public var racingVariable: String? { variables.racing }
}
