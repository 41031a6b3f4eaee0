extension Trace {
    /// A stretch of time in which a thread was blocked, or a Swift task was suspended.
    public struct Wait: Equatable, Sendable {
        public enum Kind: Int, Sendable {
            case group, semaphore, sync, mutex, condition, once, threadJoin, workItem, operation, operationQueue, sleep, apply
            case readLock, writeLock, futex
            /// For a Swift task: another to end, the next of its children, to be resumed, the next
            /// element of a stream.
            case task, taskGroup, continuation, stream
            /// On a simulated processor: a ready thread, for another one to leave the processor.
            case processor = 24
            /// In a call into the kernel: `call` is its name.
            case kernel
        }
        public var began: Int64
        private var endedAt = Self.never
        private var timeoutLength = Self.never
        private var laneNumber: Int32
        private var itemNumber = Self.none
        private var objectNumber = Self.none
        private var awaitedItemNumber = Self.none
        private var awaitedTaskNumber = Self.none
        private var endedByNumber = Self.none
        private var placeNumber = Self.none
        public var kind: Kind
        /// For `.kernel`: the call in which the thread is. nil: a later version has it.
        public var call: KernelCall?
        public var timedOut: Bool
        /// The call did not have to wait: the semaphore's value was positive, the group empty, the
        /// work done.
        public var passedAtOnce: Bool

        private static let none: Int32 = -1
        private static let never = Int64.min

        public init(
            kind: Kind, lane: Int, item: Int? = nil, object: Int? = nil, awaitedItem: Int? = nil, began: Int64, ended: Int64? = nil,
            timedOut: Bool = false, timeout: Int64? = nil, endedBy: Int? = nil, place: Int? = nil, passedAtOnce: Bool = false
        ) {
            self.kind = kind
            laneNumber = Int32(clamping: lane)
            self.began = began
            self.timedOut = timedOut
            self.passedAtOnce = passedAtOnce
            self.item = item
            self.object = object
            self.awaitedItem = awaitedItem
            self.ended = ended
            self.timeout = timeout
            self.endedBy = endedBy
            self.place = place
        }

        public var lane: Int {
            get { Int(laneNumber) }
            set { laneNumber = Int32(clamping: newValue) }
        }
        /// The item that waited, if the lane ran one.
        public var item: Int? {
            get { Self.index(itemNumber) }
            set { itemNumber = Self.number(newValue) }
        }
        /// Its target, as an index into `objects`; for `.sync`, `.workItem`, `.operation` see
        /// `awaitedItem`.
        public var object: Int? {
            get { Self.index(objectNumber) }
            set { objectNumber = Self.number(newValue) }
        }
        /// The item it waited for to run.
        public var awaitedItem: Int? {
            get { Self.index(awaitedItemNumber) }
            set { awaitedItemNumber = Self.number(newValue) }
        }
        /// The Swift task it waited for to end.
        public var awaitedTask: Int? {
            get { Self.index(awaitedTaskNumber) }
            set { awaitedTaskNumber = Self.number(newValue) }
        }
        /// nil: it still waited when the trace ended.
        public var ended: Int64? {
            get { endedAt == Self.never ? nil : endedAt }
            set { endedAt = newValue ?? Self.never }
        }
        /// Timeout in nanoseconds, nil for ever.
        public var timeout: Int64? {
            get { timeoutLength == Self.never ? nil : timeoutLength }
            set { timeoutLength = newValue ?? Self.never }
        }
        /// Index of the event that ended it (signal, leave, unlock, end of an item), where it is
        /// known.
        public var endedBy: Int? {
            get { Self.index(endedByNumber) }
            set { endedByNumber = Self.number(newValue) }
        }
        public var place: Int? {
            get { Self.index(placeNumber) }
            set { placeNumber = Self.number(newValue) }
        }

        private static func index(_ number: Int32) -> Int? { number < 0 ? nil : Int(number) }

        private static func number(_ index: Int?) -> Int32 { index.map { Int32(clamping: $0) } ?? none }
    }

    /// A stretch of time in which a thread held a lock, or ran a once block.
    public struct Holding: Equatable, Sendable {
        public var began: Int64
        private var endedAt = Int64.min
        private var objectNumber: Int32
        private var laneNumber: Int32
        private var itemNumber: Int32 = -1
        /// For reading: others may hold it for reading meanwhile.
        public var isShared: Bool

        public init(object: Int, lane: Int, item: Int? = nil, began: Int64, ended: Int64? = nil, isShared: Bool = false) {
            objectNumber = Int32(clamping: object)
            laneNumber = Int32(clamping: lane)
            self.began = began
            self.isShared = isShared
            self.item = item
            self.ended = ended
        }

        /// The lock or the once token, as an index into `objects`.
        public var object: Int {
            get { Int(objectNumber) }
            set { objectNumber = Int32(clamping: newValue) }
        }
        public var lane: Int {
            get { Int(laneNumber) }
            set { laneNumber = Int32(clamping: newValue) }
        }
        /// The item that took it, if the lane ran one.
        public var item: Int? {
            get { itemNumber < 0 ? nil : Int(itemNumber) }
            set { itemNumber = newValue.map { Int32(clamping: $0) } ?? -1 }
        }
        /// nil: it was still held when the trace ended.
        public var ended: Int64? {
            get { endedAt == .min ? nil : endedAt }
            set { endedAt = newValue ?? .min }
        }
    }
}
