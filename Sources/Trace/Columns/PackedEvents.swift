/// The events of a recording in columns, a few bytes each (see `PackedColumn`).
///
/// Kind, detail, lane and place make up few combinations, so each of these is kept once, and an
/// event has its number. An event that names its item by the item's id does not keep the id again.
struct PackedEvents: Sendable {
    private var times = PackedColumn()
    private var codes = PackedColumn()
    private var arguments = ValueColumn()
    /// The objects that events name, while they are read one after the other.
    private var named = PackedColumn()
    /// The same afterwards: only for events that do not name their item; and the item of the others.
    private var objects = ValueColumn()
    private var ids = PackedColumn()
    private var subjects = SubjectList()
    /// Events whose object is the one number that cannot be kept plus 1.
    private var lastObjects: Set<Int> = []
    private var isFinished = false

    private var combinations: [Combination] = []
    private var codeOf: [Combination: Int32] = [:]
    /// Neighbors often have the same combination.
    private var last: (combination: Combination, code: Int32)?

    private struct Combination: Hashable, Sendable {
        var kind: UInt16
        var detail: UInt16
        var lane: Int32
        var place: Int32
    }

    var count: Int { times.count }

    /// Bytes, without those that the items and the subjects have, too.
    var memory: Int { times.memory + codes.memory + arguments.memory + named.memory + objects.memory + combinations.capacity * 12 }

    mutating func append(_ event: Event) {
        let combination = Combination(kind: event.kind.rawValue, detail: event.detail, lane: event.lane, place: event.place)
        times.append(event.time)
        codes.append(Int64(code(combination)))
        arguments.append(event.argument)
        named.append(Int64(bitPattern: event.object))
    }

    private mutating func code(_ combination: Combination) -> Int32 {
        if let last, last.combination == combination { return last.code }
        let code: Int32
        if let known = codeOf[combination] {
            code = known
        } else {
            code = Int32(combinations.count)
            combinations.append(combination)
            codeOf[combination] = code
        }
        last = (combination, code)
        return code
    }

    /// Lanes have other numbers from now on.
    mutating func renumberLanes(_ position: [Int32]) {
        for index in combinations.indices { combinations[index].lane = position[Int(combinations[index].lane)] }
        (codeOf, last) = ([:], nil)
    }

    func time(_ index: Int) -> Int64 { times[index] }

    func kind(_ index: Int) -> Event.Kind { Event.Kind(rawValue: combinations[Int(codes[index])].kind) }

    func detail(_ index: Int) -> UInt16 { combinations[Int(codes[index])].detail }

    func lane(_ index: Int) -> Int32 { combinations[Int(codes[index])].lane }

    subscript(index: Int) -> Event {
        let combination = combinations[Int(codes[index])]
        var event = Event(
            time: times[index], kind: Event.Kind(rawValue: combination.kind), detail: combination.detail, lane: 0, object: object(index),
            argument: arguments[index])
        event.lane = combination.lane
        event.place = combination.place
        return event
    }

    private func object(_ index: Int) -> UInt64 {
        guard isFinished else { return UInt64(bitPattern: named[index]) }
        let stored = objects[index]
        if stored != 0 { return stored - 1 }
        return lastObjects.contains(index) ? .max : UInt64(bitPattern: ids[Int(subjects[index])])
    }

    /// All events are there, and what each of them is about is known.
    /// - Parameters:
    ///   - subjects: for each event the index of what it is about.
    ///   - ids: the id of each item.
    mutating func finish(_ subjects: SubjectList, ids: PackedColumn) {
        objects = ValueColumn()
        for index in 0..<count {
            let object = UInt64(bitPattern: named[index]), subject = Int(subjects[index])
            let isOfItem = Event.Kind.isOfItem(kind(index).rawValue) && ids.indices.contains(subject)
            if isOfItem, UInt64(bitPattern: ids[subject]) == object {
                objects.append(0)
            } else {
                objects.append(object &+ 1)
                if object == .max { lastObjects.insert(index) }
            }
        }
        (self.subjects, self.ids) = (subjects, ids)
        named = PackedColumn()
        (codeOf, last) = ([:], nil)
        times.shrink()
        codes.shrink()
        arguments.finish()
        objects.finish()
        isFinished = true
    }
}

extension Event.Kind {
    /// Whether the subject of such an event is an item.
    @inline(__always) static func isOfItem(_ kind: UInt16) -> Bool { 10...13 ~= kind || 70...76 ~= kind }
}

/// One copy of the columns for all copies of a list.
final class PackedEventsBox: Sendable {
    let events: PackedEvents
    init(_ events: PackedEvents) { self.events = events }
}
