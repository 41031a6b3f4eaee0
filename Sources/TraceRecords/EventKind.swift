/// The kind of an event, as `Format.md` lists them.
///
/// Open: a trace can hold kinds that this version does not know, which are skipped.
public struct EventKind: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt16
    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

    // (The reader compares kinds for each record of a file: the comparison is inlined there.)
    @inlinable public static func == (one: EventKind, other: EventKind) -> Bool { one.rawValue == other.rawValue }
    @inlinable public static func ~= (pattern: EventKind, kind: EventKind) -> Bool { pattern.rawValue == kind.rawValue }
    @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    @inlinable public static var place: EventKind { EventKind(rawValue: 1) }
    @inlinable public static var text: EventKind { EventKind(rawValue: 2) }
    @inlinable public static var itemEnqueued: EventKind { EventKind(rawValue: 10) }
    @inlinable public static var itemBegan: EventKind { EventKind(rawValue: 11) }
    @inlinable public static var itemEnded: EventKind { EventKind(rawValue: 12) }
    @inlinable public static var itemCancelled: EventKind { EventKind(rawValue: 13) }
    @inlinable public static var queueCreated: EventKind { EventKind(rawValue: 20) }
    @inlinable public static var queueTargeted: EventKind { EventKind(rawValue: 21) }
    @inlinable public static var queueSuspended: EventKind { EventKind(rawValue: 22) }
    @inlinable public static var queueResumed: EventKind { EventKind(rawValue: 23) }
    @inlinable public static var queueActivated: EventKind { EventKind(rawValue: 24) }
    @inlinable public static var queueWidth: EventKind { EventKind(rawValue: 25) }
    @inlinable public static var queueCancelled: EventKind { EventKind(rawValue: 26) }
    @inlinable public static var waitBegan: EventKind { EventKind(rawValue: 30) }
    @inlinable public static var waitEnded: EventKind { EventKind(rawValue: 31) }
    @inlinable public static var waitOpen: EventKind { EventKind(rawValue: 32) }
    @inlinable public static var groupEntered: EventKind { EventKind(rawValue: 40) }
    @inlinable public static var groupLeft: EventKind { EventKind(rawValue: 41) }
    @inlinable public static var groupNotified: EventKind { EventKind(rawValue: 42) }
    @inlinable public static var groupCreated: EventKind { EventKind(rawValue: 43) }
    @inlinable public static var semaphoreCreated: EventKind { EventKind(rawValue: 45) }
    @inlinable public static var semaphoreSignalled: EventKind { EventKind(rawValue: 46) }
    @inlinable public static var onceBegan: EventKind { EventKind(rawValue: 50) }
    @inlinable public static var onceEnded: EventKind { EventKind(rawValue: 51) }
    @inlinable public static var lockAcquired: EventKind { EventKind(rawValue: 55) }
    @inlinable public static var lockReleased: EventKind { EventKind(rawValue: 56) }
    @inlinable public static var conditionSignalled: EventKind { EventKind(rawValue: 57) }
    @inlinable public static var sourceCreated: EventKind { EventKind(rawValue: 60) }
    @inlinable public static var sourceFired: EventKind { EventKind(rawValue: 61) }
    @inlinable public static var sourceCancelled: EventKind { EventKind(rawValue: 62) }
    @inlinable public static var timerArmed: EventKind { EventKind(rawValue: 63) }
    @inlinable public static var signalDelivered: EventKind { EventKind(rawValue: 64) }
    @inlinable public static var operationAdded: EventKind { EventKind(rawValue: 70) }
    @inlinable public static var operationReady: EventKind { EventKind(rawValue: 71) }
    @inlinable public static var operationDepends: EventKind { EventKind(rawValue: 72) }
    @inlinable public static var operationIndependent: EventKind { EventKind(rawValue: 73) }
    @inlinable public static var operationCancelled: EventKind { EventKind(rawValue: 74) }
    @inlinable public static var operationPriority: EventKind { EventKind(rawValue: 75) }
    @inlinable public static var operationReturned: EventKind { EventKind(rawValue: 76) }
    @inlinable public static var taskCreated: EventKind { EventKind(rawValue: 80) }
    @inlinable public static var taskSuspended: EventKind { EventKind(rawValue: 81) }
    @inlinable public static var taskResumed: EventKind { EventKind(rawValue: 82) }
    @inlinable public static var taskEnded: EventKind { EventKind(rawValue: 83) }
    @inlinable public static var taskCancelled: EventKind { EventKind(rawValue: 84) }
    @inlinable public static var continuationResumed: EventKind { EventKind(rawValue: 85) }
    @inlinable public static var taskAwaits: EventKind { EventKind(rawValue: 86) }
    @inlinable public static var taskKnown: EventKind { EventKind(rawValue: 87) }
    @inlinable public static var threadStarted: EventKind { EventKind(rawValue: 90) }
    @inlinable public static var threadEnded: EventKind { EventKind(rawValue: 91) }
    @inlinable public static var threadJoined: EventKind { EventKind(rawValue: 92) }
    /// On a simulated processor: a thread's priority.
    @inlinable public static var threadPriority: EventKind { EventKind(rawValue: 93) }
    @inlinable public static var memoryRead: EventKind { EventKind(rawValue: 100) }
    @inlinable public static var memoryWritten: EventKind { EventKind(rawValue: 101) }
    @inlinable public static var memoryAtomic: EventKind { EventKind(rawValue: 102) }
    /// Only as the use of texts after an access to memory: the value that it finds, and the value that it leaves.
    @inlinable public static var valueFound: EventKind { EventKind(rawValue: 103) }
    @inlinable public static var valueLeft: EventKind { EventKind(rawValue: 104) }
    /// Only as the use of texts: what a step means for the failure.
    @inlinable public static var stepMeaning: EventKind { EventKind(rawValue: 105) }
    @inlinable public static var note: EventKind { EventKind(rawValue: 110) }
    @inlinable public static var moduleLoaded: EventKind { EventKind(rawValue: 120) }
    @inlinable public static var placeName: EventKind { EventKind(rawValue: 121) }
    @inlinable public static var forked: EventKind { EventKind(rawValue: 122) }
}

extension EventKind {
    /// The kinds whose place has the entry of a function as its value.
    public static let namesFunctions: Set<UInt16> = [taskCreated.rawValue, taskAwaits.rawValue, taskKnown.rawValue]

    /// The detail of a note about a call that stopped the program. (1: the note is about a step of a
    /// thread; 0: the program wrote it.)
    public static let endOfSchedule: UInt16 = 2
}
