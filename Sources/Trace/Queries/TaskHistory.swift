/// The life of each Swift task: the stretches in which it ran, and what it waited for between them.
///
/// A task that is suspended has no thread. Its stretches are items: a job of the thread pool, and within it perhaps jobs on actors. Here they
/// are cut into pieces that do not overlap, each with the innermost executor.
public struct TaskHistory: Sendable {
    /// The task runs.
    public struct Stretch: Equatable, Sendable {
        /// Index into `Trace.items`; its queue is the executor.
        public var item: Int
        public var began: Int64
        public var ended: Int64
        /// The task was still running when the trace ended.
        public var isUnfinished = false
    }

    /// The task has begun, and has no thread.
    public struct Suspension: Equatable, Sendable {
        /// The event that lets it continue, as far as the trace shows it.
        public enum Reason: Equatable, Sendable {
            /// Another task has to end: index into `Trace.tasks`.
            case task(Int)
            /// A child task has to end; nil: any.
            case child(Int?)
            /// All child tasks of a group have to end.
            case children
            /// It has to be its turn on a queue or an actor: index into `Trace.queues`.
            case turn(Int)
            case continuation
            case stream
            case sleep
            /// The trace shows only what made it continue: an item of the program.
            case resumed(byItem: Int)
            case unknown
        }
        public var reason: Reason
        public var began: Int64
        /// nil: it was still suspended when the trace ended.
        public var ended: Int64?
        /// The code that continues then: index into `Trace.places`, nil where it is not known.
        public var place: Int?
    }

    /// A task.
    public struct Life: Equatable, Sendable {
        /// Ascending, without overlap.
        public var stretches: [Stretch] = []
        /// Ascending, without overlap.
        public var suspensions: [Suspension] = []

        /// Its suspension at a moment; nil: it runs, has not begun or has ended.
        public func suspension(at time: Int64) -> Suspension? {
            suspensions.last { $0.began <= time && ($0.ended ?? .max) > time }
        }
    }

    /// For each of `Trace.tasks` its life.
    public private(set) var lives: [Life]
    /// The tasks with an id, in the order in which they were made.
    private var tasksOfID: [UInt64: [Int]] = [:]

    /// n log n in the items of the tasks, and linear in the events.
    public init(_ trace: Trace) {
        lives = Array(repeating: Life(), count: trace.tasks.count)
        guard !trace.tasks.isEmpty else { return }
        for (index, task) in trace.tasks.enumerated() { tasksOfID[task.id, default: []].append(index) }
        let builder = Builder(trace, self)
        for task in trace.tasks.indices { lives[task] = builder.life(of: task) }
    }

    /// The task that an item is a stretch of: an id can be used again. Index into `Trace.tasks`.
    public func task(ofItem item: Int, _ trace: Trace) -> Int? {
        guard trace.items.indices.contains(item), let id = trace.items[item].task, let tasks = tasksOfID[id] else { return nil }
        let time = trace.items.began(item) ?? trace.items.enqueued(item) ?? .max
        return tasks.last { (trace.tasks[$0].created ?? .min) <= time } ?? tasks.first
    }
}

/// Puts the lives together.
private struct Builder {
    let trace: Trace
    let history: TaskHistory
    private let horizon: Int64
    /// The items of each task that have begun, in the order of their begin.
    private var items: [[Int]]
    /// The waits of each task: for other tasks, continuations and elements. And its sleeps.
    private var waits: [[Trace.Wait]]
    /// When a continuation of the task was resumed.
    private var resumptions: [[Int64]]
    private var awaits: TaskAwaits
    /// The last event of each task says that it is suspended.
    private var endsSuspended: [Bool]
    /// The last item of each task that has not begun.
    private var unbegun: [UInt64: Int] = [:]

    init(_ trace: Trace, _ history: TaskHistory) {
        self.trace = trace
        self.history = history
        var last = max(trace.duration, trace.events.last?.time ?? 0)
        items = Array(repeating: [], count: trace.tasks.count)
        (waits, resumptions) = (Array(repeating: [], count: trace.tasks.count), Array(repeating: [], count: trace.tasks.count))
        endsSuspended = Array(repeating: false, count: trace.tasks.count)
        var taskOfLane: [Int: Int] = [:]
        for item in trace.items.indices {
            guard let began = trace.items.began(item) else {
                if let id = trace.items[item].task { unbegun[id] = item }
                continue
            }
            last = max(last, began, trace.items.ended(item) ?? began)
            guard let task = history.task(ofItem: item, trace) else { continue }
            items[task].append(item)
            // In an explored run each task has its own lane.
            if trace.origin == .explorer, let lane = trace.items.lane(item) { taskOfLane[lane] = task }
        }
        horizon = last
        awaits = TaskAwaits(Trace(), lastEnds: [])
        for task in items.indices { items[task].sort { (trace.items.began($0) ?? 0, $0) < (trace.items.began($1) ?? 0, $1) } }
        let lastEnds = items.map { items -> Int64? in
            let ends = items.compactMap { trace.items.ended($0) }
            return ends.count == items.count ? ends.max() : nil
        }
        awaits = TaskAwaits(trace, lastEnds: lastEnds)
        for wait in trace.waits where !wait.passedAtOnce && (wait.kind.isOfTask || wait.kind == .sleep) {
            if let item = wait.item, wait.kind.isOfTask {
                if let task = history.task(ofItem: item, trace) { waits[task].append(wait) }
            } else if wait.item == nil, let task = taskOfLane[wait.lane] {
                waits[task].append(wait)
            }
        }
        for event in trace.events.indices where 81...87 ~= trace.events.kind(event).rawValue {
            guard let task = trace.task(ofEvent: event), items.indices.contains(task) else { continue }
            switch trace.events.kind(event) {
            case .continuationResumed: resumptions[task].append(trace.events.time(event))
            case .taskSuspended: endsSuspended[task] = true
            case .taskResumed, .taskEnded: endsSuspended[task] = false
            default: break
            }
        }
    }

