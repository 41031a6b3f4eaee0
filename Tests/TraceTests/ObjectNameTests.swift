import Testing

@testable import Trace

@Suite("Names of locks, semaphores and queues") struct ObjectNameTests {
    /// A trace whose calls come from these lines: the line's number is its place in the list, from 1.
    private func read(
        _ lines: [String], staging: Set<Int> = [], functions: [String] = [], _ build: (inout TraceEncoder) -> Void
    ) throws -> Trace {
        var header = TraceEncoder.Header()
        header.chunkSize = 16 << 10
        var encoder = TraceEncoder(header)
        build(&encoder)
        for (index, line) in lines.enumerated() {
            let function = functions.indices.contains(index) ? functions[index] : "f()"
            encoder.append(
                .placeName, at: 0, lane: 0, object: UInt64(index + 1), argument: UInt64(index + 1),
                detail: staging.contains(index + 1) ? 2 : 0,
                text: "\(function)\t/home/student/\(staging.contains(index + 1) ? "Meeting" : "Photos").swift\t\(line)", isPinned: true)
        }
        let trace = try TraceReader.read(bytes: encoder.encoded())
        #expect(trace.inconsistencies == [])
        return trace
    }

    @Test("In a sentence a variable's name is between backticks, and a number in place of a name is not")
    func inSentences() {
        func words(_ label: String, _ kind: Trace.SyncObject.Kind) -> String {
            Trace.SyncObject(kind: kind, address: 1, label: label).labelInSentence
        }
        #expect(words("everybody", .group) == "`everybody`")
        #expect(words("fork 2", .semaphore) == "`fork` 2")
        #expect(words("gate (lock)", .lock) == "`gate` (lock)")
        #expect(words("semaphore 2", .semaphore) == "semaphore 2")
        #expect(words("lock 12", .lock) == "lock 12")
        #expect(words("", .lock) == "")
    }

    @Test("A semaphore and a group get their name from the line that made them; several of one line are numbered")
    func made() throws {
        let lines = [
            "let gate = DispatchSemaphore(value: 1)", "let forks = (1...2).map { _ in DispatchSemaphore(value: 1) }",
            "let done = DispatchGroup()",
            "return DispatchSemaphore(value: 1)",
        ]
        let trace = try read(lines) { encoder in
            encoder.append(.semaphoreCreated, at: 1, lane: 1, object: 0x10, argument: 1, place: .init(call: 1))
            encoder.append(.semaphoreCreated, at: 2, lane: 1, object: 0x20, argument: 1, place: .init(call: 2))
            encoder.append(.semaphoreCreated, at: 3, lane: 1, object: 0x30, argument: 1, place: .init(call: 2))
            encoder.append(.groupCreated, at: 4, lane: 1, object: 0x40, place: .init(call: 3))
            encoder.append(.semaphoreCreated, at: 5, lane: 1, object: 0x50, argument: 1, place: .init(call: 4))
        }
        #expect(trace.objects.map(\.label) == ["gate", "forks 1", "forks 2", "done", "semaphore 4"])
    }

    @Test("Locks of the same name get the name of their type, if one of its methods uses them as its own; others keep the name")
    func owners() throws {
        let lines = ["lock.lock()", "self.lock.unlock()", "other.lock.lock()", "lock.lock()", "lock.lock()"]
        let functions = ["Account.add(_:)", "Account.total()", "Account.move(_:to:)", "closure #1 in Bank.move()", "closure #1 in work()"]
        let trace = try read(lines, functions: functions) { encoder in
            for (time, object, place) in [(1, 0x10, 1), (3, 0x20, 2), (5, 0x30, 4), (7, 0x40, 5)] {
                encoder.append(.lockAcquired, at: UInt64(time), lane: 1, object: UInt64(object), place: .init(call: UInt64(place)))
                let end = object == 0x20 ? 3 : UInt64(place)
                encoder.append(.lockReleased, at: UInt64(time + 1), lane: 1, object: UInt64(object), place: .init(call: end))
            }
        }
        #expect(trace.objects.map(\.label) == ["Account.lock 1", "Account.lock 2", "Bank.lock", "lock"])
        #expect(trace.objects[0].labelInSentence == "`Account.lock` 1")
        // A lock that is alone needs no owner.
        let alone = try read(["lock.lock()"], functions: ["Account.add(_:)"]) { encoder in
            encoder.append(.lockAcquired, at: 1, lane: 1, object: 0x10, place: .init(call: 1))
        }
        #expect(alone.objects.map(\.label) == ["lock"])
    }

