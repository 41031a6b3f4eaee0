import Trace

/// A small trace with something of everything, for tests that damage it.
enum SampleTrace {
    static func encoder(chunkSize: Int = 1024, ticks: Bool = false) -> TraceEncoder {
        var header = TraceEncoder.Header()
        header.chunkSize = chunkSize
        header.program = "/tmp/album"
        header.arguments = ["album", "--fast"]
        header.processID = 77
        if ticks {
            header.ticksPerSecond = 2_000_000_000
            header.startTicks = 10_000
        }
        var encoder = TraceEncoder(header)
        let start: UInt64 = ticks ? 10_000 : 0
        encoder.append(.threadStarted, at: start, lane: 1, object: 77, text: "main", isPinned: true)
        encoder.append(.moduleLoaded, at: start + 1, lane: 1, object: 0x40_0000, argument: 0x1000, text: "/tmp/album", isPinned: true)
        encoder.append(.queueCreated, at: start + 2, lane: 1, object: 0xA0, detail: 1, text: "photos", isPinned: true)
        encoder.append(.queueCreated, at: start + 3, lane: 1, object: 0xB0, argument: 0xA0, detail: 0, text: "photos", isPinned: true)
        encoder.append(.groupCreated, at: start + 4, lane: 1, object: 0x60)
        encoder.append(.semaphoreCreated, at: start + 5, lane: 1, object: 0x70, argument: 2)
        encoder.append(.note, at: start + 6, lane: 1, text: "here it begins")
        encoder.append(.taskCreated, at: start + 7, lane: 1, object: 5, argument: 0, place: .init(closure: 0x40_0200), text: "load")
        for number in 0..<20 {
            let time = start + 100 + UInt64(number) * 10
            let id = UInt64(0x1000 + number)
            encoder.append(
                .itemEnqueued, at: time, lane: 1, object: id, argument: number.isMultiple(of: 3) ? 0xB0 : 0xA0,
                detail: 1 << 9 | (number % 5 == 0 ? 1 << 8 : 0), place: .init(call: 0x40_0100, closure: 0x40_0300, extra: 0x60),
                sharesPlace: true)
            encoder.append(
                .itemBegan, at: time + 3, lane: UInt32(2 + number % 3), object: id, argument: number.isMultiple(of: 3) ? 0xB0 : 0xA0)
            encoder.append(.waitBegan, at: time + 4, lane: UInt32(2 + number % 3), object: 0x70, argument: .max, detail: 1)
            encoder.append(.waitEnded, at: time + 5, lane: UInt32(2 + number % 3), object: 0x70, detail: 1)
            encoder.append(.semaphoreSignalled, at: time + 6, lane: UInt32(2 + number % 3), object: 0x70)
            encoder.append(
                .itemEnded, at: time + 8, lane: UInt32(2 + number % 3), object: id, argument: number.isMultiple(of: 3) ? 0xB0 : 0xA0)
        }
        encoder.append(.operationAdded, at: start + 400, lane: 1, object: 0x2001, argument: 0xC0, text: "fetch")
        encoder.append(.operationAdded, at: start + 401, lane: 1, object: 0x2002, argument: 0xC1, text: "show")
        encoder.append(.operationDepends, at: start + 402, lane: 1, object: 0x2002, argument: 0x2001)
        encoder.append(.sourceCreated, at: start + 403, lane: 1, object: 0xD0, argument: 10, detail: 1)
        encoder.append(.waitBegan, at: start + 404, lane: 1, object: 0x60, argument: 1000, detail: 0)
        encoder.append(.waitEnded, at: start + 500, lane: 1, object: 0x60, detail: 1 << 8)
        return encoder
    }
}

/// Random numbers that are the same in every run (SplitMix64, Steele and others, 2014).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

extension Trace {
    /// The guarantees for any reader of a trace: every index leads somewhere, times do not go
    /// backwards.
    var inconsistencies: [String] {
        var found: [String] = []
        func check(_ holds: Bool, _ words: @autoclosure () -> String) { if !holds { found.append(words()) } }
        func check(_ index: Int?, _ count: Int, _ words: @autoclosure () -> String) {
            if let index { check(index >= 0 && index < count, words()) }
        }
        var last: Int64 = 0
        for event in events {
            check(event.time >= last, "time goes back at \(event.time)")
            last = event.time
            check(Int(event.lane), lanes.count, "lane of an event")
            check(event.place >= 0 ? Int(event.place) : nil, places.count, "place of an event")
        }
        check(duration >= last, "duration")
        check(subjects.count == events.count, "subjects")
        for item in items {
            check(item.queue, queues.count, "queue of an item")
            check(item.lane, lanes.count, "lane of an item")
            check(item.enqueuedOnLane, lanes.count, "enqueuing lane")
            check(item.enqueuedByItem, items.count, "enqueuing item")
            check(item.place, places.count, "place of an item")
            check(item.group, objects.count, "group of an item")
            for dependency in item.dependencies { check(dependency, items.count, "dependency") }
            check((item.began ?? .max) >= (item.enqueued ?? 0) && (item.ended ?? .max) >= (item.began ?? 0), "an item's order of times")
            check(!item.label.isEmpty, "label")
        }
        for wait in waits {
            check(wait.lane, lanes.count, "lane of a wait")
            check(wait.item, items.count, "item of a wait")
            check(wait.object, objects.count, "object of a wait")
            check(wait.awaitedItem, items.count, "awaited item")
            check(wait.endedBy, events.count, "event that ended a wait")
            check((wait.ended ?? .max) >= wait.began, "a wait's order of times")
        }
        for holding in holdings {
            check(holding.lane, lanes.count, "lane of a holding")
            check(holding.item, items.count, "item of a holding")
            check(holding.object, objects.count, "object of a holding")
            check((holding.ended ?? .max) >= holding.began, "a holding's order of times")
        }
        for queue in queues { check(queue.target, queues.count, "target") }
        for index in events.indices {
            check(item(ofEvent: index), items.count, "item of an event")
            check(queue(ofEvent: index), queues.count, "queue of an event")
            check(wait(ofEvent: index), waits.count, "wait of an event")
            check(object(ofEvent: index), objects.count, "object of an event")
            check(task(ofEvent: index), tasks.count, "task of an event")
            check(lane(ofEvent: index), lanes.count, "lane of a thread's event")
            check(note(ofEvent: index), notes.count, "note of an event")
        }
        check(Set(queues.map(\.label)).count == queues.count, "a queue's label twice")
        check(Set(lanes.map(\.name)).count == lanes.count, "a lane's name twice")
        check(Set(objects.map(\.label)).count == objects.count, "an object's label twice")
        return found
    }
}
