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
    public var events = EventList()
    public var lanes: [Lane] = []
    public var queues: [Queue] = []
    /// In the order of their enqueue (of their start, where the enqueue was not seen).
    public var items = ItemList()
    /// In the order of their begin.
    public var waits: [Wait] = []
    /// The waits that Swift tasks were about to begin, in the order of time.
    public var awaits: [Await] = []
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
    /// The names of the variables of `values`, by their numbers.
    public var variableNames: [UInt64: String] = [:]
    /// The contents of the variables of an explored program, in the order of time.
    public var values: [VariableValue] = []
    /// The meaning of steps for the failure, by their moments.
    public var meanings: [Int64: StepMeaning] = [:]
    /// The code that was loaded, as far as the trace says.
    public var modules: [Module] = []
    /// The subject of each event (see `Trace+Subjects.swift`); empty in a trace that was built by
    /// hand.
    public var subjects = SubjectList()

    /// Records that could not be kept because the buffer was full; never hidden from the reader of a timeline.
    public var droppedRecords = 0
    /// Which part of the run is here.
    public var coverage = Coverage.whole
    /// The parts that could not be read, in words ("truncated at byte 81,920; 3 records lost").
    public var damage: [String] = []

    public init() {}

    public typealias Origin = TraceOrigin

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
        /// A thread of the pool: it waits for items when it runs none.
        public var isWorker = false
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
        public typealias Kind = QueueKind
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

    /// Something that threads meet at.
    public struct SyncObject: Equatable, Sendable {
        public enum Kind: Int, Sendable { case group, semaphore, lock, condition, once, source, thread, other, descriptor }
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
        public typealias Location = PlaceLocation
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

        /// The code that continues after an `await`: the first function with a known line.
        public var awaiting: Location? {
            for location in [closure, call] { if let location, !location.file.isEmpty, location.line > 0 { return location } }
            return call ?? closure
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
