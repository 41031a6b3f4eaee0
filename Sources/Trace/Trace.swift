/// The run of one process: the events in the order of their time, and the facts derived from them.
///
/// A trace comes from a real run (the recorder) or from a model's (the explorer). Everything that draws, explains, judges or exports reads
/// this and nothing else. Objects are numbered: `queues[item.queue]`, `lanes[event.lane]`; the numbers are indices into the arrays below.
public struct Trace: Sendable {
    public var origin: Origin = .recorder
    /// Path and arguments of the program that was recorded.
    public var program = ""
    public var arguments: [String] = []
    public var processID: Int32 = 0
    /// Nanoseconds since 1970 at the trace's start.
    public var startedAt: UInt64 = 0
    /// From the trace's start to its end (or its last event), in nanoseconds (explorer: steps).
    public var duration: Int64 = 0
    public var ending: Ending = .unknown

    /// All events, ordered by time; those of one lane keep the order in which they were written.
    public var events: [Event] = []
    public var lanes: [Lane] = []
    public var queues: [Queue] = []
    /// In the order of their enqueue (of their start, where the enqueue was not seen).
    public var items: [Item] = []
    /// In the order of their begin.
    public var waits: [Wait] = []
    /// The times at which threads held locks and ran once blocks, in the order of their begin.
    public var holdings: [Holding] = []
    /// Groups, semaphores, locks, conditions, once tokens, sources.
    public var objects: [SyncObject] = []
    public var tasks: [TaskFacts] = []
    public var places: [Place] = []
    public var notes: [Note] = []
    /// Stretches in which a lab's staging held a thread, in a trace that leaves the staging out; empty in any other.
    public var staged: [Staged] = []
    /// The name of the memory at an address that an explored program accesses: "Counter.value", "a
    /// variable of count()".
    public var variables: [UInt64: String] = [:]
    /// The code that was loaded, as far as the trace says.
    public var modules: [Module] = []
    /// The subject of each event (see `Trace+Subjects.swift`); empty in a trace that was built by
    /// hand.
    public var subjects: [Int32] = []

    /// Records that could not be kept because the buffer was full; never hidden from the reader of a timeline.
    public var droppedRecords = 0
    /// Which part of the run is here.
    public var coverage = Coverage.whole
    /// The parts that could not be read, in words ("truncated at byte 81,920; 3 records lost").
    public var damage: [String] = []

    public init() {}

    /// A real run; steps of the explorer's model; or a run of the model on a processor with simulated
    /// time, in nanoseconds.
    public enum Origin: Sendable { case recorder, explorer, simulation }

    /// How the recorded process came to its end.
    public enum Ending: Equatable, Sendable {
        case unknown
        /// Recording was stopped in order; the process may have gone on.
        case stopped
        case exited(code: Int32)
        case killed(signal: Int32)
    }
}

extension Trace {
    /// A thread (recorder) or a task of the model (explorer).
    public struct Lane: Equatable, Sendable {
        public var name: String
        /// The kernel's id of the thread; 0 when it is not known.
        public var threadID: UInt64
        public var isMain: Bool
        public var startedAt: Int64?
        public var endedAt: Int64?
        public init(name: String, threadID: UInt64 = 0, isMain: Bool = false, startedAt: Int64? = nil, endedAt: Int64? = nil) {
            self.name = name
            self.threadID = threadID
            self.isMain = isMain
            self.startedAt = startedAt
            self.endedAt = endedAt
        }
    }

    /// An executor of items: a dispatch queue, an operation queue, an actor.
    public struct Queue: Equatable, Sendable {
        public enum Kind: Int, Sendable { case serial, concurrent, main, global, operation, actor, processor }
        public var address: UInt64
        /// As the program named it; unique within a trace ("worker", "worker 2" for a second queue of the same label).
        public var label: String
        public var kind: Kind
        /// Index of the target queue, nil when not known.
        public var target: Int?
        /// Operation queue: how many operations it ran at the same time at most, each from a moment on (see `width(at:)`).
        public var widths: [Width] = []
        /// When it was suspended, in the order of time.
        public var suspensions: [Suspension] = []
        /// Whether the trace shows all that was submitted to it; false if events were lost since it was made.
        public var isFullyKnown = true
        public init(address: UInt64 = 0, label: String, kind: Kind, target: Int? = nil) {
            self.address = address
            self.label = label
            self.kind = kind
            self.target = target
        }
    }

