/// For each event, which item, queue, object or task of the trace it is about.
///
/// Records name objects by address, and another object can use the address again. Where the trace's
/// reader has found which life of an address an event means (`Trace.subjects`), that is used; for
/// a trace that was put together by hand the events are gone through once, in order. Afterwards
/// every look-up is an index, whatever the direction a learner steps in.
public struct EventSubjects: Sendable {
    private let trace: Trace
    /// Parts of the trace, for the quick way to the subjects of items' events.
    private let events: EventList
    private let told: SubjectList
    /// For a trace that was put together by hand: index into `items`, `queues`, `objects` or `tasks`, as the event's kind has it.
    private var listed: [Int32] = []
    /// The same for the second thing an event names.
    private var listedPartners: [Int32] = []
    /// For a trace that was read: the events whose subject and partner need more than a look at the trace's facts.
    private var found: [Int32: Pair] = [:]
    private let isTold: Bool
    /// The queues of each address, in the order in which they had it, each with the event from which on.
    private var queuesOfAddress: [UInt64: [QueueLife]] = [:]

    /// Whether events say which operation depends on which, and from when on.
    public private(set) var tellsDependencies = false

    private var items = Lives()
    private var queues = Lives()
    private var objects = Lives()
    private var tasks: [UInt64: Int32] = [:]
    private var waitsOfLane: [[Int32]] = []
    private var nextWait: [Int] = []

    private struct Pair: Sendable {
        var subject: Int32
        var partner: Int32
    }

    private struct QueueLife: Sendable {
        var event: Int32
        var queue: Int32
    }

    public init(_ trace: Trace) {
        self.trace = trace
        (events, told) = (trace.events, trace.subjects)
        isTold = trace.subjects.count == trace.events.count
        if isTold { findRest() } else { findAll() }
        // Only the answers are kept.
        (items, queues, objects, tasks, waitsOfLane) = (Lives(), Lives(), Lives(), [:], [])
    }

    /// Goes through a trace that was put together by hand.
    private mutating func findAll() {
        listed.reserveCapacity(trace.events.count)
        listedPartners.reserveCapacity(trace.events.count)
        items = Lives(trace.items.lazy.map(\.id))
        queues = Lives(trace.queues.lazy.map(\.address))
        objects = Lives(trace.objects.lazy.map(\.address))
        for (index, task) in trace.tasks.enumerated() where tasks[task.id] == nil { tasks[task.id] = Int32(index) }
        waitsOfLane = Array(repeating: [], count: trace.lanes.count)
        for (index, wait) in trace.waits.enumerated() where wait.kind != .sync && trace.lanes.indices.contains(wait.lane) {
            waitsOfLane[wait.lane].append(Int32(index))
        }
        nextWait = Array(repeating: 0, count: trace.lanes.count)
        for event in trace.events {
            let (subject, partner) = resolve(event, trace)
            if event.kind == .operationDepends { tellsDependencies = true }
            listed.append(subject)
            listedPartners.append(partner)
        }
    }

    /// Finds what the reader of the trace has not found.
    private mutating func findRest() {
        var hasItems = false
        for (queue, facts) in trace.queues.enumerated() where queuesOfAddress[facts.address] == nil {
            queuesOfAddress[facts.address] = [QueueLife(event: -1, queue: Int32(queue))]
        }
        for index in trace.events.indices {
            let kind = trace.events.kind(index)
            guard Self.needsSearch(kind) else { continue }
            let event = trace.events[index]
            if Self.namesOtherItems(kind), !hasItems {
                items = Lives(trace.items.lazy.map(\.id))
                hasItems = true
            }
            if kind == .operationDepends { tellsDependencies = true }
            let (subject, partner) = search(event, index)
            if subject != simpleSubject(index) || partner != simplePartner(index) {
                found[Int32(index)] = Pair(subject: subject, partner: partner)
            }
        }
    }

