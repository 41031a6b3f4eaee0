import Words
import Trace

/// Puts one event into words, from the states before and after it.
struct Narrator {
    let trace: Trace
    let names: Names
    let before: TraceState
    let after: TraceState
    let event: Event
    let index: Int
    let subject: Int
    let partner: Int
    /// This sentence also covers the event that it completes (a lock acquired and released, a wait
    /// that did not block).
    let isMerged: Bool
    let stretches: Stretches
    let links: ItemLinks
    /// The objects that are folded: a sentence about something else leaves them out.
    let folded: Set<Int>

    struct Words {
        var subject: String
        var text: String
        var isWarning = false
        /// Where to look when the event itself has no place.
        var place: Trace.Place.Location?
    }

    var lane: Int { Int(event.lane) }
    var who: String { names.lane(lane) }
    /// The thread that acts, with the item that it runs.
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
        case .queueWidth, .queueCancelled: operationQueue()
        case .waitBegan: waitBegan()
        case .waitEnded: waitEnded()
        case .groupCreated, .groupEntered, .groupLeft, .groupNotified: group()
        case .semaphoreCreated, .semaphoreSignalled: semaphore()
        case .onceBegan, .onceEnded: once()
        case .lockAcquired, .lockReleased: lock()
        case .conditionSignalled: condition()
        case .sourceCreated, .sourceFired, .sourceCancelled, .timerArmed, .signalDelivered: source()
        case .operationAdded, .operationReady, .operationDepends, .operationIndependent, .operationCancelled, .operationPriority,
            .operationReturned:
            operation()
        case .taskCreated, .taskSuspended, .taskResumed, .taskEnded, .taskCancelled, .continuationResumed, .taskAwaits, .taskKnown:
            task()
        case .threadStarted, .threadEnded, .threadJoined: thread()
        case .threadPriority: priority()
        case .memoryRead, .memoryWritten, .memoryAtomic: memory()
        case .note: note()
        case .forked: Words(subject: who, text: "forks: process \(event.object) continues as a copy, which this trace does not follow")
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

    /// The call of the earlier event that this sentence also covers.
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
        default: Words(subject: who, text: "the thread that it joined has ended; it continues")
        }
    }

    private func priority() -> Words {
        let number = event.argument
        guard event.detail != 0 else { return Words(subject: who, text: "its priority is \(number)") }
        guard event.detail == 1 else { return Words(subject: who, text: "has its own priority \(number) again") }
        let giver = trace.lanes.indices.contains(subject) ? names.lane(subject) : "another thread"
        return Words(
            subject: who, text: "inherits priority \(number) from \(giver), which waits for a lock that this thread holds")
    }

    private func note() -> Words {
        let note =
            trace.notes.indices.contains(subject) ? trace.notes[subject] : trace.notes.first { $0.time == event.time && $0.lane == lane }
        let text = SafeText.inLine(note?.text ?? "", limit: 200)
        // In an explored trace a note describes a step of a thread; in a recorded one the program
        // wrote it.
        return Words(subject: who, text: event.detail == 0 ? "notes “\(text)”" : text, isWarning: event.endsSchedule)
    }

    private func memory() -> Words {
        let what = trace.variables[event.object].map { SafeText.inLine($0, limit: 100) }
        let verb =
            switch (event.kind, event.detail & 0xFF) {
            case (.memoryRead, _): "reads"
            case (.memoryWritten, _): "writes"
            case (_, 0): "atomically reads"
            case (_, 1): "atomically writes"
            default: "atomically updates"
            }
        let name = what ?? Wording.count(Int(clamping: event.argument), "byte") + " of memory"
        return Words(subject: who, text: "\(verb) \(name)\(trace.value(at: event.time)?.change.map { ": \($0)" } ?? "")")
    }
}