    /// A piece of work: a block handed to a queue, an iteration, an operation, a stretch of a task.
    public struct Item: Equatable, Sendable {
        public enum How: Int, Sendable {
            case async, sync, asyncAndWait, groupNotify, after, applyIteration, sourceHandler, operation, taskJob, workItemNotify
            case sourceCancelHandler, performed, actorJob, dispatchIO, completion
            /// A thread, on a simulated processor.
            case thread = 24
        }
        public var id: UInt64
        public var how: How
        public var isBarrier: Bool
        /// Index of the queue it was handed to.
        public var queue: Int
        /// Its name: an operation's or task's name, else its closure's function and an ordinal
        /// ("add(_:) #3").
        public var label: String
        public var enqueued: Int64?
        public var began: Int64?
        /// nil: it never ended ("running when the process died", if `began` is set).
        public var ended: Int64?
        public var cancelled: Int64?
        /// Lane it ran on.
        public var lane: Int?
        /// Lane, and item running there, that enqueued it.
        public var enqueuedOnLane: Int?
        public var enqueuedByItem: Int?
        /// Index of the place of the call that enqueued it.
        public var place: Int?
        /// Index of its group in `objects`.
        public var group: Int?
        /// Task id, for a stretch of a Swift task.
        public var task: UInt64?
        /// Items that had to end first (operation dependencies), as indices into `items`.
        public var dependencies: [Int]
        /// Facts that only operations have; see `OperationFacts`.
        public var operation = OperationFacts()
        /// The caller waited until it had run (`sync`, `asyncAndWait`).
        public var callerWaits: Bool
        /// How long it was to wait at least (`asyncAfter`): nanoseconds, in an explored trace too, of the time that the program saw.
        public var delay: Int64?
        /// When it came to its queue, if it was submitted before: when it was due (`asyncAfter`), or when its group was empty
        /// (`notify`). It could not begin before. In an explored trace, whose time is steps, a delayed item is due when it begins.
        public var due: Int64?