    /// Index into `items`, `queues`, `objects` or `tasks`, as the event's kind has it; -1 when the trace knows no such thing.
    public func subject(of event: Int) -> Int {
        guard isTold else { return listed.indices.contains(event) ? Int(listed[event]) : -1 }
        guard event >= 0, event < events.count else { return -1 }
        if !found.isEmpty, let pair = found[Int32(event)] { return Int(pair.subject) }
        if Event.Kind.isOfItem(events.kind(event).rawValue) { return Int(max(-1, told[event])) }
        return Int(simpleSubject(event))
    }

    /// The second thing an event names: a wait's place in `waits`, a notified item, a dependency, an executor's queue; -1 when none.
    public func partner(of event: Int) -> Int {
        guard isTold else { return listedPartners.indices.contains(event) ? Int(listedPartners[event]) : -1 }
        guard event >= 0, event < events.count else { return -1 }
        if !found.isEmpty, let pair = found[Int32(event)] { return Int(pair.partner) }
        if Event.Kind.isOfItem(events.kind(event).rawValue) { return -1 }
        return Int(simplePartner(event))
    }

    /// The subjects of all events.
    public var subjects: [Int32] { trace.events.indices.map { Int32(subject(of: $0)) } }

    /// The subject that the trace's facts give without a search.
    private func simpleSubject(_ index: Int) -> Int32 {
        func number(_ index: Int?) -> Int32 { index.map { Int32($0) } ?? -1 }
        switch trace.events.kind(index).rawValue {
        case 10...13, 70...76: return max(-1, trace.subjects[index])
        case 20...26: return max(-1, trace.subjects[index])
        case 30...31:
            guard let wait = trace.wait(ofEvent: index) else { return -1 }
            let facts = trace.waits[wait]
            return switch facts.kind {
            case .sync, .workItem, .operation: number(facts.awaitedItem)
            case .operationQueue, .apply: queue(at: trace.events[index].object, index)
            case .task: number(facts.awaitedTask)
            default: number(facts.object)
            }
        case 80...87, 90...93, 110: return max(-1, trace.subjects[index])
        default: return number(trace.object(ofEvent: index))
        }
    }

    private func simplePartner(_ index: Int) -> Int32 {
        func number(_ index: Int?) -> Int32 { index.map { Int32($0) } ?? -1 }
        let kind = trace.events.kind(index)
        switch kind {
        case .queueCreated, .queueTargeted:
            return trace.events[index].argument == 0 ? -1 : number(trace.queue(ofEvent: index).flatMap { trace.queues[$0].target })
        case .queueSuspended, .queueResumed, .queueActivated: return number(trace.object(ofEvent: index))
        case .waitBegan, .waitEnded: return number(trace.wait(ofEvent: index))
        case .taskSuspended, .taskResumed: return queue(at: trace.events[index].argument, index)
        default: return -1
        }
    }

    /// The queue that has an address at an event; -1 for the address 0, and for an unknown one.
    private func queue(at address: UInt64, _ event: Int) -> Int32 {
        guard address != 0, let lives = queuesOfAddress[address] else { return -1 }
        return (lives.last { Int($0.event) <= event } ?? lives[0]).queue
    }

    private static func namesOtherItems(_ kind: Event.Kind) -> Bool {
        switch kind {
        case .operationCancelled, .operationDepends, .operationIndependent, .groupNotified, .timerArmed: true
        default: false
        }
    }

    private static func needsSearch(_ kind: Event.Kind) -> Bool {
        switch kind {
        case .queueCreated: true
        default: namesOtherItems(kind)
        }
    }

