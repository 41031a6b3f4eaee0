// A lab's staging: the code that makes a bug certain to show (meetings, turnstiles) and is not part
// of the scenario. A lab says which source files it is in; nothing in these files says so.

extension Trace {
    /// A stretch in which the staging held a thread.
    public struct Staged: Equatable, Sendable {
        public var lane: Int
        /// The item that was held, if the lane ran one.
        public var item: Int?
        public var began: Int64
        /// nil: it was held until the trace ended.
        public var ended: Int64?
        public init(lane: Int, item: Int? = nil, began: Int64, ended: Int64? = nil) {
            self.lane = lane
            self.item = item
            self.began = began
            self.ended = ended
        }
    }

    /// Whether some of what happened belongs to a lab's staging. Linear in the places.
    public var hasStaging: Bool { places.contains { $0.call?.isStaging ?? false } }

    /// The same trace without the staging: the items, waits and objects that its source files made
    /// or used first are left out, with their events. All other events are unchanged. `staged` says
    /// where the staging held a thread. Linear in the events.
    public func withoutStaging() -> Trace {
        hasStaging ? StagingCut(self).result() : self
    }
}

/// Decides what of a trace belongs to the staging, and cuts that out.
private struct StagingCut {
    let trace: Trace
    /// For each place whether its call lies in the staging.
    private let isStagingPlace: [Bool]
    /// New indices of what stays; -1: it is left out.
    private var items: Renumbering
    private var waits: Renumbering
    private var objects: Renumbering
    private var events = Renumbering(count: 0) { _ in true }

    init(_ trace: Trace) {
        self.trace = trace
        let isStagingPlace = trace.places.map { $0.call?.isStaging ?? false }
        self.isStagingPlace = isStagingPlace
        func isStaged(_ place: Int?) -> Bool { place.map { isStagingPlace.indices.contains($0) && isStagingPlace[$0] } ?? false }
        objects = Renumbering(count: trace.objects.count) { index in
            !isStaged(trace.objects[index].made ?? trace.objects[index].firstUsed)
        }
        var isStagedItem = [Bool](repeating: false, count: trace.items.count)
        for (index, item) in trace.items.enumerated() {
            // Work that an item of the staging enqueues belongs to the staging, too.
            let parent = item.enqueuedByItem.map { isStagedItem.indices.contains($0) && isStagedItem[$0] } ?? false
            let completed = item.operation.completes.map { isStagedItem.indices.contains($0) && isStagedItem[$0] } ?? false
            isStagedItem[index] = parent || completed || isStaged(item.place)
        }
        items = Renumbering(count: trace.items.count) { !isStagedItem[$0] }
        let (items, objects) = (items, objects)
        waits = Renumbering(count: trace.waits.count) { index in
            let wait = trace.waits[index]
            return !isStaged(wait.place) && objects.keeps(wait.object) && items.keeps(wait.item) && items.keeps(wait.awaitedItem)
        }
    }

    func result() -> Trace {
        var cut = self
        let subjects = trace.subjects.count == trace.events.count ? nil : EventSubjects(trace)
        cut.events = Renumbering(count: trace.events.count) { cut.keepsEvent($0, subjects) }
        return cut.cutOut()
    }

    private func keepsEvent(_ index: Int, _ subjects: EventSubjects?) -> Bool {
        let event = trace.events[index]
        func subject() -> Int? {
            let subject = subjects?.subject(of: index) ?? Int(trace.subjects[index])
            return subject >= 0 ? subject : nil
        }
        switch event.kind.rawValue {
        case 10...13, 70...76: return items.keeps(subject())
        case 30...31:
            guard let subjects else { return waits.keeps(subject()) }
            let wait = subjects.partner(of: index)
            return waits.keeps(wait >= 0 ? wait : nil)
        case 40...62: return objects.keeps(subject())
        case 100...102: return !(event.place >= 0 && isStagingPlace[Int(event.place)])
        default: return true
        }
    }

    private func cutOut() -> Trace {
        var result = trace
        result.events = EventList(events.kept(trace.events))
        if trace.subjects.count == trace.events.count {
            result.subjects = SubjectList(events.kept(trace.subjects.indices.map { renumbered(trace.subjects[$0], trace.events[$0]) }))
        }
        result.items = ItemList(
            items.kept(trace.items).map { item in
                var item = item
                item.enqueuedByItem = items[item.enqueuedByItem]
                item.group = objects[item.group]
                item.dependencies = item.dependencies.compactMap { items[$0] }
                item.operation.completes = items[item.operation.completes]
                return item
            })
        result.waits = waits.kept(trace.waits).map { wait in
            var wait = wait
            wait.item = items[wait.item]
            wait.object = objects[wait.object]
            wait.awaitedItem = items[wait.awaitedItem]
            wait.endedBy = events[wait.endedBy]
            return wait
        }
        result.holdings = trace.holdings.filter { objects.keeps($0.object) && items.keeps($0.item) }.map { holding in
            var holding = holding
            holding.object = objects[holding.object] ?? 0
            holding.item = items[holding.item]
            return holding
        }
        result.objects = objects.kept(trace.objects)
        if !trace.values.isEmpty {
            let moments = Set(result.events.lazy.map(\.time))
            result.values = trace.values.filter { $0.access == nil || moments.contains($0.time) }
        }
        result.staged = trace.waits.indices.filter { !waits.keeps($0) && !trace.waits[$0].passedAtOnce }.compactMap { index in
            let wait = trace.waits[index]
            // An item of the staging is left out with all that it did.
            guard items.keeps(wait.item) else { return nil }
            return Trace.Staged(lane: wait.lane, item: items[wait.item], began: wait.began, ended: wait.ended)
        }
        return result
    }

    private func renumbered(_ subject: Int32, _ event: Event) -> Int32 {
        func number(_ numbers: Renumbering, _ index: Int) -> Int32 { numbers[index].map { Int32($0) } ?? -1 }
        switch event.kind.rawValue {
        case 10...13, 70...76: return subject < 0 ? subject : number(items, Int(subject))
        // The sign distinguishes a source from a queue.
        case 22...24 where subject <= -2: return objects[Int(-2 - subject)].map { Int32(-2 - $0) } ?? -1
        case 30...31: return subject < 0 ? subject : number(waits, Int(subject))
        case 40...64: return subject < 0 ? subject : number(objects, Int(subject))
        default: return subject
        }
    }
}

/// New indices for the entries of a list of which some are left out.
private struct Renumbering {
    private var numbers: [Int32] = []

    init(count: Int, keeping keeps: (Int) -> Bool) {
        var next: Int32 = 0
        numbers = (0..<count).map { index in
            guard keeps(index) else { return -1 }
            defer { next += 1 }
            return next
        }
    }

    /// Whether an entry stays; an index without an entry does not matter.
    func keeps(_ index: Int?) -> Bool {
        guard let index, numbers.indices.contains(index) else { return true }
        return numbers[index] >= 0
    }

    subscript(index: Int?) -> Int? {
        guard let index, numbers.indices.contains(index), numbers[index] >= 0 else { return nil }
        return Int(numbers[index])
    }

    func kept<List: RandomAccessCollection>(_ list: List) -> [List.Element] where List.Index == Int {
        list.indices.compactMap { numbers.indices.contains($0) && numbers[$0] < 0 ? nil : list[$0] }
    }
}
