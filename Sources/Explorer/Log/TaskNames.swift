import TraceRecords

/// The names of an execution's tasks, in the order of their creation: the main thread, threads,
/// Swift tasks, and the blocks of queues.
///
/// The explanation, the steps and the timeline all use these names. Blocks are numbered through the
/// whole program, so that each name is unique. Iterations of `concurrentPerform` have the program's
/// own numbers.
public struct TaskNames: Sendable {
    /// "block 2 on queue “photos”".
    public let all: [String]
    /// The name without the queue: "block 2".
    public let short: [String]
    /// The names of items that were logged before their tasks were made, by item number.
    let announced: [UInt64: String]

    /// The names of a record's tasks.
    public init(_ record: ExecutionRecord) {
        var short = record.names, queues: [Int: UInt64] = [:], counts: [String: Int] = [:], labels: [UInt64: String] = [:]
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
        /// Operations with a name of their own.
        var named: Set<Int> = []
        let calls = IterationNames(record)
        for entry in record.entries {
            // An item that is a task of its own has the task's number, counted from one.
            let task = Int(clamping: entry.object) - 1, how = ExecutionRecorder.How(rawValue: entry.detail & 0xFF)
            switch entry.event {
            case .queueCreated: labels[entry.object] = entry.text ?? ""
            case .itemEnqueued where how == .groupNotify || how == .itemNotify: announced[entry.object] = next(Self.kind(how))
            case .itemEnqueued where how == .apply:
                guard short.indices.contains(task), task > 0 else { break }
                short[task] = calls.name(of: entry)
                queues[task] = entry.argument
            case .itemEnqueued where !entry.isOfSwiftTask: name(task, Self.kind(how), on: entry.argument)
            case .itemBegan where announced[entry.object] != nil:
                short[entry.task] = announced[entry.object] ?? ""
                queues[entry.task] = entry.argument
            // A source's turns are not submitted by any task.
            case .itemBegan where how == .source || how == .sourceCancel:
                name(task, Self.kind(how), on: entry.argument)
                // One turn may call the event handler and then the cancel handler, if the first has
                // cancelled the source.
                if task != entry.task && how == .sourceCancel { short[entry.task] = next("event and cancel handler") }
            case .operationAdded:
                guard let own = entry.text, short.indices.contains(task) else { break }
                short[task] = "operation \(own)"
                named.insert(task)
            default: break
            }
        }
        self.announced = announced
        self.short = short.map { $0 == "main" ? "main thread" : $0 }
        all = self.short.enumerated().map { task, name in
            if name.hasPrefix("main") { return "the \(name)" }
            guard let queue = queues[task], !named.contains(task) else { return name }
            return "\(name) on \(Self.queue(labels[queue] ?? ""))"
        }
    }

    private static func kind(_ how: ExecutionRecorder.How?) -> String {
        switch how {
        case .operation: "operation"
        case .source: "event handler"
        case .sourceCancel: "cancel handler"
        case .groupNotify, .itemNotify: "notify block"
        default: "block"
        }
    }

    /// A queue's name in words.
    public static func queue(_ label: String) -> String {
        if label.isEmpty { return "a queue without a name" }
        if label == "main" || label == "com.apple.main-thread" { return "the main queue" }
        return label.hasPrefix("com.apple.root") ? "a global queue" : "queue “\(label)”"
    }
}

/// The names of `concurrentPerform` iterations: as the program counts them, from 0 in each call. If
/// there are several calls, with the call's number.
private struct IterationNames {
    /// The call that each iteration belongs to, and its index in that call: by the iteration's
    /// item.
    private var places: [UInt64: (call: Int, index: Int)] = [:]
    private var count = 0

    /// A call submits all of its iterations before it runs any, and returns after them. So once an
    /// iteration of a call has begun, the next one that the same task submits belongs to another
    /// call. So does one from another line, or from within another item.
    init(_ record: ExecutionRecord) {
        struct Call {
            var number: Int
            var place: [UInt]
            var count: Int
            var hasBegun = false
        }
        var open: [Int: Call] = [:]
        for entry in record.entries {
            guard ExecutionRecorder.How(rawValue: entry.detail & 0xFF) == .apply else { continue }
            if entry.event == .itemEnqueued {
                if open[entry.task].map({ $0.hasBegun || $0.place != entry.places }) ?? true {
                    count += 1
                    open[entry.task] = Call(number: count, place: entry.places, count: 0)
                }
                places[entry.object] = (open[entry.task]?.number ?? 1, open[entry.task]?.count ?? 0)
                open[entry.task]?.count += 1
            } else if entry.event == .itemBegan, let call = places[entry.object]?.call {
                for task in open.keys where open[task]?.number == call { open[task]?.hasBegun = true }
            }
        }
    }

    func name(of entry: ExecutionRecord.Entry) -> String {
        let (call, index) = places[entry.object] ?? (1, 0)
        return count > 1 ? "iteration \(index) of call \(call)" : "iteration \(index)"
    }
}
