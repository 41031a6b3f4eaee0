import Words
import Trace

/// Names for the objects of a trace: the names that the program gave them, else their kind and
/// number.
struct Names: Sendable {
    let trace: Trace

    func queue(_ index: Int) -> String {
        guard trace.queues.indices.contains(index) else { return "a queue that the trace does not name" }
        let label = SafeText.inLine(trace.queues[index].label)
        return label.isEmpty ? "queue \(index + 1)" : label
    }

    /// "main thread", "worker 3".
    func lane(_ index: Int) -> String {
        guard trace.lanes.indices.contains(index) else { return "a thread that the trace does not name" }
        let lane = trace.lanes[index]
        if lane.isMain { return "main thread" }
        return lane.name.isEmpty ? "thread \(index + 1)" : SafeText.inLine(lane.name)
    }

    /// The item with its kind where that matters: "barrier add(_:) #3", "operation resize",
    /// "iteration 4".
    func item(_ index: Int) -> String {
        guard trace.items.indices.contains(index) else { return "an item that the trace does not name" }
        let item = trace.items[index]
        if let operation = item.operation.completes { return "the completion block of \(self.item(operation))" }
        let label = plainItem(index)
        let role: String? =
            switch item.how {
            case .groupNotify, .workItemNotify: "notify block"
            case .applyIteration: "iteration"
            case .sourceHandler: "handler"
            case .sourceCancelHandler: "cancel handler"
            case .operation: "operation"
            case .taskJob, .actorJob: "task"
            case .thread: "thread"
            case .completion: "completion block"
            default: item.isBarrier ? "barrier" : nil
            }
        guard let role, !label.lowercased().contains(role) else { return label }
        return item.isBarrier && role != "barrier" ? "barrier \(role) \(label)" : "\(role) \(label)"
    }

    private func plainItem(_ index: Int) -> String {
        let label = SafeText.inLine(trace.items[index].label)
        return label.isEmpty ? "block \(index + 1)" : label
    }

    func object(_ index: Int) -> String {
        guard trace.objects.indices.contains(index) else { return "something that the trace does not name" }
        let label = SafeText.inLine(trace.objects[index].labelInSentence)
        return label.isEmpty ? "object \(index + 1)" : label
    }

    func task(_ index: Int, id: UInt64) -> String {
        guard trace.tasks.indices.contains(index) else { return "task \(id)" }
        let name = SafeText.inLine(trace.tasks[index].name)
        if name.isEmpty { return "task \(id)" }
        return name.lowercased().contains("task") ? name : "task \(name)"
    }

    /// In an explored run each task has its own lane, with the same name as its item.
    func isOwn(_ item: Int, lane: Int) -> Bool {
        guard trace.origin != .recorder, trace.items.indices.contains(item), trace.lanes.indices.contains(lane) else { return false }
        let label = trace.items[item].label, name = trace.lanes[lane].name
        return name == label || trace.items[item].how == .operation && name == "operation \(label)"
    }

    /// "add(_:) #3 on worker 2", or the thread alone.
    func actor(lane: Int, item: Int?) -> String {
        if let item, isOwn(item, lane: lane) { return self.item(item) }
        return item.map { "\(self.item($0)) (on \(self.lane(lane)))" } ?? self.lane(lane)
    }

    /// "PhotoLibrary.swift:14".
    static func place(_ location: Trace.Place.Location) -> String? {
        guard !location.file.isEmpty else { return nil }
        let file = location.file.split(separator: "/").last.map(String.init) ?? location.file
        return location.line > 0 ? "\(SafeText.inLine(file)):\(location.line)" : SafeText.inLine(file)
    }

    func duration(_ time: Int64) -> String { Wording.duration(time, steps: trace.origin == .explorer) }
}