    @Test("A lock gets its name from the lines that use it; where they disagree it keeps its number")
    func used() throws {
        let lines = ["photoLock.lock()", "self.photoLock.unlock()", "first.lock()", "second.lock()"]
        let trace = try read(lines) { encoder in
            encoder.append(.lockAcquired, at: 1, lane: 1, object: 0x10, place: .init(call: 1))
            encoder.append(.lockReleased, at: 2, lane: 1, object: 0x10, place: .init(call: 2))
            encoder.append(.lockAcquired, at: 3, lane: 1, object: 0x20, place: .init(call: 3))
            encoder.append(.lockReleased, at: 4, lane: 1, object: 0x20)
            encoder.append(.lockAcquired, at: 5, lane: 1, object: 0x20, place: .init(call: 4))
        }
        #expect(trace.objects.map(\.label) == ["photoLock", "lock 2"])
    }

    @Test("Two semaphores that one line makes get their names from the lines that use them")
    func twoOfOneLine() throws {
        let trace = try read(["let told = DispatchSemaphore(value: 0), free = DispatchSemaphore(value: 1)", "free.wait()", "told.signal()"])
        { encoder in
            encoder.append(.semaphoreCreated, at: 1, lane: 1, object: 0x10, argument: 0, place: .init(call: 1))
            encoder.append(.semaphoreCreated, at: 2, lane: 1, object: 0x20, argument: 1, place: .init(call: 1))
            encoder.append(.waitBegan, at: 3, lane: 1, object: 0x20, argument: .max, detail: 1, place: .init(call: 2))
            encoder.append(.semaphoreSignalled, at: 4, lane: 1, object: 0x10, place: .init(call: 3))
        }
        #expect(trace.objects.map(\.label) == ["told", "free"])
    }

    @Test("A condition and its lock have one variable, and each name has its kind")
    func condition() throws {
        let trace = try read(["changed.lock()", "changed.wait()"]) { encoder in
            encoder.append(.lockAcquired, at: 1, lane: 1, object: 0x10, place: .init(call: 1))
            encoder.append(.waitBegan, at: 2, lane: 1, object: 0x18, argument: .max, detail: 4, place: .init(call: 2))
        }
        #expect(trace.objects.map(\.label) == ["changed (lock)", "changed (condition)"])
    }

    @Test("A static let and the lock in it: the lock has the name, and the once block is marked as its initialization")
    func staticLock() throws {
        let trace = try read(["static let photoLock = NSLock()", "photoLock.lock()"]) { encoder in
            encoder.append(.onceBegan, at: 1, lane: 1, object: 0x10, place: .init(call: 2, closure: 0x99))
            encoder.append(.onceEnded, at: 2, lane: 1, object: 0x10)
            encoder.append(.lockAcquired, at: 3, lane: 1, object: 0x20, place: .init(call: 2))
            encoder.append(.onceBegan, at: 4, lane: 1, object: 0x30, place: .init(call: 2, closure: 0x98))
            encoder.append(
                .placeName, at: 0, lane: 0, object: 0x99, argument: 1, detail: 1, text: "Photos.photoLock\t/p.swift", isPinned: true)
            encoder.append(
                .placeName, at: 0, lane: 0, object: 0x98, argument: 1, detail: 1, text: "Photos.shared\t/p.swift", isPinned: true)
        }
        #expect(trace.objects.map(\.label) == ["photoLock (once block)", "photoLock", "shared"])
    }

