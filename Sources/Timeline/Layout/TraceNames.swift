import Trace

/// Forms of an item's label, for different widths.
enum ItemName {
    /// The label without its ordinal, which all items of one closure share.
    static func base(_ label: String) -> String {
        guard let mark = label.utf8.lastIndex(of: UInt8(ascii: "#")), mark > label.startIndex else { return label }
        let digits = label[label.index(after: mark)...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 >= 48 && $0 < 58 }) else { return label }
        return String(label[..<mark])
    }

    /// The label and shorter forms of it, the longest first: "add(_:) #3", "add #3", "#3".
    static func forms(_ label: String) -> [String] {
        var forms = [label]
        let base = base(label)
        let ordinal = base.utf8.count < label.utf8.count ? String(label.dropFirst(base.count)) : ""
        if let open = base.firstIndex(of: "("), open > base.startIndex {
            forms.append(base[..<open] + (ordinal.isEmpty ? "" : " " + ordinal))
        }
        if !ordinal.isEmpty { forms.append(ordinal) }
        return forms
    }

    /// The label in a few columns. Labels that differ in a number at their end keep it: "block 12"
    /// becomes "bl…12".
    static func cut(_ label: String, to columns: Int, _ style: Style) -> String {
        let digits = label.reversed().prefix { $0.isASCII && $0.isNumber }.count
        // At least one letter and the ellipsis come before it.
        let ending = digits > 0 && digits + (style.isASCII ? 3 : 2) <= columns ? label.suffix(digits) : ""
        return label.shortened(keeping: ending, to: columns, style)
    }
}

/// Names for the objects of a trace: the names that the program gave them, else their kind and
/// number.
public struct TraceNames: Sendable {
    let trace: Trace
    let style: Style

    public init(trace: Trace, style: Style) { (self.trace, self.style) = (trace, style) }

    public func queue(_ index: Int) -> String {
        guard trace.queues.indices.contains(index) else { return "unknown queue" }
        let label = trace.queues[index].label
        return label.isEmpty ? "queue \(index + 1)" : label.shown(style)
    }

    public func lane(_ index: Int) -> String {
        guard trace.lanes.indices.contains(index) else { return "unknown thread" }
        let lane = trace.lanes[index]
        if lane.isMain { return "main thread" }
        return lane.name.isEmpty ? "thread \(index + 1)" : lane.name.shown(style)
    }

    func task(_ index: Int) -> String {
        guard trace.tasks.indices.contains(index) else { return "a task" }
        let name = trace.tasks[index].name
        return name.isEmpty ? "task \(trace.tasks[index].id)" : name.shown(style)
    }

    public func item(_ index: Int) -> String {
        guard trace.items.indices.contains(index) else { return "unknown item" }
        let label = trace.items[index].label
        return label.isEmpty ? "block \(index + 1)" : label.shown(style)
    }

    public func object(_ index: Int) -> String {
        guard trace.objects.indices.contains(index) else { return "something unknown" }
        let label = trace.objects[index].labelInSentence
        return label.isEmpty ? "object \(index + 1)" : label.shown(style)
    }

    func kind(_ kind: Trace.Queue.Kind) -> String {
        switch kind {
        case .serial: "serial"
        case .concurrent: "concurrent"
        case .main: "main queue"
        case .global: "global"
        case .operation: "operations"
        case .actor: "actor"
        case .processor: "threads"
        }
    }

    /// The target of a wait: "group 1", "photoQueue", "resize #2"; nil for a sleep.
    func awaited(_ wait: Trace.Wait) -> String? {
        if wait.kind == .kernel { return wait.kernelWords(object: wait.object.map(object)) }
        if let object = wait.object, wait.kind != .processor { return self.object(object) }
        if let awaited = wait.awaitedItem, trace.items.indices.contains(awaited) {
            return wait.kind == .sync ? queue(trace.items[awaited].queue) : item(awaited)
        }
        return switch wait.kind {
        case .group: "a group"
        case .semaphore: "a semaphore"
        case .sync: "a queue"
        case .mutex, .readLock, .writeLock, .futex: "a lock"
        case .condition: "a condition"
        case .once: "a once block"
        case .threadJoin: "a thread to end"
        case .workItem: "a work item"
        case .operation: "an operation"
        case .operationQueue: "all operations"
        case .apply: "all iterations"
        case .task: wait.awaitedTask.map(task) ?? "a task to end"
        case .taskGroup: "a child task"
        case .continuation: "a continuation"
        case .stream: "an element"
        case .processor: "the processor"
        case .kernel: "the kernel"
        case .sleep: nil
        }
    }

    /// A wait in words, the longest form first: "waits for group 1", "group 1".
    public func waitForms(_ wait: Trace.Wait) -> [String] {
        guard let awaited = awaited(wait) else { return ["sleeps"] }
        if let call = wait.call {
            return wait.isIdle ? ["idle in " + call.name, "idle"] : ["waits for " + awaited, "in " + call.name, call.name]
        }
        return [(wait.kind.isOfTask ? "awaits " : "waits for ") + awaited, awaited]
    }

    /// The queue or actor that runs a stretch of a task, the longest form first: "Swift global", "global".
    func executorForms(_ queue: Int) -> [String] {
        let name = self.queue(queue)
        guard trace.queues.indices.contains(queue) else { return [name] }
        return switch trace.queues[queue].kind {
        case .global: [name, "global"]
        case .main: [name, "main"]
        default: [name]
        }
    }

    /// The wait of a suspended task in words, the longest form first: "awaits task 1", "task 1".
    func suspensionForms(_ reason: TaskHistory.Suspension.Reason) -> [String] {
        func awaits(_ name: String) -> [String] { ["awaits " + name, name] }
        return switch reason {
        case .task(let task), .child(.some(let task)): awaits(self.task(task))
        case .child(nil): awaits("a child task")
        case .children: awaits("its child tasks")
        case .turn(let queue): ["awaits its turn on " + self.queue(queue), "awaits its turn"]
        case .continuation: awaits("a continuation")
        case .stream: awaits("an element")
        case .sleep: ["sleeps"]
        case .resumed(let item): ["suspended until " + self.item(item), "until " + self.item(item)]
        case .unknown: ["suspended"]
        }
    }

    func isOnce(_ holding: Trace.Holding) -> Bool {
        trace.objects.indices.contains(holding.object) && trace.objects[holding.object].kind == .once
    }

    /// A holding in words, the longest form first: "holds lock 1", "lock 1".
    func holdingForms(_ holding: Trace.Holding) -> [String] {
        let object = object(holding.object)
        if isOnce(holding) { return ["makes " + object, object] }
        return (holding.isShared ? ["holds \(object) for reading"] : []) + ["holds " + object, object]
    }

    /// How an item came to its queue: "async", "sync, barrier".
    public func how(_ made: Trace.Item.How, isBarrier: Bool) -> String {
        let how =
            switch made {
            case .async: "async"
            case .sync: "sync"
            case .asyncAndWait: "async and wait"
            case .groupNotify: "notify"
            case .after: "after"
            case .applyIteration: "iteration"
            case .sourceHandler: "source"
            case .operation: "operation"
            case .taskJob: "task"
            case .workItemNotify: "item notify"
            case .sourceCancelHandler: "source end"
            case .performed: "perform"
            case .actorJob: "actor"
            case .dispatchIO: "I/O"
            case .thread: "thread"
            case .completion: "completion"
            }
        return isBarrier ? "barrier " + how : how
    }
}
