import Trace

/// What the tasks of an execution are called, in the order of their creation: the main thread, threads, Swift's tasks, and the blocks of queues.
///
/// Whatever tells of the execution calls them so: the explanation, the steps, the timeline. Blocks are numbered through the whole program, so that
/// each has its name for itself.
public struct TaskNames: Sendable {
    /// "block 2 on queue “photos”".
    public let all: [String]
    /// The name alone: "block 2".
    public let short: [String]
    /// Of items that were told of before anybody knew which task they would be: by their numbers.
    let announced: [UInt64: String]

    /// The names of the tasks that a chronicle tells of.
    public init(_ chronicle: Chronicle) {
        var short = chronicle.names, queues: [Int: UInt64] = [:], counts: [String: Int] = [:], labels: [UInt64: String] = [:]
        var announced: [UInt64: String] = [:]
        func next(_ kind: String) -> String {
            counts[kind, default: 0] += 1
            return "\(kind) \(counts[kind] ?? 1)"
        }
        func name(_ task: Int, _ kind: String, on queue: UInt64) {
            guard short.indices.contains(task), task > 0, queues[task] == nil else { return }
            short[task] = next(kind)
            queues[task] = queue
        }
        for entry in chronicle.entries {
            // An item that is a task of its own has the task's number, counted from one.
            let task = Int(clamping: entry.object) - 1, how = ExecutionLog.How(rawValue: entry.detail & 0xFF)
            switch entry.event {
            case .queueCreated: labels[entry.object] = entry.text ?? ""
            case .itemEnqueued where how == .groupNotify || how == .itemNotify: announced[entry.object] = next(Self.kind(how))
            case .itemEnqueued where !entry.isOfSwiftTask: name(task, Self.kind(how), on: entry.argument)
            case .itemBegan where announced[entry.object] != nil:
                short[entry.task] = announced[entry.object] ?? ""
                queues[entry.task] = entry.argument
            // A source's turns are handed over by nobody.
            case .itemBegan where how == .source || how == .sourceCancel:
                name(task, Self.kind(how), on: entry.argument)
                // One turn may call the event handler and, because that has cancelled the source, the cancel handler.
                if task != entry.task && how == .sourceCancel { short[entry.task] = next("event and cancel handler") }
            case .operationAdded:
                if let own = entry.text, short.indices.contains(task) { short[task] = "operation “\(own)”" }
            default: break
            }
        }
        self.announced = announced
        self.short = short.map { $0 == "main" ? "main thread" : $0 }
        all = self.short.enumerated().map { task, name in
            if name.hasPrefix("main") { return "the \(name)" }
            guard let queue = queues[task], !name.hasPrefix("operation “") else { return name }
            return "\(name) on \(Self.queue(labels[queue] ?? ""))"
        }
    }

    private static func kind(_ how: ExecutionLog.How?) -> String {
        switch how {
        case .operation: "operation"
        case .source: "event handler"
        case .sourceCancel: "cancel handler"
        case .groupNotify, .itemNotify: "notify block"
        case .apply: "iteration"
        default: "block"
        }
    }

    /// What a queue is called.
    public static func queue(_ label: String) -> String {
        if label.isEmpty { return "a queue without a name" }
        if label == "main" || label == "com.apple.main-thread" { return "the main queue" }
        return label.hasPrefix("com.apple.root") ? "a global queue" : "queue “\(label)”"
    }
}
