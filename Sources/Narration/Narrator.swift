import Trace

/// Puts one event into words, from the state that it met and the state that it left.
struct Narrator {
    let trace: Trace
    let names: Names
    let before: TraceState
    let after: TraceState
    let event: Event
    let index: Int
    let subject: Int
    let partner: Int
    /// This sentence also tells the event that it completes (a lock taken and given back, a wait that was over at once).
    let isMerged: Bool
    let stretches: Stretches

    struct Words {
        var subject: String
        var text: String
        var isWarning = false
        /// Where to look when the event itself has no place.
        var place: Trace.Place.Location?
    }

    var lane: Int { Int(event.lane) }
    var who: String { names.lane(lane) }
    /// Who acts, with the item that the thread runs.
    var actor: String {
        let item = before.lanes.indices.contains(lane) ? before.lanes[lane].item : nil
        return names.actor(lane: lane, item: item)
    }

    func words() -> Words {
        switch event.kind {
        case .itemEnqueued: enqueued()
        case .itemBegan: began()
        case .itemEnded: ended()
        case .itemCancelled: cancelled()
        case .queueCreated, .queueTargeted, .queueSuspended, .queueResumed, .queueActivated: queue()
        case .waitBegan: waitBegan()
        case .waitEnded: waitEnded()
        case .groupCreated, .groupEntered, .groupLeft, .groupNotified: group()
        case .semaphoreCreated, .semaphoreSignalled: semaphore()
        case .onceBegan, .onceEnded: once()
        case .lockAcquired, .lockReleased: lock()
        case .conditionSignalled: condition()
        case .sourceCreated, .sourceFired, .sourceCancelled, .timerArmed, .signalDelivered: source()
        case .operationAdded, .operationReady, .operationDepends, .operationIndependent, .operationCancelled: operation()
        case .taskCreated, .taskSuspended, .taskResumed, .taskEnded, .taskCancelled, .continuationResumed: task()
        case .threadStarted, .threadEnded, .threadJoined: thread()
        case .memoryRead, .memoryWritten, .memoryAtomic: memory()
        case .note: note()
        case .forked: Words(subject: who, text: "forks: process \(event.object) goes on as a copy, which this trace does not follow")
        default: Words(subject: who, text: "something happens that this version cannot name (kind \(event.kind.rawValue))")
        }
    }

    /// The source line of the event: that of the call, else the one the sentence suggests.
    func source(_ words: Words) -> Trace.Place.Location? {
        if trace.places.indices.contains(Int(event.place)), let call = trace.places[Int(event.place)].call, !call.file.isEmpty {
            return call
        }
        return words.place ?? mergedPlace
    }

    /// Where that was called which this sentence tells too.
    private var mergedPlace: Trace.Place.Location? {
        guard isMerged, before.lanes.indices.contains(lane) else { return nil }
        let first =
            event.kind == .waitEnded
            ? before.lanes[lane].wait.map { Int($0.event) }
            : trace.events[..<index].lastIndex { $0.kind == .lockAcquired && $0.lane == event.lane && $0.object == event.object }
        guard let first, trace.events.indices.contains(first) else { return nil }
        let place = Int(trace.events[first].place)
        guard trace.places.indices.contains(place), let call = trace.places[place].call, !call.file.isEmpty else { return nil }
        return call
    }

    private func thread() -> Words {
        switch event.kind {
        case .threadStarted: Words(subject: who, text: "this thread starts")
        case .threadEnded: Words(subject: who, text: "this thread ends")
        default: Words(subject: who, text: "the thread that it joined has ended; it goes on")
        }
    }

    private func note() -> Words {
        let note =
            trace.notes.indices.contains(subject) ? trace.notes[subject] : trace.notes.first { $0.time == event.time && $0.lane == lane }
        let text = Wording.harmless(note?.text ?? "", limit: 200)
        // (The explorer says what a task does; programs write notes of their own.)
        return Words(subject: who, text: event.detail == 1 ? text : "notes “\(text)”")
    }

    private func memory() -> Words {
        let what = trace.variables[event.object].map { Wording.harmless($0, limit: 100) }
        let verb =
            switch (event.kind, event.detail & 0xFF) {
            case (.memoryRead, _): "reads"
            case (.memoryWritten, _): "writes"
            case (_, 0): "reads, as one step that nobody can divide (atomic),"
            case (_, 1): "writes, as one step that nobody can divide (atomic),"
            default: "reads and changes, as one step that nobody can divide (atomic),"
            }
        return Words(subject: who, text: "\(verb) \(what ?? Wording.count(Int(clamping: event.argument), "byte") + " of memory")")
    }
}
