import Trace

/// What one execution did, step by step, in numbers that are the same each time and everywhere: tasks and objects in the order of their
/// appearance, places as offsets into the program's file. It goes from the process that explores to the one that tells of it.
public struct Chronicle: Hashable, Sendable, Codable {
    /// One thing that a task did, as a record of a trace tells it.
    public struct Entry: Hashable, Sendable, Codable {
        public var task: Int
        public var kind: UInt16
        public var object: UInt64
        public var argument: UInt64
        public var detail: UInt16
        /// Where in the program: return addresses, the innermost first.
        public var places: [UInt]
        public var closure: UInt
        /// What the kind explains; of an access to memory: where the variable lies in the program's file, 0 for one that lies elsewhere.
        public var extra: UInt64
        /// What the kind explains; of an access to memory: the variable, where it is part of an object.
        public var text: String?

        /// Part of the detail of an atomic access: it is relaxed.
        static let ordersNothing: UInt16 = 256
        /// Whether it is an atomic access that orders nothing beside itself.
        public var isRelaxed: Bool { event == .memoryAtomic && detail & Self.ordersNothing != 0 }
        /// Whether it is an access to memory.
        public var isAccess: Bool { [.memoryRead, .memoryWritten, .memoryAtomic].contains(event) }

        /// Whether it is the beginning of a sleep.
        public var isSleep: Bool { event == .waitBegan && detail & 0xFF == ExecutionLog.Wait.sleep.rawValue }

        /// What kind of event it is.
        public var event: Event.Kind { Event.Kind(rawValue: kind) }
        /// Of an item's event: it is a stretch of a Swift task.
        public var isOfSwiftTask: Bool { detail & 0xFF == ExecutionLog.How.taskJob.rawValue }
    }

    /// In the order in which it happened.
    public var entries: [Entry]
    /// What the tasks are called: "main", "thread 1".
    public var names: [String]

    /// Nothing at all.
    public init() {
        entries = []
        names = []
    }

    /// Every offset into the program.
    public var offsets: Set<UInt> { Set(entries.flatMap(\.places)).union(entries.map(\.closure)).subtracting([0]) }
}
