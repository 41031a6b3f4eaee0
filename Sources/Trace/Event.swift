/// One thing that happened: a record of a trace, with its time turned into nanoseconds and its place looked up.
///
/// `Format.md` says for each kind what `object`, `argument` and `detail` mean.
public struct Event: Equatable, Sendable {
    /// Nanoseconds since the trace's start; in an explored trace, logical steps.
    public var time: Int64
    public var object: UInt64
    public var argument: UInt64
    public var kind: Kind
    /// The low bits of the record's detail, without the two that say whether a place follows.
    public var detail: UInt16
    /// Index into `Trace.lanes`.
    public var lane: Int32
    /// Index into `Trace.places`, or -1: the call that caused the event.
    public var place: Int32

    public init(
        time: Int64, kind: Kind, detail: UInt16 = 0, lane: Int, object: UInt64 = 0, argument: UInt64 = 0, place: Int = -1
    ) {
        self.time = time
        self.object = object
        self.argument = argument
        self.kind = kind
        self.detail = detail
        self.lane = Int32(lane)
        self.place = Int32(place)
    }

    /// The kind of an event. Open: a trace can hold kinds that this version does not know, which
    /// are skipped.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        public var rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }

        public static let place = Kind(rawValue: 1)
        public static let text = Kind(rawValue: 2)
        public static let itemEnqueued = Kind(rawValue: 10)
        public static let itemBegan = Kind(rawValue: 11)
        public static let itemEnded = Kind(rawValue: 12)
        public static let itemCancelled = Kind(rawValue: 13)
        public static let queueCreated = Kind(rawValue: 20)
        public static let queueTargeted = Kind(rawValue: 21)
        public static let queueSuspended = Kind(rawValue: 22)
        public static let queueResumed = Kind(rawValue: 23)
        public static let queueActivated = Kind(rawValue: 24)
        public static let queueWidth = Kind(rawValue: 25)
        public static let queueCancelled = Kind(rawValue: 26)
        public static let waitBegan = Kind(rawValue: 30)
        public static let waitEnded = Kind(rawValue: 31)
        public static let groupEntered = Kind(rawValue: 40)
        public static let groupLeft = Kind(rawValue: 41)
        public static let groupNotified = Kind(rawValue: 42)
        public static let groupCreated = Kind(rawValue: 43)
        public static let semaphoreCreated = Kind(rawValue: 45)
        public static let semaphoreSignalled = Kind(rawValue: 46)
        public static let onceBegan = Kind(rawValue: 50)
        public static let onceEnded = Kind(rawValue: 51)
        public static let lockAcquired = Kind(rawValue: 55)
        public static let lockReleased = Kind(rawValue: 56)
        public static let conditionSignalled = Kind(rawValue: 57)
        public static let sourceCreated = Kind(rawValue: 60)
        public static let sourceFired = Kind(rawValue: 61)
        public static let sourceCancelled = Kind(rawValue: 62)
        public static let timerArmed = Kind(rawValue: 63)
        public static let signalDelivered = Kind(rawValue: 64)
        public static let operationAdded = Kind(rawValue: 70)
        public static let operationReady = Kind(rawValue: 71)
        public static let operationDepends = Kind(rawValue: 72)
        public static let operationIndependent = Kind(rawValue: 73)
        public static let operationCancelled = Kind(rawValue: 74)
        public static let operationPriority = Kind(rawValue: 75)
        public static let operationReturned = Kind(rawValue: 76)
        public static let taskCreated = Kind(rawValue: 80)
        public static let taskSuspended = Kind(rawValue: 81)
        public static let taskResumed = Kind(rawValue: 82)
        public static let taskEnded = Kind(rawValue: 83)
        public static let taskCancelled = Kind(rawValue: 84)
        public static let continuationResumed = Kind(rawValue: 85)
        public static let threadStarted = Kind(rawValue: 90)
        public static let threadEnded = Kind(rawValue: 91)
        public static let threadJoined = Kind(rawValue: 92)
        /// On a simulated processor: a thread's priority.
        public static let threadPriority = Kind(rawValue: 93)
        public static let memoryRead = Kind(rawValue: 100)
        public static let memoryWritten = Kind(rawValue: 101)
        public static let memoryAtomic = Kind(rawValue: 102)
        public static let note = Kind(rawValue: 110)
        public static let moduleLoaded = Kind(rawValue: 120)
        public static let placeName = Kind(rawValue: 121)
        public static let forked = Kind(rawValue: 122)
    }
}
