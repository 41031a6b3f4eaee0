import Testing

@testable import Trace

@Suite("Columns: long lists in little memory") struct ColumnTests {
    @Test("A column has the numbers that it was given, near and far, of any size", arguments: 0..<20)
    func numbers(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let extremes: [Int64] = [.min, .max, 0, -1, 1 << 40]
        var time: Int64 = 0
        let numbers = (0..<Int.random(in: 0...1_500, using: &generator)).map { index -> Int64 in
            time += Int64.random(in: 0...(1 << (seed * 2)), using: &generator)
            return index % 701 == 700 ? extremes[Int.random(in: 0..<5, using: &generator)] : time
        }
        var column = PackedColumn()
        for number in numbers { column.append(number) }
        #expect(column.count == numbers.count)
        #expect(column.indices.map { column[$0] } == numbers)
        column.shrink()
        #expect(column.indices.map { column[$0] } == numbers)
    }

    @Test("Numbers that ascend slowly take two bytes each, and equal ones nearly none")
    func memory() {
        let slow = PackedColumn((0..<100_000).lazy.map { Int64($0) * 200 })
        #expect(slow.memory < 220_000)
        #expect(PackedColumn(repeatElement(7, count: 100_000)).memory < 10_000)
    }

    @Test("Values come back, whether few are different or more than can be kept once")
    func values() {
        for different in [3, ValueColumn.mostValues - 1, ValueColumn.mostValues + 500] {
            var column = ValueColumn()
            func value(_ index: Int) -> UInt64 { UInt64(index % different) &* 0x9E37_79B9_7F4A_7C15 }
            let count = different + 1_000
            for index in 0..<count { column.append(value(index)) }
            column.finish()
            #expect((0..<count).allSatisfy { column[$0] == value($0) }, "\(different) different values")
        }
    }

    @Test("Items in columns are the items that were given, with all of their facts", arguments: 0..<20)
    func items(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        func time() -> Int64? { Int.random(in: 0...4, using: &generator) == 0 ? nil : Int64.random(in: -5...1_000_000, using: &generator) }
        func index() -> Int? { Int.random(in: 0...2, using: &generator) == 0 ? nil : Int.random(in: 0...70_000, using: &generator) }
        let items = (0..<Int.random(in: 1...700, using: &generator)).map { number -> Trace.Item in
            var item = Trace.Item(
                id: UInt64.random(in: .min ... .max, using: &generator),
                how: [.async, .sync, .operation, .thread, .completion][Int.random(in: 0..<5, using: &generator)],
                isBarrier: Bool.random(using: &generator), queue: Int.random(in: -1...3, using: &generator), enqueued: time(),
                began: time(),
                ended: time(), lane: index(), enqueuedOnLane: index(), enqueuedByItem: index(), place: index(), group: index(),
                task: index().map { UInt64($0) }, callerWaits: Bool.random(using: &generator))
            if Bool.random(using: &generator) { item.setLabel("add(_:)", ordinal: number) } else { item.label = "own name \(number % 5)" }
            if Int.random(in: 0...5, using: &generator) == 0 {
                item.cancelled = time()
                item.dependencies = [number, 0]
                item.delay = time()
                item.due = time()
                item.operation.priority = 4
            }
            return item
        }
        let list = ItemList(ItemColumns(items))
        #expect(Array(list) == items)
        #expect(list.map(\.label) == items.map(\.label))
        for index in items.indices {
            #expect(list.began(index) == items[index].began && list.ended(index) == items[index].ended)
            #expect(list.enqueued(index) == items[index].enqueued && list.cancelled(index) == items[index].cancelled)
            #expect(list.queue(index) == items[index].queue && list.lane(index) == items[index].lane)
            #expect(list.labelBase(index) == ItemList(items).labelBase(index))
        }
        var changed = list
        changed[0].began = 42
        #expect(changed[0].began == 42 && list[0] == items[0] && Array(changed.dropFirst()) == Array(items.dropFirst()))
    }

    @Test("A change of one copy of an item leaves the other copies as they are")
    func copies() {
        var one = Trace.Item(id: 1, queue: 0)
        one.dependencies = [3]
        var other = one
        other.dependencies.append(4)
        other.operation.priority = 8
        #expect(one.dependencies == [3] && one.operation.priority == 0 && other.dependencies == [3, 4])
    }

    @Test("The events of a file are the same one by one, as an array, and after a change; an object may be any number")
    func events() throws {
        let trace = try TraceReader.read(bytes: SampleTrace.encoder().encoded())
        let events = Array(trace.events)
        #expect(!events.isEmpty && trace.events == EventList(events))
        for index in events.indices {
            #expect(trace.events.time(index) == events[index].time && trace.events.kind(index) == events[index].kind)
            #expect(trace.events.lane(index) == events[index].lane)
        }
        var changed = trace.events
        changed.append(events[0])
        #expect(changed.count == events.count + 1 && changed.dropLast().elementsEqual(events))
        var packed = PackedEvents()
        let odd = [UInt64.max, 0, 7].map { Event(time: 5, kind: .lockAcquired, lane: 0, object: $0, argument: .max) }
        for event in odd { packed.append(event) }
        packed.finish(SubjectList([-1, -1, -1]), ids: PackedColumn())
        #expect(Array(EventList(packed)) == odd)
        #expect(trace.events.firstIndex(after: .min) == 0 && trace.events.firstIndex(after: .max) == events.count)
    }

    @Test("A million events of a recording take less than 16 bytes each, their items included")
    func bytesPerEvent() throws {
        var recording = PackedEvents()
        var subjects: [Int32] = []
        var items: [Trace.Item] = []
        let count = 340_000
        // Two threads: one submits blocks, another one runs them a while later.
        for number in 0..<count + 1_000 {
            if number < count {
                let time = Int64(number) * 310 + Int64(number % 7) * 11, id = 0x7F00_0000_1000 + UInt64(number % 5_000) * 96
                recording.append(
                    Event(time: time, kind: .itemEnqueued, lane: 0, object: id, argument: 0x7F55_0000_0000, place: 1))
                subjects.append(Int32(number))
                var item = Trace.Item(id: id, queue: 0, enqueued: time, lane: 1, enqueuedOnLane: 0, place: 1)
                item.setLabel("submit()", ordinal: number + 1)
                items.append(item)
            }
            let run = number - 1_000
            guard run >= 0 else { continue }
            for (kind, shift) in [(Event.Kind.itemBegan, Int64(40)), (.itemEnded, 170)] {
                let time = Int64(number) * 310 + shift
                recording.append(Event(time: time, kind: kind, lane: 1, object: items[run].id, argument: 0x7F55_0000_0000))
                subjects.append(Int32(run))
                if kind == .itemBegan { items[run].began = time } else { items[run].ended = time }
            }
        }
        let columns = ItemColumns(items), list = SubjectList(subjects)
        recording.finish(list, ids: columns.ids)
        let events = EventList(recording)
        let bytes = events.memory + list.memory + ItemList(columns).memory
        #expect(Double(bytes) / Double(events.count) < 16, "\(bytes) bytes for \(events.count) events")
        #expect(events[events.count - 1].object == items[count - 1].id)
    }
}