    /// What is not among the trace's facts: which life of an address an event means.
    private mutating func search(_ event: Event, _ index: Int) -> (subject: Int32, partner: Int32) {
        func number(_ index: Int?) -> Int32 { index.map { Int32($0) } ?? -1 }
        let simple = (simpleSubject(index), simplePartner(index))
        switch event.kind {
        case .operationCancelled:
            // If the operation has not been added yet, the next operation with that id is meant.
            guard simple.0 < 0 else { return simple }
            return (items.find(event.object) { (trace.items.ended($0) ?? .max) >= event.time }, -1)
        case .operationDepends, .operationIndependent:
            let trace = trace
            func isOpen(_ item: Int) -> Bool { (trace.items.ended(item) ?? .max) >= event.time }
            let item = simple.0 >= 0 ? simple.0 : items.find(event.object, isOpen)
            let named = item < 0 ? nil : trace.items[Int(item)].dependencies.first { trace.items[$0].id == event.argument }
            return (item, named.map { Int32($0) } ?? items.find(event.argument, isOpen))
        case .queueCreated:
            if simple.0 >= 0, trace.queues[Int(simple.0)].address == event.object {
                queuesOfAddress[event.object, default: []].append(QueueLife(event: Int32(index), queue: simple.0))
            }
            return simple
        case .groupNotified:
            return (simple.0, items.find(event.argument) { (trace.items.began($0) ?? .max) >= event.time })
        case .timerArmed:
            return (simple.0, items.find(event.object) { (trace.items.began($0) ?? .max) >= event.time })
        default: return simple
        }
    }

    private mutating func resolve(_ event: Event, _ trace: Trace) -> (Int32, Int32) {
        switch event.kind {
        case .itemEnqueued, .operationAdded: (items.find(event.object) { trace.items[$0].enqueued == event.time }, -1)
        case .itemBegan: (items.find(event.object) { trace.items[$0].began == event.time }, -1)
        case .itemEnded: (items.end(event.object) { trace.items[$0].ended == event.time }, -1)
        case .itemCancelled, .operationCancelled: (items.find(event.object) { trace.items[$0].cancelled == event.time }, -1)
        case .operationReady, .operationPriority, .operationReturned: (items.current(event.object), -1)
        case .operationDepends, .operationIndependent: (items.current(event.object), items.current(event.argument))
        case .queueCreated: (queues.create(event.object), queues.current(event.argument))
        case .queueTargeted: (queues.current(event.object), queues.current(event.argument))
        case .queueSuspended, .queueResumed, .queueActivated, .queueWidth, .queueCancelled:
            (queues.current(event.object), object(event.object, .source, trace))
        case .groupCreated: (create(event.object, .group, trace), -1)
        case .groupEntered, .groupLeft: (object(event.object, .group, trace), -1)
        case .groupNotified: (object(event.object, .group, trace), items.current(event.argument))
        case .semaphoreCreated: (create(event.object, .semaphore, trace), -1)
        case .semaphoreSignalled: (object(event.object, .semaphore, trace), -1)
        case .onceBegan, .onceEnded: (object(event.object, .once, trace), -1)
        case .lockAcquired, .lockReleased: (object(event.object, .lock, trace), -1)
        case .conditionSignalled: (object(event.object, .condition, trace), -1)
        case .sourceCreated: (create(event.object, .source, trace), -1)
        case .sourceFired, .sourceCancelled: (object(event.object, .source, trace), -1)
        case .timerArmed: (object(event.object, .source, trace), items.current(event.object))
        case .taskCreated, .taskEnded, .taskCancelled, .continuationResumed, .taskAwaits, .taskKnown: (tasks[event.object] ?? -1, -1)
        case .taskSuspended, .taskResumed:
            (tasks[event.object] ?? -1, event.argument == 0 ? -1 : queues.current(event.argument))
        case .waitBegan: waited(event, trace)
        case .waitEnded: (target(of: event, trace), -1)
        default: (-1, -1)
        }
    }

    /// A wait's target and its place among the trace's waits.
    private mutating func waited(_ event: Event, _ trace: Trace) -> (Int32, Int32) {
        let lane = Int(event.lane)
        var wait: Int32 = -1
        if waitsOfLane.indices.contains(lane) {
            // The events of one lane are in order; a wait that began in the lost part of a run is
            // skipped.
            while nextWait[lane] < waitsOfLane[lane].count {
                let candidate = waitsOfLane[lane][nextWait[lane]]
                let began = trace.waits[Int(candidate)].began
                guard began <= event.time else { break }
                nextWait[lane] += 1
                if began == event.time, trace.waits[Int(candidate)].kind.rawValue == Int(event.detail & 0xFF) {
                    wait = candidate
                    break
                }
            }
        }
        let target = target(of: event, trace)
        if wait >= 0, target < 0 {
            let facts = trace.waits[Int(wait)]
            return (Int32(facts.awaitedItem ?? facts.object ?? -1), wait)
        }
        return (target, wait)
    }