    func life(of task: Int) -> TaskHistory.Life {
        var life = TaskHistory.Life()
        let awaiting = waits[task].filter(\.kind.isOfTask)
        life.stretches = cut(pieces(of: items[task]), awaiting)
        guard let last = life.stretches.last else { return life }
        var resumed = life.stretches[0].began
        for (before, after) in zip(life.stretches, life.stretches.dropFirst()) where after.began > before.ended {
            let pending = before.ended >= resumed ? awaits.last(of: task, in: resumed...before.ended) : nil
            life.suspensions += suspensions(of: task, after: before, next: after, pending)
            resumed = after.began
        }
        if !last.isUnfinished, trace.tasks[task].ended == nil {
            let open = waits[task].last { $0.ended == nil }
            if let open {
                life.suspensions.append(.init(reason: reason(open, task), began: max(last.ended, open.began), ended: nil))
            } else if endsSuspended[task] {
                // Its next job is perhaps submitted, and has not begun.
                let next = unbegun[trace.tasks[task].id].flatMap { trace.items.enqueued($0) ?? 0 >= last.ended ? $0 : nil }
                let pending = next == nil && last.ended >= resumed ? awaits.last(of: task, in: resumed...last.ended) : nil
                let reason = pending.flatMap { awaits.reason($0, resumed: nil) }
                life.suspensions.append(
                    .init(
                        reason: next.map { .turn(trace.items.queue($0)) } ?? reason ?? .unknown, began: last.ended, ended: nil,
                        place: reason == nil ? nil : pending?.place))
            } else if let pending = last.ended >= resumed ? awaits.last(of: task, in: resumed...last.ended) : nil, awaitsOpenTask(pending) {
                life.suspensions.append(
                    .init(reason: awaits.reason(pending, resumed: nil) ?? .unknown, began: last.ended, ended: nil, place: pending.place))
            }
        }
        return life
    }

    // MARK: stretches

    /// Items within items, as pieces side by side: at each moment the innermost one counts.
    private func pieces(of items: [Int]) -> [TaskHistory.Stretch] {
        var pieces: [TaskHistory.Stretch] = [], open: [(item: Int, end: Int64)] = []
        var cursor = Int64.min, drawn: Set<Int> = []
        func advance(to time: Int64) {
            if let top = open.last, time > cursor || time == cursor && !drawn.contains(top.item) {
                let isUnfinished = trace.items.ended(top.item) == nil && time == horizon
                pieces.append(.init(item: top.item, began: cursor, ended: time, isUnfinished: isUnfinished))
                drawn.insert(top.item)
            }
            cursor = max(cursor, time)
        }
        for item in items {
            guard let began = trace.items.began(item) else { continue }
            while let top = open.last, top.end <= began {
                advance(to: top.end)
                open.removeLast()
            }
            if began > cursor, !open.isEmpty { advance(to: began) }
            cursor = max(cursor, began)
            open.append((item, max(began, trace.items.ended(item) ?? horizon)))
        }
        while let top = open.last {
            advance(to: max(cursor, top.end))
            open.removeLast()
        }
        return pieces
    }

    /// The pieces without the time in which the task awaited something.
    private func cut(_ pieces: [TaskHistory.Stretch], _ waits: [Trace.Wait]) -> [TaskHistory.Stretch] {
        var result = pieces
        for wait in waits {
            let end = wait.ended ?? horizon
            result = result.flatMap { piece -> [TaskHistory.Stretch] in
                guard wait.began < piece.ended, end > piece.began else { return [piece] }
                var parts: [TaskHistory.Stretch] = []
                if wait.began > piece.began {
                    parts.append(.init(item: piece.item, began: piece.began, ended: wait.began))
                }
                if end < piece.ended || wait.ended != nil && end == piece.ended && piece.isUnfinished {
                    parts.append(.init(item: piece.item, began: end, ended: piece.ended, isUnfinished: piece.isUnfinished))
                }
                return parts
            }
        }
        return result
    }

    // MARK: suspensions

