/// What one execution did, step by step, in numbers that are the same each time: tasks and objects in the order of their appearance, places as
/// offsets into the program's file.
public struct ExecutionLog: Hashable, Sendable, Codable {
    /// What a task did.
    public enum Act: String, Hashable, Sendable, Codable {
        case created, began, ended, trapped
        case read, wrote, readAtomically, wroteAtomically
        case locked, lockedForReading, unlocked, unlockedForReading, triedInVain
        case waits, waited
        case fellAsleep, signalled, signalledAll, joined
        case onceBegan, onceEnded
        case enqueued, itemBegan, itemEnded
        case entered, left, asksToBeNotified
        case semaphoreMade, semaphoreSignalled, semaphoreTaken, timedOut
        case workCancelled, queueChanged
    }

    /// What a task waits for.
    public enum Cause: String, Hashable, Sendable, Codable {
        case lock, readLock, condition, end, initialiser, queue, group, semaphore, workItem
    }

    /// One thing that a task did.
    public struct Entry: Hashable, Sendable, Codable {
        public var task: Int
        public var act: Act
        /// The number of the object or of the other task; -1: none.
        public var object = -1
        /// The number of the item: of one that runs as a task of its own, the task's.
        public var item = -1
        /// Bytes of an access, sleepers when a signal came, a semaphore's first value, how an item was handed over.
        public var extra = 0
        public var cause: Cause?
        /// Where in the program: return addresses, the innermost first.
        public var places: [UInt] = []
    }

    /// Tasks in the order of their creation: who made each, and where. The first is the program's main thread.
    public struct Task: Hashable, Sendable, Codable {
        public var parent: Int?
        public var place: UInt
    }

    /// A shared thing: its kind is known by what is done to it. Variables of the program have an offset into its file, others 0.
    public struct Object: Hashable, Sendable, Codable {
        public var variable: UInt
        /// Of a queue: what it is called, and 0 serial, 1 concurrent, 2 main, 3 global.
        public var label: String?
        public var queueKind: Int?
    }

    /// How an item was handed over: added up.
    public enum How {
        public static let barrier = 1, inGroup = 2, sync = 4, later = 8, iteration = 16
    }

    /// In the order in which it happened.
    public var entries: [Entry] = []
    public var tasks: [Task] = []
    public var objects: [Object] = []
    /// Whether the beginning is missing, because there was too much.
    public var isCut = false
}

extension ExecutionLog {
    /// Without accesses to memory that say nothing of how tasks meet: what one task alone touches, and what nobody writes once it is shared.
    func onlyShared() -> ExecutionLog {
        var uses: [Int: Use] = [:], kept = self
        // What looks at the result when all is over is none of the program.
        kept.entries.removeAll { entry in entry.task > 0 && tasks.indices.contains(entry.task) && tasks[entry.task].parent == nil }
        // The end of an item is the end of its task.
        let items = Set(kept.entries.filter { $0.act == .itemEnded }.map(\.item))
        kept.entries.removeAll { $0.act == .ended && items.contains($0.task) }
        for entry in kept.entries where entry.act == .read || entry.act == .wrote {
            uses[entry.object, default: Use()].note(entry.task, writes: entry.act == .wrote)
        }
        kept.entries.removeAll { ($0.act == .read || $0.act == .wrote) && !(uses[$0.object]?.matters ?? false) }
        return kept.renumbered()
    }

    /// What is done to a word of memory.
    private struct Use {
        private var tasks: Set<Int> = []
        private(set) var matters = false

        mutating func note(_ task: Int, writes: Bool) {
            tasks.insert(task)
            if writes && tasks.count > 1 { matters = true }
        }
    }

    /// With objects numbered in the order of their appearance among what is left.
    private func renumbered() -> ExecutionLog {
        var result = self, numbers: [Int: Int] = [:]
        result.objects = []
        for index in entries.indices where entries[index].object >= 0 && entries[index].namesObject {
            let old = entries[index].object
            if numbers[old] == nil {
                numbers[old] = result.objects.count
                result.objects.append(objects[old])
            }
            result.entries[index].object = numbers[old] ?? 0
        }
        return result
    }
}

extension ExecutionLog.Entry {
    /// Whether `object` is the number of an object, and not of a task.
    public var namesObject: Bool {
        switch act {
        case .created, .joined, .began, .ended: false
        case .waits, .waited: cause != .end
        default: true
        }
    }
}
