import Words
import Trace

/// The words for operations: why one has not started, what it waited for, and circular waits.
extension Names {
    /// "operation a, operation b and 3 more".
    func items(_ indices: [Int], limit: Int = 3) -> String { Wording.shortList(indices.map(item), limit: limit) }

    /// The names of `Operation.QueuePriority`.
    func priority(_ value: Int) -> String {
        switch value {
        case ...(-8): "very low"
        case ..<0: "low"
        case 0: "normal"
        case ..<8: "high"
        default: "very high"
        }
    }

    /// "one operation at a time", "at most 3 operations at the same time".
    func atOnce(_ width: Int) -> String {
        switch width {
        case ...0: "no operation"
        case 1: "one operation at a time"
        default: "at most \(Wording.grouped(width)) operations at the same time"
        }
    }

    /// Why an operation has not started yet, as parts of a sentence.
    func words(_ obstacle: Obstacle) -> String {
        switch obstacle {
        case .dependencies(let others): return "it must wait until \(items(others)) \(others.count == 1 ? "has" : "have") ended"
        case .unadded(let names):
            let known = names.map { $0.isEmpty ? "an operation without a name" : "operation \(SafeText.inLine($0))" }
            return "it depends on \(Wording.shortList(known)), which \(names.count == 1 ? "is" : "are") in no queue and not started"
        case .suspended: return "the queue is suspended, so it stays queued until the queue is resumed"
        case .barrier(let others): return "it waits for \(items(others)) to end, because a barrier runs alone"
        case .width(let width, let running):
            if running.isEmpty { return "the queue's width is \(width), so no operation of it starts" }
            return "the queue runs \(atOnce(width)), and \(items(running)) \(running.count == 1 ? "is" : "are") running"
        case .turn(let higher, let earlier):
            var parts: [String] = []
            if !higher.isEmpty {
                parts.append(
                    "\(items(higher)) \(higher.count == 1 ? "goes" : "go") first, because \(higher.count == 1 ? "its" : "their") priority is higher"
                )
            }
            if !earlier.isEmpty {
                parts.append(
                    "\(items(earlier)) \(earlier.count == 1 ? "goes" : "go") first, because \(earlier.count == 1 ? "it was" : "they were") added earlier"
                )
            }
            return parts.joined(separator: "; ")
        }
    }

    /// The causes for which an operation waited before it started: "it waited 3.2 ms for the queue to be resumed".
    func words(_ delay: StartDelay, dependencies: [Int]) -> String {
        let waited = "it waited \(duration(delay.total))"
        // A part that is much shorter than the whole explains nothing.
        // And a little time for a thread is part of every start.
        let hasReason = delay.parts.contains { $0.cause != .thread && $0.duration * 10 >= delay.total }
        let parts = delay.parts.filter { $0.duration * ($0.cause == .thread && hasReason ? 2 : 10) >= delay.total }
        let mostly = parts.isEmpty ? delay.parts : parts
        if mostly.count == 1, let only = mostly.first {
            if only.cause == .dependency { return "\(waited); \(items(dependencies)) had to end first" }
            return "\(waited) \(words(only.cause, delay))"
        }
        if mostly.isEmpty { return waited }
        return "\(waited): \(mostly.map { "\(duration($0.duration)) \(words($0.cause, delay))" }.joined(separator: ", then "))"
    }

    private func words(_ cause: StartDelay.Cause, _ delay: StartDelay) -> String {
        switch cause {
        case .dependency: return delay.lastDependency.map { "for \(item($0)) to end" } ?? "for a dependency"
        case .suspension: return "for the queue to be resumed"
        case .width:
            let room = delay.madeRoom.map { ", until \(item($0)) ended" } ?? ""
            return "because the queue runs \(atOnce(delay.width ?? 1))\(room)"
        case .thread: return "for a thread"
        }
    }

    /// "operation A depends on operation B, operation B depends on operation A".
    func words(_ circle: [TraceState.OperationWait]) -> String {
        let links = circle.map { link in
            switch link.reason {
            case .dependency: "\(item(link.item)) depends on \(item(link.other))"
            case .width: "\(item(link.item)) cannot start while \(item(link.other)) is running, because of the queue's width"
            case .barrier: "\(item(link.item)) waits for \(item(link.other)), because a barrier runs alone"
            case .waitUntilFinished: "\(item(link.item)) waits until \(item(link.other)) has finished"
            case .waitUntilAllAreFinished:
                link.item == link.other
                    ? "\(item(link.item)) waits until all operations of its own queue are finished"
                    : "\(item(link.item)) waits until \(item(link.other)) and all others of its queue are finished"
            }
        }
        return links.joined(separator: ", ")
    }

    /// "A → B → A".
    func drawing(_ circle: [TraceState.OperationWait]) -> String {
        let labels = circle.map { SafeText.inLine(trace.items[$0.item].label) }
        return (labels + labels.prefix(1)).joined(separator: " → ")
    }

    /// The circular wait in a sentence or two, with the drawing.
    func sentence(_ circle: [TraceState.OperationWait]) -> String {
        let isAlone = circle.count == 1
        let end =
            isAlone
            ? "It can never end"
            : circle.allSatisfy { $0.reason == .dependency } ? "None of them can ever start" : "None of them can ever end"
        return "circular wait: \(words(circle)). \(end): \(drawing(circle))"
    }

    /// Why an asynchronous operation still counts as running.
    func unannounced(_ index: Int) -> String {
        let facts = trace.items[index].operation
        let after =
            facts.startReturned.flatMap { returned in trace.items[index].began.map { " after \(duration(max(0, returned - $0)))" } } ?? ""
        return """
            its start() returned\(after), and it has not announced since then that it is finished. \
            So its queue counts it as running. When it is finished, it must call willChangeValue(forKey: "isFinished") and \
            didChangeValue(forKey: "isFinished")
            """
    }
}

/// The relations between the items of a trace; made once for a log.
struct ItemLinks: Sendable {
    let delays: StartDelays
    /// The operations that depend on each one.
    let dependents: [Int: [Int]]
    /// The order of items whose queues share a serial target; nil if no queue has one.
    let turns: Blockers?

    init(_ trace: Trace) {
        delays = StartDelays(trace)
        turns = trace.queues.indices.contains { trace.queues.serialTarget(of: $0) != nil } ? Blockers(trace) : nil
        var dependents: [Int: [Int]] = [:]
        for index in trace.items.indices {
            for other in trace.items[index].dependencies { dependents[other, default: []].append(index) }
        }
        self.dependents = dependents
    }
}
