/// The waits that each Swift task was about to begin, as a real run recorded them.
struct TaskAwaits {
    /// For each of `Trace.tasks`, in the order of time.
    private let awaits: [[Trace.Await]]
    /// When each task last ran; nil: it still ran when the trace ended, or it never began.
    private let lastEnds: [Int64?]
    private let tasks: [Trace.TaskFacts]

    init(_ trace: Trace, lastEnds: [Int64?]) {
        var awaits = [[Trace.Await]](repeating: [], count: trace.tasks.count)
        for pending in trace.awaits where awaits.indices.contains(pending.task) { awaits[pending.task].append(pending) }
        self.awaits = awaits
        self.lastEnds = lastEnds
        tasks = trace.tasks
    }

    /// The last one of a task in a range of time.
    func last(of task: Int, in time: ClosedRange<Int64>) -> Trace.Await? {
        let found = awaits[task].indices.firstPast { awaits[task][$0].time > time.upperBound } - 1
        guard found >= 0, awaits[task][found].time >= time.lowerBound else { return nil }
        return awaits[task][found]
    }

    /// The reason for a suspension that followed; nil: the task did not have to wait for that.
    ///
    /// - Parameter resumed: what made the task continue, as far as that is known.
    func reason(_ pending: Trace.Await, resumed: TaskHistory.Suspension.Reason?) -> TaskHistory.Suspension.Reason? {
        switch pending.target {
        case .task:
            guard let other = pending.awaited, lastEnds.indices.contains(other) else { return nil }
            if let end = lastEnds[other], end <= pending.time { return nil }
            return isChild(other, of: pending.task) ? .child(other) : .task(other)
        case .child:
            if case .child(.some) = resumed { return resumed }
            return .child(nil)
        case .children: return .children
        case .continuation: return .continuation
        case .sleep: return .sleep
        case .stream: return .stream
        }
    }

    private func isChild(_ other: Int, of task: Int) -> Bool { tasks[other].parent == tasks[task].id }
}
