import Trace

/// The life of one item as a short list: what it is, who handed it over, where it ran, how long each took, what it waited for.
public struct ItemLife: Sendable {
    /// One fact: what it is about ("began"), and what is to be said.
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

    /// The facts in the order in which they happened; of waits at most five.
    public func rows(of index: Int) -> [Row] {
        guard trace.items.indices.contains(index) else { return [] }
        let item = trace.items[index]
        var rows = [Row(name: "item", text: names.item(index)), Row(name: "on", text: names.queue(item.queue))]
        if let time = item.enqueued {
            let by =
                item.enqueuedByItem.map { " by " + names.item($0) } ?? item.enqueuedOnLane.map { " by " + names.lane($0) } ?? ""
            rows.append(Row(name: "enqueued", text: moment(time) + by))
        }
        if !item.dependencies.isEmpty { rows.append(Row(name: "after", text: Wording.list(item.dependencies.map(names.item)))) }
        if let time = item.began {
            let waited = item.enqueued.map { ", \(names.duration(max(0, time - $0))) later" } ?? ""
            rows.append(Row(name: "began", text: moment(time) + waited + (item.lane.map { ", on " + names.lane($0) } ?? "")))
        } else {
            rows.append(Row(name: "began", text: item.cancelled == nil ? "never" : "never: it was cancelled"))
        }
        if let time = item.ended {
            let took = item.began.map { ", \(names.duration(max(0, time - $0))) later" } ?? ""
            rows.append(Row(name: "ended", text: moment(time) + took))
        } else if item.began != nil {
            rows.append(Row(name: "ended", text: "never"))
        }
        let waits = trace.waits.filter { $0.item == index && !$0.passedAtOnce }
        rows += waits.prefix(5).map { Row(name: "waited", text: words($0)) }
        if waits.count > 5 { rows.append(Row(name: "waited", text: "and \(Wording.count(waits.count - 5, "more time"))")) }
        return rows
    }

    private func moment(_ time: Int64) -> String { Wording.moment(time, steps: trace.origin == .explorer) }

    private func words(_ wait: Trace.Wait) -> String {
        let length = wait.ended.map { names.duration(max(0, $0 - wait.began)) } ?? "to the end of the run"
        let target =
            wait.awaitedItem.map { " for \(names.item($0)) to end" } ?? wait.object.map { " for \(names.object($0))" }
            ?? wait.awaitedTask.map { " for \(names.task($0, id: 0)) to end" } ?? (wait.kind == .sleep ? ", asleep" : "")
        return length + target + (wait.timedOut ? ", and gave up" : "")
    }
}
