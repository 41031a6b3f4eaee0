/// The records of a trace in one order of time, before anything is derived from them.
struct Recording {
    var events: [Event] = []
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
    /// Records whose kind this version does not know.
    var unknownRecords = 0
    /// Records whose time cannot be.
    var impossibleTimes = 0
    /// Texts and places that were cut off.
    var cutTexts = 0

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
