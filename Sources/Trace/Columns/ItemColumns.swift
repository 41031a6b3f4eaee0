/// The items of a recording in columns, a dozen bytes each (see `PackedColumn`).
struct ItemColumns: Sendable {
    private(set) var ids = PackedColumn()
    /// Kind, and which of the other facts there are.
    private var flags = PackedColumn()
    /// When it was enqueued, else when it began.
    private var arrivals = PackedColumn()
    /// From there to its begin, and from its begin to its end.
    private var delays = PackedColumn()
    private var lengths = PackedColumn()
    private var queues = PackedColumn()
    private var lanes = PackedColumn()
    private var enqueuedOnLanes = PackedColumn()
    private var enqueuedByItems = PackedColumn()
    private var places = PackedColumn()
    private var groups = PackedColumn()
    private var tasks = PackedColumn()
    /// Index of its name, and the ordinal after it.
    private var names = PackedColumn()
    private var ordinals = PackedColumn()
    private var differentNames: [String] = []
    private var extras: [Int32: Trace.Item.Extras] = [:]

    private enum Flag {
        static let how: Int64 = 0xFF
        static let barrier: Int64 = 1 << 8
        static let callerWaits: Int64 = 1 << 9
        static let enqueued: Int64 = 1 << 10
        static let began: Int64 = 1 << 11
        static let ended: Int64 = 1 << 12
        static let extras: Int64 = 1 << 13
        static let task: Int64 = 1 << 14
    }

    init(_ items: [Trace.Item]) {
        var nameIndices: [String: Int] = [:]
        var last = (name: "", index: -1)
        for (index, item) in items.enumerated() {
            ids.append(Int64(bitPattern: item.id))
            var flag = Int64(item.how.rawValue)
            if item.isBarrier { flag |= Flag.barrier }
            if item.callerWaits { flag |= Flag.callerWaits }
            let arrival = item.enqueued ?? item.began ?? item.ended ?? 0
            let begin = item.began ?? arrival
            if item.enqueued != nil { flag |= Flag.enqueued }
            if item.began != nil { flag |= Flag.began }
            if item.ended != nil { flag |= Flag.ended }
            if item.task != nil { flag |= Flag.task }
            if let extra = item.extras {
                flag |= Flag.extras
                extras[Int32(index)] = extra
            }
            flags.append(flag)
            arrivals.append(arrival)
            delays.append(begin &- arrival)
            lengths.append((item.ended ?? begin) &- begin)
            queues.append(Int64(item.queue))
            lanes.append(Int64(item.lane ?? -1))
            enqueuedOnLanes.append(Int64(item.enqueuedOnLane ?? -1))
            enqueuedByItems.append(Int64(item.enqueuedByItem ?? -1))
            places.append(Int64(item.place ?? -1))
            groups.append(Int64(item.group ?? -1))
            tasks.append(Int64(bitPattern: item.task ?? 0))
            if item.name != last.name || last.index < 0 {
                last.name = item.name
                if let known = nameIndices[item.name] {
                    last.index = known
                } else {
                    last.index = differentNames.count
                    nameIndices[item.name] = last.index
                    differentNames.append(item.name)
                }
            }
            names.append(Int64(last.index))
            ordinals.append(Int64(item.ordinal))
        }
        shrink()
    }

    private mutating func shrink() {
        ids.shrink()
        flags.shrink()
        arrivals.shrink()
        delays.shrink()
        lengths.shrink()
        queues.shrink()
        lanes.shrink()
        enqueuedOnLanes.shrink()
        enqueuedByItems.shrink()
        places.shrink()
        groups.shrink()
        tasks.shrink()
        names.shrink()
        ordinals.shrink()
    }

    var count: Int { ids.count }

    var hasExtras: Bool { !extras.isEmpty }

    var memory: Int {
        let columns = [
            ids, flags, arrivals, delays, lengths, queues, lanes, enqueuedOnLanes, enqueuedByItems, places, groups, tasks, names, ordinals,
        ]
        return columns.reduce(0) { $0 + $1.memory } + differentNames.capacity * 64 + extras.capacity * 160
    }

    func enqueued(_ index: Int) -> Int64? { flags[index] & Flag.enqueued == 0 ? nil : arrivals[index] }
    func began(_ index: Int) -> Int64? { flags[index] & Flag.began == 0 ? nil : arrivals[index] &+ delays[index] }
    func ended(_ index: Int) -> Int64? { flags[index] & Flag.ended == 0 ? nil : arrivals[index] &+ delays[index] &+ lengths[index] }
    func cancelled(_ index: Int) -> Int64? { extras.isEmpty ? nil : extras[Int32(index)]?.cancelled }
    func due(_ index: Int) -> Int64? { extras.isEmpty ? nil : extras[Int32(index)]?.due }
    func queue(_ index: Int) -> Int { Int(queues[index]) }
    func lane(_ index: Int) -> Int? { Self.index(lanes[index]) }
    func labelBase(_ index: Int) -> String { differentNames[Int(names[index])] + (ordinals[index] == 0 ? "" : " ") }
    func isBarrier(_ index: Int) -> Bool { flags[index] & Flag.barrier != 0 }

    subscript(index: Int) -> Trace.Item {
        let flag = flags[index], arrival = arrivals[index], begin = arrival &+ delays[index]
        var item = Trace.Item(
            id: UInt64(bitPattern: ids[index]), how: Trace.Item.How(rawValue: Int(flag & Flag.how)) ?? .async,
            isBarrier: flag & Flag.barrier != 0, queue: Int(queues[index]),
            enqueued: flag & Flag.enqueued == 0 ? nil : arrival, began: flag & Flag.began == 0 ? nil : begin,
            ended: flag & Flag.ended == 0 ? nil : begin &+ lengths[index], lane: Self.index(lanes[index]),
            enqueuedOnLane: Self.index(enqueuedOnLanes[index]), enqueuedByItem: Self.index(enqueuedByItems[index]),
            place: Self.index(places[index]), group: Self.index(groups[index]),
            task: flag & Flag.task == 0 ? nil : UInt64(bitPattern: tasks[index]), callerWaits: flag & Flag.callerWaits != 0)
        item.setLabel(differentNames[Int(names[index])], ordinal: Int(ordinals[index]))
        if flag & Flag.extras != 0 { item.extras = extras[Int32(index)] }
        return item
    }

    private static func index(_ number: Int64) -> Int? { number < 0 ? nil : Int(number) }
}

/// One copy of the columns for all copies of a list.
final class ItemColumnsBox: Sendable {
    let columns: ItemColumns
    init(_ columns: ItemColumns) { self.columns = columns }
}
