import Trace

extension TextExport {
    func events(_ lines: inout FieldLines) {
        lines.line("# event", "number", "time", "lane", "kind", "what", "object", "argument", "detail", "place")
        let lanes = trace.lanes.map { Field.name($0.name) }
        for (index, event) in trace.events.enumerated() {
            lines.line(
                "event", String(index), String(event.time), lanes.indices.contains(Int(event.lane)) ? lanes[Int(event.lane)] : "-",
                Self.name(event.kind), subject(index, event), hexadecimal(event.object), hexadecimal(event.argument), String(event.detail),
                event.place < 0 ? "-" : place(Int(event.place)))
        }
        if !trace.notes.isEmpty { lines.line("# note", "time", "lane", "text") }
        for note in trace.notes { lines.line("note", String(note.time), laneName(note.lane), Field.name(note.text)) }
    }

    /// The name of an event's subject.
    private func subject(_ index: Int, _ event: Event) -> String {
        if let item = trace.item(ofEvent: index), trace.items.indices.contains(item) { return Field.name(trace.items[item].label) }
        if let queue = trace.queue(ofEvent: index) { return queueName(queue) }
        if let object = trace.object(ofEvent: index) { return objectName(object) }
        if let task = trace.task(ofEvent: index), trace.tasks.indices.contains(task) { return Field.name(trace.tasks[task].name) }
        if let lane = trace.lane(ofEvent: index) { return laneName(lane) }
        return "-"
    }

    private func hexadecimal(_ value: UInt64) -> String { "0x" + String(value, radix: 16) }

    /// The name that `Format.md` gives a kind; "kind 77" for one that this version does not know.
    static func name(_ kind: Event.Kind) -> String { names[kind] ?? "kind \(kind.rawValue)" }

    private static let names: [Event.Kind: String] = [
        .place: "place", .text: "text", .itemEnqueued: "itemEnqueued", .itemBegan: "itemBegan", .itemEnded: "itemEnded",
        .itemCancelled: "itemCancelled", .queueCreated: "queueCreated", .queueTargeted: "queueTargeted", .queueSuspended: "queueSuspended",
        .queueResumed: "queueResumed", .queueActivated: "queueActivated", .waitBegan: "waitBegan", .waitEnded: "waitEnded",
        .groupEntered: "groupEntered", .groupLeft: "groupLeft", .groupNotified: "groupNotified", .groupCreated: "groupCreated",
        .semaphoreCreated: "semaphoreCreated", .semaphoreSignalled: "semaphoreSignalled", .onceBegan: "onceBegan", .onceEnded: "onceEnded",
        .lockAcquired: "lockAcquired", .lockReleased: "lockReleased", .conditionSignalled: "conditionSignalled",
        .sourceCreated: "sourceCreated", .sourceFired: "sourceFired", .sourceCancelled: "sourceCancelled", .timerArmed: "timerArmed",
        .signalDelivered: "signalDelivered", .operationAdded: "operationAdded", .operationReady: "operationReady",
        .operationDepends: "operationDepends", .operationIndependent: "operationIndependent", .operationCancelled: "operationCancelled",
        .operationPriority: "operationPriority", .operationReturned: "operationReturned", .queueWidth: "queueWidth",
        .queueCancelled: "queueCancelled",
        .taskCreated: "taskCreated", .taskSuspended: "taskSuspended", .taskResumed: "taskResumed", .taskEnded: "taskEnded",
        .taskCancelled: "taskCancelled", .continuationResumed: "continuationResumed", .taskAwaits: "taskAwaits", .taskKnown: "taskKnown",
        .threadStarted: "threadStarted",
        .threadEnded: "threadEnded", .threadJoined: "threadJoined",
        .memoryRead: "memoryRead", .memoryWritten: "memoryWritten", .memoryAtomic: "memoryAtomic", .note: "note",
        .moduleLoaded: "moduleLoaded", .placeName: "placeName", .forked: "forked",
    ]
}
