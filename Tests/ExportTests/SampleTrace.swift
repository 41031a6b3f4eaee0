import Trace

/// A small run: a serial queue on which the second item waits for the first, a concurrent queue on which items overlap, a group that wakes
/// the main thread, and a lock.
enum SampleTrace {
    static func trace(label: String = "add(_:) #1") -> Trace {
        var trace = Trace()
        trace.program = "/tmp/album"
        trace.processID = 77
        trace.duration = 60_000
        trace.lanes = [
            Trace.Lane(name: "main thread", threadID: 100, isMain: true), Trace.Lane(name: "worker 1"), Trace.Lane(name: label),
        ]
        trace.queues = [Trace.Queue(label: "photos", kind: .serial), Trace.Queue(label: label, kind: .concurrent)]
        trace.objects = [Trace.SyncObject(kind: .group, label: "group 1"), Trace.SyncObject(kind: .lock, label: "lock 1")]
        trace.places = [.init(call: .init(function: "main", file: "/tmp/album.swift", line: 14))]
        trace.items = [
            Trace.Item(
                id: 1, queue: 0, label: label, enqueued: 1_000, began: 3_000, ended: 20_000, lane: 1, enqueuedOnLane: 0, place: 0, group: 0),
            Trace.Item(id: 2, queue: 0, label: "add(_:) #2", enqueued: 1_500, began: 20_500, ended: 30_000, lane: 1, enqueuedOnLane: 0),
            Trace.Item(
                id: 3, isBarrier: true, queue: 1, label: "save()", enqueued: 4_000, began: 5_000, ended: 9_000, lane: 2, enqueuedOnLane: 1,
                enqueuedByItem: 0),
            Trace.Item(id: 4, queue: 1, label: "read()", enqueued: 4_500, began: 10_000, ended: 25_000, lane: 2, enqueuedOnLane: 1),
            Trace.Item(id: 5, queue: 1, label: "read() #2", enqueued: 31_000, began: 22_000, lane: 0),
            Trace.Item(id: 6, queue: 0, label: "never", enqueued: 50_000, enqueuedOnLane: 0),
        ]
        trace.events = [
            Event(time: 1_000, kind: .itemEnqueued, lane: 0, object: 1), Event(time: 18_000, kind: .groupLeft, lane: 1, object: 9),
        ]
        trace.waits = [Trace.Wait(kind: .group, lane: 0, object: 0, began: 2_000, ended: 18_500, endedBy: 1, place: 0)]
        trace.holdings = [Trace.Holding(object: 1, lane: 2, item: 2, began: 6_000, ended: 7_000)]
        trace.notes = [Trace.Note(time: 60, lane: 0, text: label)]
        return trace
    }
}
