extension Trace {
    /// A piece of work: a block handed to a queue, an iteration, an operation, a stretch of a task.
    ///
    /// A trace can have millions of them, so what most items have takes few bytes here, and what few
    /// items have is in a box of its own.
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
        /// The caller waited until it had run (`sync`, `asyncAndWait`).
        public var callerWaits: Bool
        private var queueNumber: Int32
        private var laneNumber = Self.none
        private var enqueuedOnLaneNumber = Self.none
        private var enqueuedByItemNumber = Self.none
        private var placeNumber = Self.none
        private var groupNumber = Self.none
        /// The name, and what comes after it: "add(_:)" and 3 for "add(_:) #3"; 0 for nothing.
        private(set) var name: String
        private(set) var ordinal: Int32 = 0
        private var enqueuedAt = Self.never
        private var beganAt = Self.never
        private var endedAt = Self.never
        private var taskID = Self.noTask
        var extras: Extras?

        private static let none: Int32 = -1
        private static let never = Int64.min
        private static let noTask = UInt64.max

        public init(
            id: UInt64, how: How = .async, isBarrier: Bool = false, queue: Int, label: String = "", enqueued: Int64? = nil,
            began: Int64? = nil, ended: Int64? = nil, cancelled: Int64? = nil, lane: Int? = nil, enqueuedOnLane: Int? = nil,
            enqueuedByItem: Int? = nil, place: Int? = nil, group: Int? = nil, task: UInt64? = nil, dependencies: [Int] = [],
            callerWaits: Bool = false, due: Int64? = nil
        ) {
            self.id = id
            self.how = how
            self.isBarrier = isBarrier
            self.callerWaits = callerWaits
            queueNumber = Int32(clamping: queue)
            name = label
            self.enqueued = enqueued
            self.began = began
            self.ended = ended
            self.lane = lane
            self.enqueuedOnLane = enqueuedOnLane
            self.enqueuedByItem = enqueuedByItem
            self.place = place
            self.group = group
            self.task = task
            if cancelled != nil || !dependencies.isEmpty || due != nil {
                self.cancelled = cancelled
                self.dependencies = dependencies
                self.due = due
            }
        }

        /// Index of the queue it was handed to.
        public var queue: Int {
            get { Int(queueNumber) }
            set { queueNumber = Int32(clamping: newValue) }
        }

        /// Its name: an operation's or task's name, else its closure's function and an ordinal
        /// ("add(_:) #3").
        public var label: String {
            get { ordinal == 0 ? name : ItemLabels.join(name, Int(ordinal)) }
            set { (name, ordinal) = (newValue, 0) }
        }

        /// Sets the label "name #3"; with 0: "name".
        mutating func setLabel(_ name: String, ordinal: Int) { (self.name, self.ordinal) = (name, Int32(clamping: ordinal)) }

        public var enqueued: Int64? {
            get { enqueuedAt == Self.never ? nil : enqueuedAt }
            set { enqueuedAt = newValue ?? Self.never }
        }
        public var began: Int64? {
            get { beganAt == Self.never ? nil : beganAt }
            set { beganAt = newValue ?? Self.never }
        }
        /// nil: it never ended ("running when the process died", if `began` is set).
        public var ended: Int64? {
            get { endedAt == Self.never ? nil : endedAt }
            set { endedAt = newValue ?? Self.never }
        }
        /// Lane it ran on.
        public var lane: Int? {
            get { Self.index(laneNumber) }
            set { laneNumber = Self.number(newValue) }
        }
        /// Lane that enqueued it.
        public var enqueuedOnLane: Int? {
            get { Self.index(enqueuedOnLaneNumber) }
            set { enqueuedOnLaneNumber = Self.number(newValue) }
        }
        /// Item that ran on that lane when it enqueued this one.
        public var enqueuedByItem: Int? {
            get { Self.index(enqueuedByItemNumber) }
            set { enqueuedByItemNumber = Self.number(newValue) }
        }
        /// Index of the place of the call that enqueued it.
        public var place: Int? {
            get { Self.index(placeNumber) }
            set { placeNumber = Self.number(newValue) }
        }
        /// Index of its group in `objects`.
        public var group: Int? {
            get { Self.index(groupNumber) }
            set { groupNumber = Self.number(newValue) }
        }
        /// Task id, for a stretch of a Swift task.
        public var task: UInt64? {
            get { taskID == Self.noTask ? nil : taskID }
            set { taskID = newValue ?? Self.noTask }
        }