    private mutating func target(of event: Event, _ trace: Trace) -> Int32 {
        switch Trace.Wait.Kind(rawValue: Int(event.detail & 0xFF)) {
        case .group: object(event.object, .group, trace)
        case .semaphore: object(event.object, .semaphore, trace)
        case .mutex, .readLock, .writeLock: object(event.object, .lock, trace)
        case .condition: object(event.object, .condition, trace)
        case .once: object(event.object, .once, trace)
        case .threadJoin, .processor: object(event.object, .thread, trace)
        case .kernel: object(event.object, .descriptor, trace)
        case .workItem, .operation, .sync: items.current(event.object)
        case .operationQueue, .apply: queues.current(event.object)
        case .task: tasks[event.object] ?? -1
        case .taskGroup, .continuation, .stream: -1
        default: objects.current(event.object)
        }
    }

    private mutating func object(_ address: UInt64, _ kind: Trace.SyncObject.Kind, _ trace: Trace) -> Int32 {
        objects.find(address) { trace.objects[$0].kind == kind }
    }

    private mutating func create(_ address: UInt64, _ kind: Trace.SyncObject.Kind, _ trace: Trace) -> Int32 {
        objects.create(address) { trace.objects[$0].kind == kind }
    }
}

/// The successive things that had one address, and which of them is alive.
private struct Lives {
    private struct Chain {
        /// Indices in order; most addresses have one, which needs no array.
        var indices: [Int32]
        var position = 0
        var isTouched = false
    }
    private var slots: [UInt64: Int32] = [:]
    private var chains: [Chain] = []

    init() {}

    init(_ addresses: some Collection<UInt64>) {
        slots.reserveCapacity(addresses.count)
        for (index, address) in addresses.enumerated() {
            if let slot = slots[address] {
                chains[Int(slot)].indices.append(Int32(index))
            } else {
                slots[address] = Int32(chains.count)
                chains.append(Chain(indices: [Int32(index)]))
            }
        }
    }

    /// The current life.
    func current(_ address: UInt64) -> Int32 {
        guard let slot = slots[address] else { return -1 }
        let chain = chains[Int(slot)]
        return chain.indices[min(chain.position, chain.indices.count - 1)]
    }

    /// The first life from the current one on that fits; else the current one.
    mutating func find(_ address: UInt64, _ fits: (Int) -> Bool) -> Int32 {
        guard let slot = slots[address] else { return -1 }
        let chain = chains[Int(slot)]
        chains[Int(slot)].isTouched = true
        // An address that was used again and again is not searched to its end for something that does not fit.
        let end = min(chain.indices.count, chain.position + 1_024)
        for position in chain.position..<max(chain.position, end) where fits(Int(chain.indices[position])) {
            return chain.indices[position]
        }
        return chain.indices[min(chain.position, chain.indices.count - 1)]
    }

    /// The life that ends here; the next one takes its place.
    mutating func end(_ address: UInt64, _ fits: (Int) -> Bool) -> Int32 {
        let found = find(address, fits)
        guard let slot = slots[address] else { return found }
        let position = chains[Int(slot)].position
        if position < chains[Int(slot)].indices.count, chains[Int(slot)].indices[position] == found {
            chains[Int(slot)].position = min(position + 1, chains[Int(slot)].indices.count - 1)
        }
        return found
    }

    /// A new life begins: the first of the address, or the one after the current one.
    mutating func create(_ address: UInt64, _ fits: (Int) -> Bool = { _ in true }) -> Int32 {
        guard let slot = slots[address] else { return -1 }
        var position = chains[Int(slot)].position + (chains[Int(slot)].isTouched ? 1 : 0)
        while position < chains[Int(slot)].indices.count, !fits(Int(chains[Int(slot)].indices[position])) { position += 1 }
        chains[Int(slot)].isTouched = true
        guard position < chains[Int(slot)].indices.count else { return current(address) }
        chains[Int(slot)].position = position
        return chains[Int(slot)].indices[position]
    }
}
