/// Walks once through the events of a recording and derives the facts of a trace.
///
/// The parts (queues, items, objects, waits, tasks, lanes) do not know each other; data that one
/// needs from another is passed here. Linear in the number of events.
struct Derivation {
    var queues: QueueLives
    var activity = QueueActivity()
    var items: ItemLives
    var objects: ObjectLives
    var waits: WaitLives
    var holdings: HoldingLives
    var tasks = TaskLives()
    var lanes: LaneFacts
    var operations = OperationLives()
    var syncs = SyncWaits()
    var passed = PassedOperations()
    var notifications = Notifications()
    var notes: [Trace.Note] = []
    /// The calls that made queues.
    var queuePlaces: [Int: Int] = [:]
    var variables: [UInt64: String] = [:]
    var values = VariableLives()
    /// The names of items that the trace's writer gave.
    var itemNames: [UInt64: String] = [:]
    /// For each event what it is about.
    var subjects = SubjectList()
    /// Items are in steps of a model, where any difference counts.
    let isExplored: Bool
    let coverage: Coverage

    init(_ recording: Recording, isExplored: Bool, processID: Int32, coverage: Coverage = .whole) {
        self.coverage = coverage
        objects = ObjectLives(coverage: coverage)
        queues = QueueLives(coverage: coverage)
        items = ItemLives(lanes: recording.lanes.count, wanted: recording.mentioned, expected: recording.enqueues)
        waits = WaitLives(lanes: recording.lanes.count)
        holdings = HoldingLives(lanes: recording.lanes.count)
        lanes = LaneFacts(recording.lanes, numbers: recording.laneNumbers, processID: UInt64(UInt32(bitPattern: processID)))
        self.isExplored = isExplored
    }

    static func derive(_ recording: inout Recording, into trace: inout Trace, progress: (Double) -> Void = { _ in }) {
        var derivation = Derivation(recording, isExplored: trace.origin != .recorder, processID: trace.processID, coverage: trace.coverage)
        derivation.walk(recording, progress)
        derivation.finish(&recording, into: &trace)
    }

    private mutating func walk(_ recording: Recording, _ progress: (Double) -> Void) {
        let count = Double(recording.events.count)
        var nextExtra = 0, nextText = 0
        while nextText < recording.texts.count, recording.texts[nextText].event < 0 {
            name(recording.texts[nextText])
            nextText += 1
        }
        for index in 0..<recording.events.count {
            let event = recording.events[index]
            if index & 0xFFFF == 0 { progress(Double(index) / count) }
            var extra: UInt64 = 0
            if nextExtra < recording.extras.count, recording.extras[nextExtra].event == index {
                extra = recording.extras[nextExtra].value
                nextExtra += 1
            }
            if event.kind != .waitEnded { waits.moved(Int(event.lane), at: event.time) }
            if passed.areWatched { passed.see(event) }
            let subject = apply(event, at: index, extra: extra)
            subjects.append(Int32(subject ?? -1))
            while nextText < recording.texts.count, recording.texts[nextText].event == index {
                name(recording.texts[nextText])
                values.take(recording.texts[nextText], of: event)
                nextText += 1
            }
        }
        // Texts at the very end may belong to an event that was left out.
        for text in recording.texts[nextText...] { name(text) }
    }

    private mutating func name(_ text: Recording.Text) {
        switch text.use {
        case UInt64(Event.Kind.queueCreated.rawValue): queues.named(text.object, text.text)
        case UInt64(Event.Kind.itemEnqueued.rawValue), UInt64(Event.Kind.itemBegan.rawValue): itemNames[text.object] = text.text
        case UInt64(Event.Kind.operationAdded.rawValue), UInt64(Event.Kind.operationDepends.rawValue):
            operations.named(text.object, text.text)
        case UInt64(Event.Kind.taskCreated.rawValue): tasks.named(text.object, text.text)
        case UInt64(Event.Kind.threadStarted.rawValue): lanes.named(number: text.object, text.text)
        case UInt64(Event.Kind.memoryRead.rawValue)...UInt64(Event.Kind.memoryAtomic.rawValue): variables[text.object] = text.text
        case UInt64(Event.Kind.note.rawValue): if let last = notes.indices.last, text.event >= 0 { noteText(text, last: last) }
        default: break
        }
    }

    private mutating func noteText(_ text: Recording.Text, last: Int) {
        let subject = Int(subjects[text.event])
        if notes.indices.contains(subject), notes[subject].text.isEmpty { notes[subject].text = text.text }
    }

    /// Takes one event in; returns the index of what it is about.
    @inline(__always) private mutating func apply(_ event: Event, at index: Int, extra: UInt64) -> Int? {
        switch event.kind.rawValue {
        case 10...13: item(event, at: index, extra: extra)
        case 20...26: queue(event)
        case 30...31: wait(event, at: index)
        case 40...64: object(event, at: index)
        case 70...76: operation(event)
        case 80...87: task(event, within: extra)
        case 90...93: thread(event, at: index)
        case 110: note(event)
        default: nil
        }
    }

    private mutating func note(_ event: Event) -> Int? {
        notes.append(Trace.Note(time: event.time, lane: Int(event.lane), text: ""))
        return notes.count - 1
    }

    private mutating func thread(_ event: Event, at index: Int) -> Int? {
        let lane = Int(event.lane)
        switch event.kind {
        case .threadStarted: lanes.started(lane, threadID: event.object, at: event.time)
        case .threadEnded: lanes.ended(lane, at: event.time, event: index)
        case .threadPriority: return event.detail == 1 ? lanes.index(number: event.object) : lane
        default: return lanes.index(number: event.object)
        }
        return lane
    }

    private mutating func task(_ event: Event, within: UInt64) -> Int? {
        switch event.kind {
        case .taskCreated:
            tasks.created(
                event.object, parent: event.argument == 0 ? nil : event.argument, place: event.place < 0 ? nil : Int(event.place),
                within: within, at: event.time)
        case .taskEnded: tasks.ended(event.object, at: event.time)
        case .taskKnown:
            tasks.recalled(
                event.object, parent: event.argument == 0 ? nil : event.argument, place: event.place < 0 ? nil : Int(event.place),
                within: within)
        case .taskAwaits:
            tasks.awaits(
                event.object, Int(event.detail & 0xFF), other: event.argument, place: event.place < 0 ? nil : Int(event.place),
                within: within,
                at: event.time)
        default: tasks.seen(event.object)
        }
    }
}
