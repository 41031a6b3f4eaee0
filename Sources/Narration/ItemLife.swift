import Words
import Trace

/// The life of one item as a short list: its name, the thread that submitted it, where it ran, how
/// long each part took, its waits.
public struct ItemLife: Sendable {
    /// One fact: a name ("began") and a text.
    public struct Row: Equatable, Sendable {
        public var name: String
        public var text: String
    }

    private let trace: Trace
    private let names: Names

    public init(_ trace: Trace) {
        self.trace = trace
        names = Names(trace: trace)
    }

    /// The facts in the order of their time, with at most five waits.
    public func rows(of index: Int) -> [Row] {
        guard trace.items.indices.contains(index) else { return [] }
        let item = trace.items[index]
        var rows = [Row(name: "item", text: names.item(index)), Row(name: "on", text: names.queue(item.queue))]
        if let time = item.enqueued {
            let by =
                item.enqueuedByItem.map { " by " + names.item($0) } ?? item.enqueuedOnLane.map { " by " + names.lane($0) } ?? ""
            rows.append(Row(name: "enqueued", text: moment(time) + by))
        }
        if item.operation.isByHand { rows.append(Row(name: "started", text: "by hand, with start(), without a queue")) }
        if !item.dependencies.isEmpty { rows.append(Row(name: "after", text: Wording.shortList(item.dependencies.map(names.item)))) }
        if !item.operation.unaddedDependencies.isEmpty {
            rows.append(
                Row(name: "after", text: names.words(.unadded(item.operation.unaddedDependencies)).replacing("it depends on ", with: "")))
        }
        let dependents = trace.items.indices.filter { trace.items[$0].dependencies.contains(index) }
        if !dependents.isEmpty { rows.append(Row(name: "before", text: Wording.shortList(dependents.map(names.item)))) }
        if item.operation.priority != 0 { rows.append(Row(name: "priority", text: names.priority(item.operation.priority))) }
        if let time = item.began {
            let waited = item.enqueued.map { ", \(names.duration(max(0, time - $0))) later" } ?? ""
            rows.append(Row(name: "began", text: moment(time) + waited + (item.lane.map { ", on " + names.lane($0) } ?? "")))
            if item.how == .operation, let delay = trace.startDelay(of: index), delay.parts.contains(where: { $0.cause != .thread }) {
                rows.append(Row(name: "why later", text: names.words(delay, dependencies: item.dependencies)))
            }
        } else {
            rows.append(Row(name: "began", text: item.cancelled == nil ? "never" : "never: it was cancelled"))
        }
        if let time = item.ended {
            let took = item.began.map { ", \(names.duration(max(0, time - $0))) later" } ?? ""
            rows.append(Row(name: "ended", text: moment(time) + took))
        } else if item.began != nil {
            rows.append(Row(name: "ended", text: "never"))
        }
        if let returned = item.operation.startReturned {
            rows.append(Row(name: "start()", text: "returned \(moment(returned))"))
        }
        if item.how == .operation, let time = item.cancelled {
            let when = item.began.map { $0 <= time ? ", while it was running" : ", before it began" } ?? ", and it never ran"
            rows.append(Row(name: "cancelled", text: moment(time) + ((item.ended ?? .max) <= time ? ", after it had ended" : when)))
        }
        if let block = trace.items.firstIndex(where: { $0.operation.completes == index }), let time = trace.items[block].began {
            rows.append(
                Row(
                    name: "completion",
                    text: "its completion block ran \(moment(time))" + (trace.items[block].lane.map { ", on " + names.lane($0) } ?? "")))
        }
        let waits = trace.waits.filter { $0.item == index && !$0.passedAtOnce }
        rows += waits.prefix(5).map { Row(name: $0.kind.isOfTask ? "suspended" : "waited", text: words($0)) }
        if waits.count > 5 { rows.append(Row(name: "waited", text: "and \(Wording.count(waits.count - 5, "more time"))")) }
        return rows + (item.task == nil ? [] : taskRows(index))
    }

    /// For a stretch of a Swift task: the task, and what it waited for before the stretch and after it.
    private func taskRows(_ index: Int) -> [Row] {
        let history = TaskHistory(trace)
        guard let task = history.task(ofItem: index, trace), let began = trace.items.began(index) else { return [] }
        let life = history.lives[task], ended = trace.items.ended(index) ?? .max
        func row(_ suspension: TaskHistory.Suspension, _ when: String) -> Row {
            let length = suspension.ended.map { names.duration(max(0, $0 - suspension.began)) } ?? "to the end of the run"
            return Row(name: "suspended", text: "\(length) \(when) it: \(SuspensionWording.waits(suspension.reason, names))")
        }
        let before = life.suspensions.filter { $0.ended == began }, after = life.suspensions.filter { $0.began == ended }
        return [Row(name: "task", text: names.task(task, id: trace.tasks[task].id))]
            + before.map { row($0, "before") } + after.map { row($0, "after") }
    }

    private func moment(_ time: Int64) -> String { Wording.moment(time, steps: trace.origin == .explorer) }

    /// The end of the clause that names the target of a wait. (As one expression, it takes the compiler seconds.)
    private func subject(of wait: Trace.Wait) -> String {
        if wait.kind == .kernel { return " for " + wait.kernelWords(object: wait.object.map(names.object)) }
        if let item = wait.awaitedItem { return " for \(names.item(item)) to end" }
        if let object = wait.object { return " for \(names.object(object))" }
        if let task = wait.awaitedTask { return " for \(names.task(task, id: 0)) to end" }
        return switch wait.kind {
        case .sleep: ", asleep"
        case .taskGroup: " for a child task to end"
        case .continuation: " for its continuation to be resumed"
        case .stream: " for an element of a stream"
        default: ""
        }
    }

    private func words(_ wait: Trace.Wait) -> String {
        let length = wait.ended.map { names.duration(max(0, $0 - wait.began)) } ?? "to the end of the run"
        let target = subject(of: wait)
        return length + target + (wait.timedOut ? ", and gave up" : "")
    }
}