        public var cancelled: Int64? {
            get { extras?.cancelled }
            set { change { $0.cancelled = newValue } }
        }
        /// Items that had to end first (operation dependencies), as indices into `items`.
        public var dependencies: [Int] {
            get { extras?.dependencies ?? [] }
            set { change { $0.dependencies = newValue } }
        }
        /// Facts that only operations have; see `OperationFacts`.
        public var operation: OperationFacts {
            get { extras?.operation ?? OperationFacts() }
            set { change { $0.operation = newValue } }
        }
        /// How long it was to wait at least (`asyncAfter`): nanoseconds, in an explored trace too, of the time that the program saw.
        public var delay: Int64? {
            get { extras?.delay }
            set { change { $0.delay = newValue } }
        }
        /// When it came to its queue, if that can be later than the call: when it was due (`asyncAfter`), or when what it follows was over
        /// (`notify`). It could not begin before. In an explored trace, whose time is steps, a delayed item is due when it begins.
        ///
        /// A `notify` block comes to its queue when its group is empty, or when the work item that it follows has ended. If that is so
        /// already, it is the time of the call. It is the time of its begin where the trace does not show what happened: the group was there
        /// before the recording, or the work item was cancelled or released. A time beyond the end of the trace means that it never came.
        public var due: Int64? {
            get { extras?.due }
            set { change { $0.due = newValue } }
        }
        /// The item that had to end first, for a `notify` block of a work item; nil where the trace does not show that item.
        public var followed: Int? {
            get { extras?.facts.followed }
            set { change { $0.followed = newValue } }
        }

        public static func == (one: Item, other: Item) -> Bool {
            one.id == other.id && one.how == other.how && one.isBarrier == other.isBarrier && one.callerWaits == other.callerWaits
                && one.queueNumber == other.queueNumber && one.laneNumber == other.laneNumber && one.enqueuedAt == other.enqueuedAt
                && one.beganAt == other.beganAt && one.endedAt == other.endedAt && one.taskID == other.taskID
                && one.enqueuedOnLaneNumber == other.enqueuedOnLaneNumber && one.enqueuedByItemNumber == other.enqueuedByItemNumber
                && one.placeNumber == other.placeNumber && one.groupNumber == other.groupNumber && one.label == other.label
                && (one.extras?.facts ?? Extras.Facts()) == (other.extras?.facts ?? Extras.Facts())
        }

        private static func index(_ number: Int32) -> Int? { number < 0 ? nil : Int(number) }

        private static func number(_ index: Int?) -> Int32 { index.map { Int32(clamping: $0) } ?? none }

        /// Changes what is in the box. Another item that has the same box keeps it as it is.
        private mutating func change(_ body: (inout Extras.Facts) -> Void) {
            var facts = extras?.facts ?? Extras.Facts()
            body(&facts)
            extras = facts == Extras.Facts() ? nil : Extras(facts)
        }
    }
}

extension Trace.Item {
    /// The facts that few items have. It never changes: a change makes another box.
    final class Extras: Sendable {
        struct Facts: Equatable, Sendable {
            var cancelled: Int64?
            var dependencies: [Int] = []
            var operation = Trace.OperationFacts()
            var delay: Int64?
            var due: Int64?
            var followed: Int?
        }
        let facts: Facts
        init(_ facts: Facts) { self.facts = facts }
        var cancelled: Int64? { facts.cancelled }
        var dependencies: [Int] { facts.dependencies }
        var operation: Trace.OperationFacts { facts.operation }
        var delay: Int64? { facts.delay }
        var due: Int64? { facts.due }
    }
}
