import Explorer

/// An execution with an allowed outcome, to compare with one in which something went wrong.
///
/// An order of two steps that every execution has is not the cause of a failure. It can be forced:
/// for example, a block is submitted after the step that it is compared with. So the order of two
/// steps counts as a cause only if some execution with an allowed outcome has the two in the other
/// order, or lacks one of them.
struct Counterpart {
    /// A step, identified by facts that are the same in each execution: the name of its thread,
    /// what it did and where, and how often that thread had done it there before.
    struct Step: Hashable {
        var task: String
        var kind: UInt16
        var detail: UInt16
        var places: [UInt]
        var repetition: Int
    }

    /// The position of each step in the execution.
    private let moments: [Step: Int]

    init(_ log: ExecutionRecord) {
        moments = Dictionary(Self.steps(of: log).enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The steps of an execution, in their order.
    static func steps(of log: ExecutionRecord) -> [Step] {
        let names = TaskNames(log).all
        var counts: [Step: Int] = [:]
        return log.entries.map { entry in
            let task = names.indices.contains(entry.task) ? names[entry.task] : ""
            let step = Step(task: task, kind: entry.kind, detail: entry.detail, places: entry.places, repetition: 0)
            defer { counts[step, default: 0] += 1 }
            return Step(task: task, kind: entry.kind, detail: entry.detail, places: entry.places, repetition: counts[step] ?? 0)
        }
    }

    /// Whether this execution has the step.
    func has(_ step: Step) -> Bool { moments[step] != nil }

    /// Whether this execution has both steps, in this order.
    func has(_ one: Step, before other: Step) -> Bool {
        guard let first = moments[one], let second = moments[other] else { return false }
        return first < second
    }
}

extension Scene {
    /// Whether the order of two entries is forced, or the same in all known executions with an
    /// allowed outcome. Such an order is not the cause.
    func isAlways(_ earlier: Int, before later: Int) -> Bool {
        if isForced(earlier, before: later) { return true }
        if counterparts.isEmpty { return false }
        return counterparts.allSatisfy { $0.has(steps[earlier], before: steps[later]) }
    }

    /// Whether the later entry's thread was created after the earlier entry, by the same thread or
    /// by threads that it created.
    func isForced(_ earlier: Int, before later: Int) -> Bool { leads(earlier, to: log.entries[later].task, before: later) }

    /// Whether all known executions with an allowed outcome have the entry too.
    func isCommon(_ entry: Int) -> Bool {
        if counterparts.isEmpty { return false }
        return counterparts.allSatisfy { $0.has(steps[entry]) }
    }

    /// Whether the thread of an entry has created another thread after it, directly or through
    /// others.
    private func leads(_ earlier: Int, to task: Int, before later: Int) -> Bool {
        guard earlier < later else { return false }
        var reached: Set<String> = [name(log.entries[earlier].task)]
        for entry in log.entries[earlier..<later] where reached.contains(name(entry.task)) {
            if let made = createdTask(entry) { reached.insert(made) }
        }
        return log.entries[earlier].task != task && reached.contains(name(task))
    }

    /// The thread whose creation an entry records.
    private func createdTask(_ entry: ExecutionRecord.Entry) -> String? {
        switch entry.event {
        case .itemEnqueued where !entry.isOfSwiftTask:
            log.entries.first { $0.event == .itemBegan && $0.object == entry.object }.map { name($0.task) }
        case .taskCreated: entry.text
        default: nil
        }
    }
}