        public init(
            id: UInt64, how: How = .async, isBarrier: Bool = false, queue: Int, label: String = "", enqueued: Int64? = nil,
            began: Int64? = nil, ended: Int64? = nil, cancelled: Int64? = nil, lane: Int? = nil, enqueuedOnLane: Int? = nil,
            enqueuedByItem: Int? = nil, place: Int? = nil, group: Int? = nil, task: UInt64? = nil, dependencies: [Int] = [],
            callerWaits: Bool = false, due: Int64? = nil
        ) {
            self.id = id
            self.how = how
            self.isBarrier = isBarrier
            self.queue = queue
            self.label = label
            self.enqueued = enqueued
            self.began = began
            self.ended = ended
            self.cancelled = cancelled
            self.lane = lane
            self.enqueuedOnLane = enqueuedOnLane
            self.enqueuedByItem = enqueuedByItem
            self.place = place
            self.group = group
            self.task = task
            self.dependencies = dependencies
            self.callerWaits = callerWaits
            self.due = due
        }
    }

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
        }
        public var kind: Kind
        public var lane: Int
        /// The item that waited, if the lane ran one.
        public var item: Int?
        /// Its target, as an index into `objects`; for `.sync`, `.workItem`, `.operation` see
        /// `awaitedItem`.
        public var object: Int?
        /// The item it waited for to run.
        public var awaitedItem: Int?
        /// The Swift task it waited for to end.
        public var awaitedTask: Int?
        public var began: Int64
        /// nil: it still waited when the trace ended.
        public var ended: Int64?
        public var timedOut: Bool
        /// Timeout in nanoseconds, nil for ever.
        public var timeout: Int64?
        /// Index of the event that ended it (signal, leave, unlock, end of an item), where it is
        /// known.
        public var endedBy: Int?
        public var place: Int?
        /// The call did not have to wait: the semaphore's value was positive, the group empty, the
        /// work done.
        public var passedAtOnce: Bool

        public init(
            kind: Kind, lane: Int, item: Int? = nil, object: Int? = nil, awaitedItem: Int? = nil, began: Int64, ended: Int64? = nil,
            timedOut: Bool = false, timeout: Int64? = nil, endedBy: Int? = nil, place: Int? = nil, passedAtOnce: Bool = false
        ) {
            self.kind = kind
            self.lane = lane
            self.item = item
            self.object = object
            self.awaitedItem = awaitedItem
            self.began = began
            self.ended = ended
            self.timedOut = timedOut
            self.timeout = timeout
            self.endedBy = endedBy
            self.place = place
            self.passedAtOnce = passedAtOnce
        }
    }

    /// A stretch of time in which a thread held a lock, or ran a once block.
    public struct Holding: Equatable, Sendable {
        /// The lock or the once token, as an index into `objects`.
        public var object: Int
        public var lane: Int
        /// The item that took it, if the lane ran one.
        public var item: Int?
        public var began: Int64
        /// nil: it was still held when the trace ended.
        public var ended: Int64?
        /// For reading: others may hold it for reading meanwhile.
        public var isShared: Bool
        public init(object: Int, lane: Int, item: Int? = nil, began: Int64, ended: Int64? = nil, isShared: Bool = false) {
            self.object = object
            self.lane = lane
            self.item = item
            self.began = began
            self.ended = ended
            self.isShared = isShared
        }
    }

    /// Something that threads meet at.
    public struct SyncObject: Equatable, Sendable {
        public enum Kind: Int, Sendable { case group, semaphore, lock, condition, once, source, thread, other }
        public var kind: Kind
        public var address: UInt64
        /// The variable's name where it is known ("photoLock"), else kind and ordinal ("group 1", "semaphore 2"); a source by its type
        /// ("signal source SIGUSR1").
        public var label: String
        public var firstValue: Int64?
        /// The call that made it, as an index into `places`; nil when its making was not seen.
        public var made: Int?
        /// The first call that used it, as an index into `places`.
        public var firstUsed: Int?
        /// Whether the trace shows all that was done with it; false if events were lost since it was made.
        public var isFullyKnown = true
        public init(
            kind: Kind, address: UInt64 = 0, label: String, firstValue: Int64? = nil, made: Int? = nil, firstUsed: Int? = nil
        ) {
            self.kind = kind
            self.address = address
            self.label = label
            self.firstValue = firstValue
            self.made = made
            self.firstUsed = firstUsed
        }
    }

    /// A Swift task, as far as the trace shows it; its stretches are items with `task` set.
    public struct TaskFacts: Equatable, Sendable {
        public var id: UInt64
        public var name: String
        /// Id of the task that made it: its parent, if it is a child task.
        public var parent: UInt64?
        public var created: Int64?
        public var ended: Int64?
        public var place: Int?
        public init(id: UInt64, name: String, parent: UInt64? = nil, created: Int64? = nil, ended: Int64? = nil, place: Int? = nil) {
            self.id = id
            self.name = name
            self.parent = parent
            self.created = created
            self.ended = ended
            self.place = place
        }
    }

    /// A place in the source: the call that caused an event, and the closure that the call was given.
    public struct Place: Hashable, Sendable {
        public struct Location: Hashable, Sendable {
            /// Demangled and shortened: "PhotoLibrary.add(_:)", "closure #1 in PhotoLibrary.add(_:)".
            public var function: String
            /// Path as the compiler wrote it; empty when not known.
            public var file: String
            /// From 1; 0 when not known.
            public var line: Int
            /// The line itself, as it was when the program was built; empty when not known.
            public var text: String
            /// The file is part of a lab's staging: it makes certain what would otherwise be luck.
            public var isStaging: Bool
            public init(function: String, file: String = "", line: Int = 0, text: String = "", isStaging: Bool = false) {
                self.function = function
                self.file = file
                self.line = line
                self.text = text
                self.isStaging = isStaging
            }
        }
        public var callAddress: UInt64
        public var closureAddress: UInt64
        public var call: Location?
        public var closure: Location?
        public init(callAddress: UInt64 = 0, closureAddress: UInt64 = 0, call: Location? = nil, closure: Location? = nil) {
            self.callAddress = callAddress
            self.closureAddress = closureAddress
            self.call = call
            self.closure = closure
        }
    }

    public struct Note: Equatable, Sendable {
        public var time: Int64
        public var lane: Int
        public var text: String
        public init(time: Int64, lane: Int, text: String) {
            self.time = time
            self.lane = lane
            self.text = text
        }
    }
}
