/// The queues of a trace. An address can serve several queues, one after the other: each is a life of its own.
struct QueueLives {
    private(set) var queues: [Trace.Queue] = []
    /// Index of the life that an address has now, plus 1.
    private var current = IntegerTable()
    private var wasCreated: [Bool] = []
    private var creation: [Int64] = []
    /// Targets that were not known yet when they were named.
    private var unresolved: [(queue: Int, address: UInt64)] = []

    /// The queue that now lives at an address; one that was never seen gets an entry.
    mutating func seen(_ address: UInt64) -> Int {
        let known = current[address]
        if known != 0 { return Int(known - 1) }
        // Nothing is known about its order, so nothing is claimed: a concurrent queue makes nobody wait.
        return append(Trace.Queue(address: address, label: "", kind: .concurrent), created: false, at: 0)
    }

    /// The queue that now lives at an address, if one was seen.
    func known(_ address: UInt64) -> Int? {
        let known = current[address]
        return known == 0 ? nil : Int(known - 1)
    }

    /// A queue was made: a new life of its address, but for queues that are there from the start and are only noticed.
    mutating func created(_ address: UInt64, kind: Trace.Queue.Kind, target: UInt64, at time: Int64) -> Int {
        if let known = known(address) {
            let isPermanent = kind == .main || kind == .global
            let isRepeat = wasCreated[known] && creation[known] == time && queues[known].kind == kind
            let isSamePermanent = isPermanent && (queues[known].kind == kind || !wasCreated[known])
            let isFirstNotice = !wasCreated[known] && (kind == .actor || kind == .operation)
            if isRepeat || isSamePermanent || isFirstNotice {
                queues[known].kind = kind
                wasCreated[known] = true
                setTarget(of: known, to: target)
                return known
            }
        }
        let index = append(Trace.Queue(address: address, label: "", kind: kind), created: true, at: time)
        setTarget(of: index, to: target)
        return index
    }

    mutating func named(_ address: UInt64, _ label: String) {
        guard let index = known(address), queues[index].label.isEmpty else { return }
        queues[index].label = label
    }

    mutating func targeted(_ address: UInt64, _ target: UInt64) -> Int {
        let index = seen(address)
        setTarget(of: index, to: target)
        return index
    }

    /// Whether the program has given a queue no label.
    func isUnnamed(_ queue: Int) -> Bool {
        let facts = queues[queue]
        // Foundation gives an operation queue its address for a name; the recorder writes down what it is instead.
        return facts.address != 0 && (facts.displayLabel.isEmpty || facts.kind == .operation && facts.label == facts.kind.words)
    }

    /// The queue that lets one item run at a time for this queue: itself or one that it targets; nil when items may overlap.
    func exclusive(_ queue: Int) -> Int? { queues.exclusiveQueue(of: queue) }

    /// The queues with a label each, and no label twice.
    /// - Parameters:
    ///   - qualities: the quality of service of queues whose labels do not tell it.
    ///   - names: the variables that hold queues without a label.
    mutating func finish(_ qualities: [Int: String] = [:], names: [Int: String] = [:]) -> [Trace.Queue] {
        for (queue, address) in unresolved where queues[queue].target == nil {
            if let target = known(address), target != queue { queues[queue].target = target }
        }
        var labels = UniqueNames()
        var ordinals: [Trace.Queue.Kind: Int] = [:]
        for index in queues.indices {
            let queue = queues[index]
            var label = queue.displayLabel + (qualities[index].map { " (\($0))" } ?? "")
            if let name = names[index] { label = name }
            if label.isEmpty {
                if wasCreated[index] {
                    ordinals[queue.kind, default: 0] += 1
                    label = "\(queue.kind.words) \(ordinals[queue.kind] ?? 1)"
                } else {
                    label = queue.address == 0 ? "called directly" : "queue 0x\(String(queue.address, radix: 16))"
                }
            }
            queues[index].label = labels.unique(label)
        }
        return queues
    }

    private mutating func append(_ queue: Trace.Queue, created: Bool, at time: Int64) -> Int {
        queues.append(queue)
        wasCreated.append(created)
        creation.append(time)
        current[queue.address] = UInt64(queues.count)
        return queues.count - 1
    }

    private mutating func setTarget(of queue: Int, to address: UInt64) {
        if address == 0 { return }
        if let target = known(address) {
            if target != queue { queues[queue].target = target }
        } else {
            unresolved.append((queue, address))
        }
    }
}

extension Trace.Queue {
    /// One of the queues on which the Swift runtime runs tasks: one for each quality of service.
    var isSwiftGlobal: Bool { kind == .global && label == "Swift global concurrent queue" }

    /// The program's label; for the system's queues their usual names.
    fileprivate var displayLabel: String {
        switch kind {
        case .main: return "main queue"
        case .global where isSwiftGlobal: return "Swift global"
        case .global where label.hasPrefix("com.apple.root."):
            var parts = label.dropFirst("com.apple.root.".count).split(separator: ".").map(String.init)
            if let quality = parts.first, quality.hasSuffix("-qos") { parts[0] = String(quality.dropLast(4)) }
            return "global queue (\(parts.joined(separator: ", ")))"
        default: return label
        }
    }
}

extension Trace.Queue.Kind {
    /// What kind of queue it is, in words: "serial queue".
    public var words: String {
        switch self {
        case .serial: "serial queue"
        case .concurrent: "concurrent queue"
        case .main: "main queue"
        case .global: "global queue"
        case .operation: "operation queue"
        case .actor: "actor"
        }
    }

    /// Whether items of such a queue run one at a time.
    public var isSerial: Bool { self == .serial || self == .main || self == .actor }
}

extension [Trace.Queue] {
    /// The queue that lets one item run at a time for a queue: the last serial one along its targets; nil when there is none.
    func exclusiveQueue(of queue: Int) -> Int? {
        var found: Int?
        var next: Int? = queue
        // Targets of a damaged file may go in a circle.
        var steps = 0
        while let index = next, steps < 16, indices.contains(index) {
            if self[index].kind.isSerial { found = index }
            next = self[index].target
            steps += 1
        }
        return found
    }
}

/// Gives each name once: "worker", then "worker 2".
struct UniqueNames {
    private var uses: [String: Int] = [:]

    mutating func unique(_ name: String) -> String {
        guard let used = uses[name] else {
            uses[name] = 1
            return name
        }
        var ordinal = used + 1
        while uses["\(name) \(ordinal)"] != nil { ordinal += 1 }
        uses[name] = ordinal
        uses["\(name) \(ordinal)"] = 1
        return "\(name) \(ordinal)"
    }
}
