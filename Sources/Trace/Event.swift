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

    public typealias Kind = EventKind
}