    /// Whether a task waited for another one that had certainly not ended when the trace ended: that one ran, or it was suspended itself.
    private func awaitsOpenTask(_ pending: Trace.Await) -> Bool {
        var pending = pending
        for _ in trace.tasks.indices {
            guard pending.target == .task, let other = pending.awaited, items.indices.contains(other), trace.tasks[other].ended == nil
            else {
                return false
            }
            if endsSuspended[other] || items[other].contains(where: { trace.items.ended($0) == nil }) { return true }
            let end = items[other].compactMap { trace.items.ended($0) }.max() ?? .min
            guard let last = items[other].last, let began = trace.items.began(last), began <= end,
                let next = awaits.last(of: other, in: began...end)
            else { return false }
            pending = next
        }
        return false
    }

    private func suspensions(
        of task: Int, after before: TaskHistory.Stretch, next: TaskHistory.Stretch, _ pending: Trace.Await?
    ) -> [TaskHistory.Suspension] {
        let (start, end) = (before.ended, next.began)
        // The waits that the trace has itself come first.
        let known = waits[task].filter { $0.began < end && ($0.ended ?? horizon) > start }
        var result: [TaskHistory.Suspension] = []
        for wait in known {
            // The task left its executor a moment before.
            let began = result.last?.ended ?? start
            result.append(.init(reason: reason(wait, task), began: began, ended: max(began, min(end, wait.ended ?? end))))
        }
        let covered = result.last?.ended ?? start
        guard covered < end else { return result }
        // The next job of the task was submitted when it could continue. From then on it waited for its turn.
        let isNewJob = trace.items.began(next.item) == next.began
        let submitted = isNewJob ? trace.items.enqueued(next.item).map { min(max($0, covered), end) } : nil
        let turn = submitted ?? (known.isEmpty ? end : covered)
        var why = turn > covered ? reason(resuming: next.item, task, covered..<turn) : nil
        // Its own thread submitted the next job after it had left an actor, without a wait for anything else: a hop.
        if why == .unknown, pending == nil, !trace.awaits.isEmpty, let lane = trace.items[next.item].enqueuedOnLane,
            lane == trace.items.lane(before.item)
        {
            why = .turn(trace.items.queue(next.item))
        }
        if why == .turn(trace.items.queue(next.item)) {
            result.append(.init(reason: .turn(trace.items.queue(next.item)), began: covered, ended: end))
            return result
        }
        if let why {
            let known = known.isEmpty ? pending.flatMap { awaits.reason($0, resumed: why) } : nil
            result.append(.init(reason: known ?? why, began: covered, ended: turn, place: known == nil ? nil : pending?.place))
        }
        if turn < end { result.append(.init(reason: .turn(trace.items.queue(next.item)), began: turn, ended: end)) }
        return result
    }

    private func reason(_ wait: Trace.Wait, _ task: Int) -> TaskHistory.Suspension.Reason {
        switch wait.kind {
        case .task: wait.awaitedTask.map { isChild($0, of: task) ? .child($0) : .task($0) } ?? .unknown
        case .taskGroup: .child(nil)
        case .continuation: .continuation
        case .stream: .stream
        default: .sleep
        }
    }

    /// The reason that follows from what submitted the next job of the task.
    private func reason(resuming item: Int, _ task: Int, _ time: Range<Int64>) -> TaskHistory.Suspension.Reason {
        if resumptions[task].contains(where: { $0 >= time.lowerBound && $0 <= time.upperBound }) { return .continuation }
        // An explored run says what a task waits for: where it says nothing, the task has only given way to others.
        if trace.origin == .explorer { return .turn(trace.items.queue(item)) }
        guard let by = trace.items[item].enqueuedByItem, trace.items.indices.contains(by) else { return .unknown }
        guard let other = history.task(ofItem: by, trace) else { return .resumed(byItem: by) }
        if other == task { return .turn(trace.items.queue(item)) }
        // A task that ends makes those continue that await its end.
        guard items[other].last == by else { return .resumed(byItem: by) }
        return isChild(other, of: task) ? .child(other) : .task(other)
    }

    private func isChild(_ other: Int, of task: Int) -> Bool { trace.tasks[other].parent == trace.tasks[task].id }
}

extension Trace {
    /// The task of which an item is a stretch, without the history of all tasks: index into `tasks`. Linear in the tasks.
    public func task(ofItem item: Int) -> Int? {
        guard items.indices.contains(item), let id = items[item].task else { return nil }
        let time = items.began(item) ?? items.enqueued(item) ?? .max
        return tasks.lastIndex { $0.id == id && ($0.created ?? .min) <= time } ?? tasks.firstIndex { $0.id == id }
    }

    /// Whether most of the run's work is stretches of Swift tasks: then a lane for each task shows it best.
    public var isMostlyTasks: Bool {
        guard !tasks.isEmpty else { return false }
        let stretches = items.indices.count { items[$0].task != nil && items.began($0) != nil }
        return stretches * 4 > 3 * items.indices.count { items.began($0) != nil }
    }
}
