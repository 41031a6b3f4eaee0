/// The records of a trace in one order of time, before anything is derived from them.
struct Recording {
    var events = PackedEvents()
    var lanes: [Trace.Lane] = []
    /// The number of each lane in the file, by its index.
    var laneNumbers: [UInt32] = []
    var places: [Trace.Place] = []
    /// Extra values of enqueues (group, deadline or task), ascending by event.
    var extras: [Extra] = []
    /// Texts, ascending by event.
    var texts: [Text] = []
    var modules: [Trace.Module] = []
    var placeNames: [PlaceNames.Name] = []
    /// How many items were enqueued or begun in some other way.
    var enqueues = 0
    /// Whether a job on an actor began.
    var hasActorTurns = false
    /// Ids of items that some other event than their own speaks of.
    var mentioned = IntegerTable()
    /// Records whose kind this version does not know.
    var unknownRecords = 0
    /// Records whose time cannot be.
    var impossibleTimes = 0
    /// Texts and places that were cut off.
    var cutTexts = 0

    /// The time of the last event, 0 where there is none.
    var lastTime: Int64 { events.count == 0 ? 0 : events.time(events.count - 1) }

    /// Adds an event, and notes what a derivation will need to know in advance.
    mutating func append(_ event: Event) {
        switch event.kind.rawValue {
        case 10: enqueues += 1
        case 11 where event.detail & 0xFF == TraceFormat.actorJob: hasActorTurns = true
        case 13, 70...76: mention(event.object)
        case 30 where event.detail & 0xFF == 7 || event.detail & 0xFF == 8: mention(event.object)
        case 42: mention(event.argument)
        default: break
        }
        if event.kind.rawValue == 72 || event.kind.rawValue == 73 { mention(event.argument) }
        events.append(event)
    }

    private mutating func mention(_ id: UInt64) { mentioned[id] = 1 }

    /// The third value of an event's place.
    struct Extra: Equatable {
        var event: Int
        var value: UInt64
    }

    /// A text, and the last event of its lane before it (-1: none).
    struct Text: Equatable {
        var event: Int
        var use: UInt64
        var object: UInt64
        var text: String
    }
}

extension Trace {
    /// A file of code that the process had loaded: the program itself or a shared library.
    public struct Module: Hashable, Sendable {
        public var firstAddress: UInt64
        public var size: UInt64
        public var path: String
        public init(firstAddress: UInt64, size: UInt64, path: String) {
            self.firstAddress = firstAddress
            self.size = size
            self.path = path
        }
    }
}
