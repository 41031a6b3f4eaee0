import TraceRecords

/// All steps of one execution, with numbers that are the same each time and everywhere: tasks and
/// objects in the order of their appearance, places as offsets into the program's file. The process
/// that explores sends it to the process that reports.
public struct ExecutionRecord: Hashable, Sendable, Codable {
    /// One step of a task, like a record of a trace.
    public struct Entry: Hashable, Sendable, Codable {
        public var task: Int
        public var kind: UInt16
        public var object: UInt64
        public var argument: UInt64
        public var detail: UInt16
        /// The places in the program: return addresses, the innermost first.
        public var places: [UInt]
        public var closure: UInt
        /// Depends on the kind. For an access to memory: the variable's offset in the program's
        /// file, 0 if it lies elsewhere.
        public var extra: UInt64
        /// Depends on the kind. For an access to memory: the variable, if it is part of an object.
        public var text: String?
        /// For an access to memory: the variable's value before it, and after a change; nil: not known.
        public var value: String?
        public var newValue: String?
        /// The number of the variable's first word, if its type is known: a variable can have several words.
        public var variable: UInt64?
        /// On a processor with simulated time: nanoseconds since the start.
        public var time: UInt64?

        /// A flag in the detail of an atomic access: it is relaxed.
        static let ordersNothing: UInt16 = 256
        /// Whether it is an atomic access that orders no other access.
        public var isRelaxed: Bool { event == .memoryAtomic && detail & Self.ordersNothing != 0 }
        /// Whether it is a change of memory.
        public var isChange: Bool { event == .memoryWritten || event == .memoryAtomic && detail & 0xFF != 0 }
        /// The number of the variable that an access to memory is about.
        public var accessedVariable: UInt64 { variable ?? object & ~7 }
        /// Whether it is an access to memory.
        public var isAccess: Bool { [.memoryRead, .memoryWritten, .memoryAtomic].contains(event) }

        /// Whether it is the beginning of a sleep.
        public var isSleep: Bool { event == .waitBegan && detail & 0xFF == ExecutionRecorder.Wait.sleep.rawValue }

        /// The text of a note: the task asks an asynchronous stream for its next element. The
        /// object is the stream.
        public static let asksStream = "asks a stream for its next element"

        /// The kind of event.
        public var event: EventKind { EventKind(rawValue: kind) }
        /// For an item's event: whether the item is a job of a Swift task.
        public var isOfSwiftTask: Bool { detail & 0xFF == ExecutionRecorder.How.taskJob.rawValue }
    }

    /// The note of a task that runs an object's `deinit`, if it matters which task does.
    public static let lastRelease = "releases the last reference to an object"
    /// The notes of the tasks that allocated and freed some memory, before a task has used it too late.
    public static let allocatedMemory = "has allocated the memory that is used now"
    public static let freedMemory = "has freed the memory that is used now"
    /// The note of a task that wakes from waiting for a condition without a signal.
    public static let wakeWithoutSignal = "wakes up without a signal"

    /// Changes of a variable that have no entry.
    public struct UnseenChange: Hashable, Sendable, Codable {
        /// The number of entries before it.
        public var entries: Int
        /// The number of the variable, as its entries have it.
        public var variable: UInt64
    }

    /// A call that had begun when another task trapped.
    struct BegunCall: Hashable, Sendable, Codable {
        /// The number of entries before it.
        var entries: Int
        var call: Entry
    }

    /// In the order in which they happened.
    public var entries: [Entry]
    /// The calls of a continuation's `resume` that had begun at a trap. Only the trap's message says whether they matter.
    var begunCalls: [BegunCall]
    /// In the order in which they happened: after them, the variable's value is not known.
    public var unseenChanges: [UnseenChange]
    /// The names of the tasks: "main", "thread 1".
    public var names: [String]

    /// An empty record.
    public init() {
        entries = []
        begunCalls = []
        unseenChanges = []
        names = []
    }

    /// Leaves out entries. A change that has no entry stays where it is among the others.
    mutating func keepEntries(where isKept: (Int) -> Bool) {
        var kept: [Entry] = [], before: [Int] = []
        for index in entries.indices {
            before.append(kept.count)
            if isKept(index) { kept.append(entries[index]) }
        }
        before.append(kept.count)
        for index in unseenChanges.indices { unseenChanges[index].entries = before[min(unseenChanges[index].entries, entries.count)] }
        for index in begunCalls.indices { begunCalls[index].entries = before[min(begunCalls[index].entries, entries.count)] }
        entries = kept
    }

    /// Takes the calls that had begun at a trap into the entries.
    mutating func tellBegunCalls() {
        for begun in begunCalls.reversed() {
            entries.insert(begun.call, at: min(begun.entries, entries.count))
            for index in unseenChanges.indices where unseenChanges[index].entries > begun.entries { unseenChanges[index].entries += 1 }
        }
        begunCalls = []
    }

    /// Every offset into the program.
    public var offsets: Set<UInt> { Set(entries.flatMap(\.places)).union(entries.map(\.closure)).subtracting([0]) }
}