    @Test("A queue without a label has the name of its variable, one with a label keeps that")
    func queues() throws {
        let trace = try read(["downloads.addOperation {", "work.async {"]) { encoder in
            encoder.append(.queueCreated, at: 1, lane: 1, object: 0xA0, detail: 4, text: "operation queue", isPinned: true)
            encoder.append(.queueCreated, at: 1, lane: 1, object: 0xC0, detail: 0, text: "", isPinned: true)
            encoder.append(.queueCreated, at: 1, lane: 1, object: 0xB0, detail: 0, text: "photos", isPinned: true)
            encoder.append(.itemEnqueued, at: 2, lane: 1, object: 1, argument: 0xA0, place: .init(call: 1))
            encoder.append(.itemEnqueued, at: 3, lane: 1, object: 2, argument: 0xB0, place: .init(call: 2))
            encoder.append(.itemEnqueued, at: 4, lane: 1, object: 3, argument: 0xC0, place: .init(call: 2))
        }
        #expect(trace.queues.map(\.label).sorted() == ["downloads", "photos", "work"])
    }

    // MARK: Staging

    @Test("Without its staging a trace has the scenario's items, waits and objects, under the same names, and the staged waits")
    func staging() throws {
        let lines = [
            "meeting.wait()", "let gate = DispatchSemaphore(value: 0)", "gate.wait()", "queue.async {",
            "return DispatchSemaphore(value: 0)",
        ]
        let whole = try read(lines, staging: [1, 5]) { encoder in
            encoder.append(.queueCreated, at: 1, lane: 1, object: 0xA0, detail: 0, text: "photos", isPinned: true)
            encoder.append(.semaphoreCreated, at: 1, lane: 1, object: 0x10, argument: 0, place: .init(call: 5))
            encoder.append(.semaphoreCreated, at: 2, lane: 1, object: 0x20, argument: 0, place: .init(call: 2))
            encoder.append(.itemEnqueued, at: 3, lane: 1, object: 1, argument: 0xA0, place: .init(call: 4))
            encoder.append(.itemBegan, at: 4, lane: 2, object: 1, argument: 0xA0)
            encoder.append(.waitBegan, at: 5, lane: 2, object: 0x10, argument: .max, detail: 1, place: .init(call: 1))
            encoder.append(.semaphoreSignalled, at: 6, lane: 1, object: 0x10, place: .init(call: 1))
            encoder.append(.waitEnded, at: 7, lane: 2, object: 0x10, detail: 1)
            encoder.append(.waitBegan, at: 8, lane: 2, object: 0x20, argument: .max, detail: 1, place: .init(call: 3))
            encoder.append(.semaphoreSignalled, at: 9, lane: 1, object: 0x20, place: .init(call: 3))
            encoder.append(.waitEnded, at: 10, lane: 2, object: 0x20, detail: 1)
            encoder.append(.itemEnded, at: 11, lane: 2, object: 1, argument: 0xA0)
        }
        #expect(whole.hasStaging && whole.staged.isEmpty && whole.waits.count == 2)
        let cut = whole.withoutStaging()
        #expect(cut.inconsistencies == [])
        #expect(cut.objects.map(\.label) == ["gate"])
        #expect(whole.objects.map(\.label).contains("gate"))
        #expect(cut.waits.map(\.began) == [8] && cut.waits.map(\.item) == [0] && cut.waits.map(\.object) == [0])
        let ended = try #require(cut.waits.first?.endedBy)
        #expect(cut.events[ended].time == 9 && cut.events[ended].kind == .semaphoreSignalled)
        #expect(cut.staged == [Trace.Staged(lane: 1, item: 0, began: 5, ended: 7)])
        #expect(cut.events.map(\.time) == [1, 2, 3, 4, 8, 9, 10, 11])
        #expect(cut.items.map(\.label) == whole.items.map(\.label))
        #expect(EventSubjects(cut).subjects.count == cut.events.count)
    }

    @Test("A trace in which nothing is staging is left as it is")
    func noStaging() throws {
        let trace = try read(["gate.wait()"]) { encoder in
            encoder.append(.waitBegan, at: 5, lane: 2, object: 0x10, argument: .max, detail: 1, place: .init(call: 1))
        }
        #expect(!trace.hasStaging && trace.withoutStaging().events == trace.events)
        #expect(trace.objects.map(\.label) == ["gate"])
    }
}
