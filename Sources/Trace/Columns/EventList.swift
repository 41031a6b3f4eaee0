/// The events of a trace: an array where a program puts a trace together, and columns that take a
/// quarter of the memory where a file was read.
///
/// Reading an event costs some nanoseconds more than in an array. Changing the list makes it an
/// array.
public struct EventList: RandomAccessCollection, MutableCollection, RangeReplaceableCollection, ExpressibleByArrayLiteral, Equatable,
    Sendable
{
    private var array: [Event] = []
    /// The events in columns; the array is empty then.
    private var packed: PackedEventsBox?

    public init() {}
    public init(_ events: [Event]) { array = events }
    public init(arrayLiteral elements: Event...) { array = elements }
    init(_ events: PackedEvents) { packed = PackedEventsBox(events) }

    public var startIndex: Int { 0 }
    public var endIndex: Int { packed?.events.count ?? array.count }

    public subscript(index: Int) -> Event {
        get { packed?.events[index] ?? array[index] }
        set { change { $0[index] = newValue } }
    }

    /// The time of an event: quicker than the whole event.
    public func time(_ index: Int) -> Int64 { packed?.events.time(index) ?? array[index].time }

    /// The kind of an event: quicker than the whole event.
    public func kind(_ index: Int) -> Event.Kind { packed?.events.kind(index) ?? array[index].kind }

    /// The lane of an event: quicker than the whole event.
    public func lane(_ index: Int) -> Int32 { packed?.events.lane(index) ?? array[index].lane }

    /// The first event whose time is later than this one. Logarithmic.
    public func firstIndex(after time: Int64) -> Int {
        var low = 0, high = count
        while low < high {
            let middle = (low + high) / 2
            if self.time(middle) <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    public mutating func append(_ event: Event) { change { $0.append(event) } }

    public mutating func reserveCapacity(_ count: Int) { change { $0.reserveCapacity(count) } }

    public mutating func replaceSubrange(_ range: Range<Int>, with events: some Collection<Event>) {
        change { $0.replaceSubrange(range, with: events) }
    }

    /// The events that fit, as an array.
    public func filter(_ isIncluded: (Event) throws -> Bool) rethrows -> [Event] {
        var found: [Event] = []
        for event in self where try isIncluded(event) { found.append(event) }
        return found
    }

    public static func == (one: EventList, other: EventList) -> Bool { one.elementsEqual(other) }

    /// Bytes of memory for all events.
    public var memory: Int { packed?.events.memory ?? array.capacity * MemoryLayout<Event>.stride }

    private mutating func change(_ body: (inout [Event]) -> Void) {
        if let events = packed?.events {
            array = (0..<events.count).map { events[$0] }
            packed = nil
        }
        body(&array)
    }
}
