/// The queues of a trace. An address can serve several queues, one after the other: each of them is
/// a separate life.
struct QueueLives {
    private(set) var queues: [Trace.Queue] = []
    /// Stands for the address of a queue where there is none: an operation was started by hand, or a completion block runs.
    static let none: UInt64 = 1
    /// Index of the life that an address has now, plus 1.
    private var current = IntegerTable()
    private var wasCreated: [Bool] = []
    private var creation: [Int64] = []
    /// How often each queue is suspended now.
    private var depth: [Int: Int] = [:]
    private let coverage: Coverage
    /// Targets that were not known yet when they were named.
    private var unresolved: [(queue: Int, address: UInt64)] = []

    init(coverage: Coverage = .whole) { self.coverage = coverage }

    /// The queue that now lives at an address; one that was never seen gets an entry.
    mutating func seen(_ address: UInt64) -> Int {
        let known = current[address]
        if known != 0 { return Int(known - 1) }
        // Its order is not known, so none is claimed: a plain item of a concurrent queue waits for
        // no other plain item.
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
        // An operation queue often gets its name only after it is known.
        guard let index = known(address), queues[index].label.isEmpty || isUnnamed(index) else { return }
        queues[index].label = label
    }

    mutating func widened(_ queue: Int, to limit: Int?, at time: Int64) {
        queues[queue].widths.append(Trace.Queue.Width(time: time, limit: limit))
    }

    /// A dispatch queue counts how often it was suspended; an operation queue does not.
    mutating func suspended(_ queue: Int, _ isSuspended: Bool, at time: Int64) {
        let isOpen = queues[queue].suspensions.last.map { $0.ended == nil } ?? false
        let isCounted = queues[queue].kind != .operation
        if isSuspended {
            depth[queue, default: 0] = isCounted ? depth[queue, default: 0] + 1 : 1
            if !isOpen { queues[queue].suspensions.append(Trace.Queue.Suspension(began: time)) }
        } else {
            depth[queue] = isCounted ? max(0, depth[queue, default: 0] - 1) : 0
            if isOpen, depth[queue] == 0 { queues[queue].suspensions[queues[queue].suspensions.count - 1].ended = time }
        }
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
    ///   - qualities: the quality of service of queues whose labels do not show it.
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
                    label =
                        queue.address == Self.none
                        ? Trace.Queue.noQueue : queue.address == 0 ? "called directly" : "queue 0x\(String(queue.address, radix: 16))"
                }
            }
            queues[index].label = labels.unique(label)
        }
        return queues
    }

    private mutating func append(_ queue: Trace.Queue, created: Bool, at time: Int64) -> Int {
        queues.append(queue)
        // Queues that are there from the start are never made.
        let isMade = created && queue.kind != .main && queue.kind != .global
        queues[queues.count - 1].isFullyKnown = coverage.isWhole(from: isMade ? time : 0, about: queue.kind)
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
    var isSwiftGlobal: Bool { kind == .global && label.hasPrefix(Self.swiftGlobal) }

    /// Its quality in brackets, " (background)"; empty: the recording does not have it.
    var swiftQuality: Substring { label.dropFirst(Self.swiftGlobal.count) }

    private static let swiftGlobal = "Swift global concurrent queue"

    /// The program's label; for the system's queues their usual names.
    fileprivate var displayLabel: String {
        switch kind {
        case .main: return "main queue"
        case .global where isSwiftGlobal: return "Swift global\(swiftQuality)"
        case .global where label.hasPrefix("com.apple.root."):
            var parts = label.dropFirst("com.apple.root.".count).split(separator: ".").map(String.init)
            if let quality = parts.first, quality.hasSuffix("-qos") { parts[0] = String(quality.dropLast(4)) }
            return "global queue (\(parts.joined(separator: ", ")))"
        default: return label
        }
    }
}

extension Trace.Queue.Kind {
    /// The kind of queue, in words: "serial queue".
    public var words: String {
        switch self {
        case .serial: "serial queue"
        case .concurrent: "concurrent queue"
        case .main: "main queue"
        case .global: "global queue"
        case .operation: "operation queue"
        case .actor: "actor"
        case .processor: "simulated processor"
        }
    }

    /// Whether items of such a queue run one at a time.
    public var isSerial: Bool { self == .serial || self == .main || self == .actor }
}

extension [Trace.Queue] {
    /// The queue that lets one item run at a time for a queue: the last serial one along its
    /// targets; nil when no target is serial.
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

    /// Another queue, along the targets of this one, that runs its items one at a time; nil if there is none.
    public func serialTarget(of queue: Int) -> Int? {
        guard let target = exclusiveQueue(of: queue), target != queue else { return nil }
        return target
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
