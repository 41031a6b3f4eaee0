import CInterposition
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
        public var extra: UInt64
        public var text: String?

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

    init(_ log: ExecutionLog, _ program: ProgramSpan, lastTask: Int?) {
        var numbers = ObjectNumbers()
        names = log.names
        if lastTask != nil, !names.isEmpty { names.removeLast() }
        entries = log.entries.filter { $0.task != lastTask }.map { entry in
            var places = entry.place == 0 ? [] : ([entry.place] + entry.callers).map(program.offset)
            while places.last == 0 { places.removeLast() }
            let (object, argument, extra) = numbers.numbered(entry)
            return Entry(
                task: entry.task, kind: entry.kind.rawValue, object: object, argument: argument, detail: entry.detail, places: places,
                closure: program.offset(entry.closure), extra: extra, text: entry.text)
        }
    }

    /// Every offset into the program.
    public var offsets: Set<UInt> { Set(entries.flatMap(\.places)).union(entries.map(\.closure)).subtracting([0]) }
}

/// Where the program's own code lies in this process.
struct ProgramSpan {
    private let first: UInt
    private let size: UInt

    init() {
        let program = LoadedModule.all.first
        first = program?.first ?? 0
        size = program?.size ?? 0
    }

    /// The place in the program's file; 0 outside of it.
    func offset(_ address: UInt) -> UInt { address >= first && address - first < size ? address - first : 0 }
    func address(_ offset: UInt) -> UInt { first + offset }
}

/// Gives objects numbers in place of their addresses.
private struct ObjectNumbers {
    private var numbers: [UInt64: UInt64] = [:]

    private mutating func number(_ address: UInt64) -> UInt64 {
        if address == 0 { return 0 }
        let word = address & ~7
        if numbers[word] == nil { numbers[word] = 0x10000 + UInt64(numbers.count) * 16 }
        return (numbers[word] ?? 0) + (address & 7)
    }

    mutating func numbered(_ entry: ExecutionLog.Entry) -> (object: UInt64, argument: UInt64, extra: UInt64) {
        switch entry.kind {
        case .itemEnqueued:
            let isInGroup = entry.detail & 1 << 9 != 0
            return (entry.object, number(entry.argument), isInGroup ? number(entry.extra) : entry.extra)
        case .itemBegan, .itemEnded: return (entry.object, number(entry.argument), entry.extra)
        case .itemCancelled, .threadStarted, .threadEnded, .threadJoined: return (entry.object, entry.argument, entry.extra)
        case .queueCreated: return (number(entry.object), number(entry.argument), entry.extra)
        case .waitBegan, .waitEnded:
            let kind = entry.detail & 0xFF
            let isNumber = kind == ExecutionLog.Wait.join.rawValue || kind == ExecutionLog.Wait.workItem.rawValue
            return (isNumber ? entry.object : number(entry.object), entry.argument, entry.extra)
        default: return (number(entry.object), entry.argument, entry.extra)
        }
    }
}
