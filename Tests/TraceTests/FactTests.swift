import Foundation
import Testing

@testable import Trace

@Suite("Facts derived from events") struct FactTests {
    @Test("An address that is used again is a new queue, and labels stay unique")
    func queueLives() throws {
        let trace = try readTrace { encoder in
            for life in 0..<3 as Range<UInt64> {
                encoder.append(.queueCreated, at: life * 100, lane: 1, object: 0xA0, detail: 0, text: "worker", isPinned: true)
                encoder.append(.itemEnqueued, at: life * 100 + 1, lane: 1, object: life, argument: 0xA0)
            }
            encoder.append(.itemEnqueued, at: 400, lane: 1, object: 9, argument: 0xBEEF)
            encoder.append(.queueCreated, at: 410, lane: 1, object: 0xC0, detail: 1, text: "", isPinned: true)
            encoder.append(.queueCreated, at: 420, lane: 1, object: 0xD0, detail: 3, text: "com.apple.root.utility-qos", isPinned: true)
            encoder.append(.queueCreated, at: 430, lane: 1, object: 0xD0, detail: 3, text: "com.apple.root.utility-qos", isPinned: true)
        }
        #expect(
            trace.queues.map(\.label) == ["worker", "worker 2", "worker 3", "queue 0xbeef", "concurrent queue 1", "global queue (utility)"])
        #expect(trace.items.map(\.queue) == [0, 1, 2, 3])
    }

    @Test("A target that is named before it is seen is found, and a cycle of targets ends")
    func targets() throws {
        let trace = try readTrace { encoder in
            encoder.append(.queueCreated, at: 1, lane: 1, object: 0xA0, argument: 0xB0, detail: 1, text: "a", isPinned: true)
            encoder.append(.queueCreated, at: 2, lane: 1, object: 0xB0, argument: 0xA0, detail: 1, text: "b", isPinned: true)
        }
        #expect(trace.queues.map(\.target) == [1, 0])
        #expect(trace.queues.exclusiveQueue(of: 0) == nil)
    }

    @Test("One block enqueued twice in one queue and once in another is three items, each with its own begin")
    func sameBlock() throws {
        let trace = try readTrace { encoder in
            encoder.append(.itemEnqueued, at: 1, lane: 1, object: 7, argument: 0xA0)
            encoder.append(.itemEnqueued, at: 2, lane: 1, object: 7, argument: 0xB0)
            encoder.append(.itemEnqueued, at: 3, lane: 1, object: 7, argument: 0xA0)
            encoder.append(.itemBegan, at: 4, lane: 2, object: 7, argument: 0xB0)
            encoder.append(.itemBegan, at: 5, lane: 3, object: 7, argument: 0xA0)
            encoder.append(.itemEnded, at: 6, lane: 3, object: 7, argument: 0xA0)
            encoder.append(.itemBegan, at: 7, lane: 3, object: 7, argument: 0xA0)
            encoder.append(.itemEnded, at: 8, lane: 2, object: 7, argument: 0xB0)
        }
        #expect(trace.items.map(\.began) == [5, 4, 7])
        #expect(trace.items.map(\.ended) == [6, 8, nil])
        #expect(trace.items.map(\.lane) == [2, 1, 2])
    }

    @Test("Work run by hand does not replace a queued item, and a begin without an enqueue is an item too")
    func performed() throws {
        let trace = try readTrace { encoder in
            encoder.append(.itemEnqueued, at: 1, lane: 1, object: 7, argument: 0xA0)
            encoder.append(.itemBegan, at: 2, lane: 1, object: 7, argument: 0, detail: 11)
            encoder.append(.itemBegan, at: 3, lane: 1, object: 8, argument: 0xA0, detail: 0)
            encoder.append(.itemEnded, at: 4, lane: 1, object: 8, argument: 0xA0, detail: 0)
            encoder.append(.itemEnded, at: 5, lane: 1, object: 7, argument: 0, detail: 11)
        }
        #expect(trace.items.map(\.began) == [nil, 2, 3])
        #expect(trace.items.map(\.ended) == [nil, 5, 4])
        #expect(trace.items[1].how == .performed)
    }

    @Test("A work item that was cancelled before its sync is skipped, and its caller does not wait for ever")
    func cancelledSync() throws {
        let trace = try readTrace { encoder in
            encoder.append(.itemEnqueued, at: 1, lane: 1, object: 1, argument: 0xA0, detail: 1 | 1 << 10)
            encoder.append(.itemCancelled, at: 2, lane: 1, object: 1)
            encoder.append(.itemEnqueued, at: 3, lane: 1, object: 2, argument: 0xA0)
        }
        #expect(trace.items[0].began == nil && trace.items[0].cancelled == 2)
        #expect(trace.waits == [])
        #expect(trace.itemsNeverBegun == [1])
    }

    @Test("A cancelled operation that its queue starts only to finish has not run; one that shows that it runs has")
    func passedOperations() throws {
        let trace = try readTrace { encoder in
            func operation(_ id: UInt64, at time: UInt64, cancelled: UInt64, between: [Event.Kind], endingOn lane: UInt32 = 2) {
                if cancelled < time { encoder.append(.operationCancelled, at: cancelled, lane: 1, object: id) }
                encoder.append(.itemEnqueued, at: time, lane: 1, object: id, argument: 0xA0, detail: 7)
                encoder.append(.operationAdded, at: time + 1, lane: 1, object: id, argument: id)
                if cancelled > time { encoder.append(.operationCancelled, at: cancelled, lane: 1, object: id) }
                encoder.append(.itemBegan, at: time + 10, lane: 2, object: id, argument: 0xA0, detail: 7)
                for kind in between { encoder.append(kind, at: time + 11, lane: 2, object: 0xB0) }
                encoder.append(.itemEnded, at: time + 12, lane: lane, object: id, argument: 0xA0, detail: 7)
            }
            operation(1, at: 100, cancelled: 105, between: [])
            operation(2, at: 200, cancelled: 205, between: [.lockAcquired, .lockReleased])
            operation(3, at: 300, cancelled: 305, between: [.semaphoreSignalled])
            operation(4, at: 400, cancelled: 405, between: [], endingOn: 3)
            operation(5, at: 500, cancelled: 511, between: [])
            operation(6, at: 600, cancelled: 590, between: [])
        }
        #expect(trace.items.map { $0.began != nil } == [false, false, true, true, true, false])
        #expect(trace.items.allSatisfy { $0.ended != nil && $0.cancelled != nil })
        #expect(trace.items[0].lane == nil)
        #expect(trace.items[5].cancelled == trace.items[5].enqueued)
        #expect(QueueLoad(trace, queue: 0).mostRunning == 1)
        #expect(Blockers(trace).answer(trace, item: 1).blockers == [])
        var state = TraceState(trace)
        let subjects = EventSubjects(trace)
        for event in trace.events { state.apply(event, of: trace, subjects) }
        #expect(state.queues[0].begun == 3 && state.queues[0].ended == 3 && state.queues[0].running == [])
        #expect(state.queues[0].waiting.isEmpty)
    }

    @Test("An item knows the lane and the item that enqueued it")
    func enqueuer() throws {
        let trace = try readTrace { encoder in
            encoder.append(.itemEnqueued, at: 1, lane: 1, object: 1, argument: 0xA0)
            encoder.append(.itemBegan, at: 2, lane: 2, object: 1, argument: 0xA0)
            encoder.append(.itemEnqueued, at: 3, lane: 2, object: 2, argument: 0xA0)
            encoder.append(.itemEnded, at: 4, lane: 2, object: 1, argument: 0xA0)
            encoder.append(.itemEnqueued, at: 5, lane: 2, object: 3, argument: 0xA0)
        }
        #expect(trace.items.map(\.enqueuedByItem) == [nil, 0, nil])
        #expect(trace.items.map(\.enqueuedOnLane) == [0, 1, 1])
    }

    @Test("A sync that found another thread's item in its queue waited, and that item's end ended the wait")
    func syncWait() throws {
        let trace = try readTrace { encoder in
            encoder.append(.queueCreated, at: 0, lane: 1, object: 0xA0, detail: 0, text: "q", isPinned: true)
            encoder.append(.itemEnqueued, at: 100, lane: 1, object: 1, argument: 0xA0)
            encoder.append(.itemBegan, at: 200, lane: 2, object: 1, argument: 0xA0)
            encoder.append(.itemEnqueued, at: 300, lane: 1, object: 2, argument: 0xA0, detail: 1 | 1 << 10)
            encoder.append(.itemEnded, at: 9000, lane: 2, object: 1, argument: 0xA0)
            encoder.append(.itemBegan, at: 9100, lane: 1, object: 2, argument: 0xA0, detail: 1)
            encoder.append(.itemEnded, at: 9200, lane: 1, object: 2, argument: 0xA0, detail: 1)
            encoder.append(.itemEnqueued, at: 9300, lane: 1, object: 3, argument: 0xA0, detail: 1 | 1 << 10)
            encoder.append(.itemBegan, at: 9400, lane: 1, object: 3, argument: 0xA0, detail: 1)
            encoder.append(.itemEnded, at: 9500, lane: 1, object: 3, argument: 0xA0, detail: 1)
        }
        #expect(trace.waits.count == 1)
        let wait = try #require(trace.waits.first)
        #expect((wait.kind, wait.lane, wait.began, wait.ended, wait.awaitedItem) == (.sync, 0, 300, 9100, 1))
        #expect(wait.endedBy.map { trace.events[$0].time } == 9000)
    }

    @Test("A sync on the queue that its own item occupies waits for ever")
    func syncDeadlock() throws {
        let trace = try readTrace { encoder in
            encoder.append(.queueCreated, at: 0, lane: 1, object: 0xA0, detail: 0, text: "q", isPinned: true)
            encoder.append(.itemEnqueued, at: 1, lane: 1, object: 1, argument: 0xA0)
            encoder.append(.itemBegan, at: 2, lane: 2, object: 1, argument: 0xA0)
            encoder.append(.itemEnqueued, at: 3, lane: 2, object: 2, argument: 0xA0, detail: 1 | 1 << 10)
        }
        #expect(trace.waits == [Trace.Wait(kind: .sync, lane: 1, item: 0, awaitedItem: 1, began: 3)])
        #expect(trace.itemsStillRunning == [0])
        #expect(trace.itemsNeverBegun == [1])
    }

    @Test("The leave that empties a group ends the wait for it; no event ends a wait that times out")
    func groupWait() throws {
        let trace = try readTrace { encoder in
            encoder.append(.groupCreated, at: 1, lane: 1, object: 0x60)
            encoder.append(.groupEntered, at: 2, lane: 1, object: 0x60)
            encoder.append(.itemEnqueued, at: 3, lane: 1, object: 1, argument: 0xA0, detail: 1 << 9, place: .init(call: 1, extra: 0x60))
            encoder.append(.waitBegan, at: 4, lane: 1, object: 0x60, argument: .max, detail: 0)
            encoder.append(.itemBegan, at: 5, lane: 2, object: 1, argument: 0xA0)
            encoder.append(.itemEnded, at: 6, lane: 2, object: 1, argument: 0xA0)
            encoder.append(.groupLeft, at: 7, lane: 3, object: 0x60)
            encoder.append(.groupEntered, at: 8, lane: 3, object: 0x60)
            encoder.append(.waitEnded, at: 9, lane: 1, object: 0x60, detail: 0)
            encoder.append(.waitBegan, at: 10, lane: 1, object: 0x60, argument: 5, detail: 0)
            encoder.append(.waitEnded, at: 15, lane: 1, object: 0x60, detail: 1 << 8)
        }
        #expect(trace.items[0].group == 0)
        #expect(trace.waits.map(\.timeout) == [nil, 5])
        #expect(trace.waits.map(\.timedOut) == [false, true])
        #expect(trace.waits[0].endedBy.map { trace.events[$0].time } == 7)
        #expect(trace.waits[1].endedBy == nil)
    }

    @Test("An object knows the call that made it and the first that used it; one whose making was not seen, only the latter")
    func origins() throws {
        let trace = try readTrace { encoder in
            encoder.append(.groupCreated, at: 1, lane: 1, object: 0x60, place: .init(call: 0x10))
            encoder.append(.groupEntered, at: 2, lane: 1, object: 0x60, place: .init(call: 0x20))
            encoder.append(.groupLeft, at: 3, lane: 1, object: 0x60, place: .init(call: 0x30))
            encoder.append(.lockAcquired, at: 4, lane: 1, object: 0x80, place: .init(call: 0x40))
            encoder.append(.lockReleased, at: 5, lane: 1, object: 0x80, place: .init(call: 0x50))
            encoder.append(.waitBegan, at: 6, lane: 1, object: 0x70, argument: .max, detail: 1, place: .init(call: 0x60))
            encoder.append(.groupCreated, at: 7, lane: 1, object: 0x60, place: .init(call: 0x70))
        }
        func calls(_ place: (Trace.SyncObject) -> Int?) -> [UInt64?] {
            trace.objects.map { place($0).map { trace.places[$0].callAddress } }
        }
        #expect(trace.objects.map(\.label) == ["group 1", "lock 1", "semaphore 1", "group 2"])
        #expect(calls(\.made) == [0x10, nil, nil, 0x70])
        #expect(calls(\.firstUsed) == [0x20, 0x40, 0x60, nil])
    }

    @Test("Each signal of a semaphore ends one wait; a wait that finds a signal, or the first value, has no ending event")
    func semaphoreWaits() throws {
        let trace = try readTrace { encoder in
            encoder.append(.semaphoreCreated, at: 1, lane: 1, object: 0x70, argument: 1)
            func wait(_ lane: UInt32, _ began: UInt64) {
                encoder.append(.waitBegan, at: began, lane: lane, object: 0x70, argument: .max, detail: 1)
            }
            func goOn(_ lane: UInt32, _ ended: UInt64) { encoder.append(.waitEnded, at: ended, lane: lane, object: 0x70, detail: 1) }
            wait(2, 10)
            goOn(2, 11)
            wait(3, 12)
            wait(4, 13)
            encoder.append(.semaphoreSignalled, at: 20, lane: 1, object: 0x70)
            encoder.append(.semaphoreSignalled, at: 21, lane: 2, object: 0x70)
            goOn(3, 30)
            goOn(4, 31)
            encoder.append(.semaphoreSignalled, at: 40, lane: 1, object: 0x70)
            wait(2, 50)
            goOn(2, 51)
        }
        #expect(trace.waits.map { $0.endedBy.map { trace.events[$0].time } } == [nil, 20, 21, nil])
    }

    @Test("Operations have names, dependencies set before they were added, and their queue")
    func operations() throws {
        let trace = try readTrace { encoder in
            encoder.append(.queueCreated, at: 0, lane: 1, object: 0xA0, detail: 4, text: "ops", isPinned: true)
            encoder.append(.operationDepends, at: 1, lane: 1, object: 2, argument: 1)
            encoder.append(.operationAdded, at: 2, lane: 1, object: 1, argument: 0xC1, text: "load")
            encoder.append(.itemEnqueued, at: 3, lane: 1, object: 1, argument: 0xA0, detail: 7)
            encoder.append(.itemEnqueued, at: 4, lane: 1, object: 2, argument: 0xA0, detail: 7)
            encoder.append(.operationAdded, at: 5, lane: 1, object: 2, argument: 0xC2, text: "show")
            encoder.append(.itemBegan, at: 6, lane: 2, object: 1, argument: 0xA0, detail: 7)
            encoder.append(.itemEnded, at: 9, lane: 3, object: 1, argument: 0xA0, detail: 7)
            encoder.append(.operationAdded, at: 10, lane: 1, object: 3, argument: 0xC3, text: "load")
        }
        #expect(trace.items.map(\.label) == ["load", "show", "load 2"])
        #expect(trace.items.map(\.dependencies) == [[], [0], []])
        #expect(trace.items.map(\.ended) == [9, nil, nil])
        #expect(trace.items.map { trace.queues[$0.queue].label } == ["ops", "ops", "operation queue 1"])
    }

    @Test("Tasks have names, and their stretches on queues are called after them")
    func tasks() throws {
        let trace = try readTrace { encoder in
            encoder.append(.taskCreated, at: 1, lane: 1, object: 41, place: .init(closure: 0x300), text: "load photos")
            encoder.append(.taskCreated, at: 2, lane: 1, object: 42, argument: 41)
            encoder.append(.itemEnqueued, at: 3, lane: 1, object: 1, argument: 0xA0, detail: 8, place: .init(extra: 41))
            encoder.append(.itemEnqueued, at: 4, lane: 1, object: 2, argument: 0xA0, detail: 8, place: .init(extra: 42))
            encoder.append(.taskEnded, at: 9, lane: 1, object: 41)
        }
        #expect(trace.tasks.map(\.name) == ["load photos", "task #1"])
        #expect(trace.tasks.map(\.parent) == [nil, 41])
        #expect(trace.tasks.map(\.ended) == [9, nil])
        #expect(trace.items.map(\.label) == ["load photos", "task #1"])
        #expect(trace.items.map(\.task) == [41, 42])
    }

    @Test("Items are called after their closure's function, and two closures of one function after their lines")
    func labels() {
        func place(_ closure: UInt64, _ name: String, _ line: Int) -> Trace.Place {
            Trace.Place(callAddress: 1, closureAddress: closure, closure: Trace.Place.Location(function: name, file: "a.swift", line: line))
        }
        let places = [
            place(10, "closure #1 in PhotoLibrary.add(_:)", 7), place(20, "closure #1 in main", 12), place(30, "closure #2 in main", 20),
            Trace.Place(callAddress: 2, closureAddress: 40),
            Trace.Place(callAddress: 3, call: Trace.Place.Location(function: "Album.count()")),
            Trace.Place(callAddress: 4),
        ]
        var labels = ItemLabels(places: places, used: [true, true, true, true, true, true])
        func next(_ place: Int?) -> String {
            let label = labels.next(place: place, how: .async)
            return ItemLabels.join(label.name, label.ordinal)
        }
        let made = [0, 0, 1, 2, 2, 3, 4, 5, nil].map(next)
        #expect(
            made == [
                "add(_:) #1", "add(_:) #2", "main:12 #1", "main:20 #1", "main:20 #2", "closure 1 #1", "count() #1", "block #1", "block #2",
            ])
        for _ in 0..<1200 { _ = labels.next(place: 0, how: .async) }
        #expect(next(0) == "add(_:) #1203")
    }

    @Test("Closures of one line are distinguished by letters, in the order of their first use")
    func closuresOfOneLine() {
        let line = { (number: Int) in Trace.Place.Location(function: "closure #\(number) in main", file: "a.swift", line: 24) }
        let other = Trace.Place.Location(function: "closure #9 in main", file: "a.swift", line: 30)
        #expect(ItemLabels.distinct([line(1), other, line(2), line(3)]) == ["main:24a", "main:30", "main:24b", "main:24c"])
        #expect(ItemLabels.distinct([line(1)]) == ["main"])
        #expect(ItemLabels.distinct([nil, nil]) == ["closure 1", "closure 2"])
    }

    @Test("Ticks become nanoseconds by the header's readings, else a chunk's, else the recorder's estimate")
    func clock() throws {
        func times(_ change: (inout TraceHeader) -> Void, chunk: (UInt64, UInt64)? = nil) -> (Int64?, [String]) {
            var header = TraceHeader()
            header.countsTicks = true
            header.startTicks = 1000
            header.startNanoseconds = 5_000_000
            header.ticksPerSecond = 1_000_000_000
            change(&header)
            var damage = DamageLog()
            let chunks = chunk.map {
                [Chunk(records: 0..<0, lane: 1, sequence: 0, isPinned: false, ticks: $0.0, nanoseconds: $0.1, threadID: 1, lost: 0)]
            }
            let clock = TraceClock(header, chunks: chunks ?? [], damage: &damage)
            return (clock.nanoseconds(1000 + 4000), damage.report)
        }
        let ended = times {
            $0.endTicks = 1000 + 40_000_000; $0.endNanoseconds = 15_000_000
        }
        #expect(ended == (1000, []))
        #expect(times({ _ in }, chunk: (1000 + 80_000_000, 15_000_000)) == (500, []))
        #expect(times { _ in } == (4000, []))
        #expect(
            times {
                $0.endTicks = 1010; $0.endNanoseconds = 6_000_000_000
            } == (4000, []))
        let unknown = times { $0.ticksPerSecond = 0 }
        #expect(unknown.0 == 4000 && unknown.1.count == 1)
    }

    @Test("The parent's record says how the process ended, else its own")
    func ending() throws {
        for (status, inOrder, ending) in [
            (nil, true, .stopped), (nil, false, .unknown), (3 << 8, true, .exited(code: 3)), (9, false, .killed(signal: 9)),
            (4 | 0x80, false, .killed(signal: 4)),
        ] as [(UInt32?, Bool, Trace.Ending)] {
            var header = TraceEncoder.Header()
            header.status = status
            header.endedInOrder = inOrder
            #expect(try TraceReader.read(bytes: TraceEncoder(header).encoded()).ending == ending)
        }
    }

    @Test("Each event leads to its subject")
    func subjects() throws {
        let trace = try TraceReader.read(bytes: SampleTrace.encoder().encoded())
        for (index, event) in trace.events.enumerated() {
            switch event.kind {
            case .itemEnqueued, .itemBegan, .itemEnded: #expect(trace.item(ofEvent: index).map { trace.items[$0].id } == event.object)
            case .waitBegan: #expect(trace.wait(ofEvent: index).map { trace.waits[$0].began } == event.time)
            case .waitEnded: #expect(trace.wait(ofEvent: index).map { trace.waits[$0].ended } == event.time)
            case .semaphoreSignalled: #expect(trace.object(ofEvent: index).map { trace.objects[$0].address } == event.object)
            case .queueCreated: #expect(trace.queue(ofEvent: index).map { trace.queues[$0].address } == event.object)
            case .taskCreated: #expect(trace.task(ofEvent: index).map { trace.tasks[$0].id } == event.object)
            case .note: #expect(trace.note(ofEvent: index).map { trace.notes[$0].text } == "here it begins")
            default: break
            }
        }
        #expect(trace.objects.map(\.label) == ["group 1", "semaphore 1", "signal source SIGUSR1"])
        #expect(trace.modules == [Trace.Module(firstAddress: 0x40_0000, size: 0x1000, path: "/tmp/album")])
    }

    @Test("A task whose closure is in a thunk is called by the closure; one that only captures another closure keeps its own name")
    func thunks() throws {
        var encoder = TraceEncoder(TraceEncoder.Header())
        for task in 1...4 as ClosedRange<UInt64> {
            encoder.append(
                .taskCreated, at: task, lane: 1, object: task, detail: 1,
                place: .init(call: 0x900, closure: task < 4 ? 0x100 : 0x300, extra: task < 3 ? 0x200 : 0x400))
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("thunks-\(UUID().uuidString).trace").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Data(encoder.encoded()).write(to: URL(fileURLWithPath: file))
        // Both functions are looked up.
        #expect(try PlaceNames.unnamed(path: file).closures == [0x100, 0x200, 0x300, 0x400])
        let names: [(UInt64, String)] = [
            (0x100, SymbolName.shortened("partial apply forwarder for reabstraction thunk helper from @escaping () -> () to () -> ()")),
            (0x200, "closure #1 in main"), (0x300, "closure #2 in load()"), (0x400, "closure #3 in save()"),
        ]
        try PlaceNames.append(names.map { .init(address: $0, isClosure: true, location: .init(function: $1)) }, to: file)
        let trace = try TraceReader.read(path: file)
        #expect(trace.tasks.map(\.name) == ["main #1", "main #2", "save() #1", "load() #1"])
        #expect(trace.tasks.map { $0.place.flatMap { trace.places[$0].closureAddress } } == [0x200, 0x200, 0x400, 0x300])
    }
}
