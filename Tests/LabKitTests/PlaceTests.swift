import TestSupport
import Testing

@testable import LabKit

@Suite(.startsProcesses) struct PlaceTests {
    /// One thread makes `Manager.shared` from 10 to 50, another waits for it and for a lock, and `Manager.other` is made later.
    private var trace: Trace {
        var trace = Trace()
        trace.lanes = [.init(name: "main", isMain: true), .init(name: "worker")]
        trace.places = [
            .init(call: .init(function: "closure #1 in ask(_:)"), closure: .init(function: "shared")),
            .init(call: .init(function: "Manager.shared")), .init(call: .init(function: "unshared"), closure: .init(function: "other")),
        ]
        trace.objects = [.init(kind: .once, address: 7, label: "once block 1"), .init(kind: .lock, address: 8, label: "lock 1")]
        trace.events = [
            Event(time: 10, kind: .onceBegan, lane: 1, object: 7, place: 0),
            Event(time: 40, kind: .lockAcquired, lane: 0, object: 8, place: 1),
            Event(time: 45, kind: .lockAcquired, lane: 0, object: 8, place: 2), Event(time: 50, kind: .onceEnded, lane: 1, object: 7),
            Event(time: 60, kind: .onceBegan, lane: 1, object: 9, place: 2),
        ]
        trace.waits = [
            .init(kind: .once, lane: 0, object: 0, began: 20, ended: 51), .init(kind: .mutex, lane: 0, object: 1, began: 52, place: 1),
            .init(kind: .mutex, lane: 0, object: 1, began: 53, place: 2),
        ]
        return trace
    }

    @Test("The making of a static property is found by its name, with those who waited for it")
    func initialisations() {
        let makings = trace.initialisations(of: "shared")
        #expect(makings.count == 1)
        #expect(makings.first?.lane == 1 && makings.first?.began == 10 && makings.first?.ended == 50)
        #expect(makings.first?.waits.map(\.began) == [20])
        #expect(trace.initialisations(of: "other").first?.ended == nil)
        #expect(trace.initialisations(of: "hared").isEmpty)
    }

    @Test("Waits and events are found by the function that called, whatever its type, and not by the end of another's name")
    func calls() {
        #expect(trace.waits(.mutex, in: "shared").map(\.began) == [52])
        #expect(trace.waits(.once, in: "shared").isEmpty)
        #expect(trace.events(.lockAcquired, in: "shared").map(\.time) == [40])
        #expect(trace.events(.lockAcquired, in: "unshared").map(\.time) == [45])
    }
}
