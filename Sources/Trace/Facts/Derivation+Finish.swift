extension Derivation {
    /// Puts the facts into a trace, with names for everything.
    mutating func finish(_ recording: inout Recording, into trace: inout Trace) {
        for wait in syncs.unfinished(items.items) { waits.add(wait) }
        let (sortedWaits, order) = waits.finish()
        var subjects = SubjectList()
        for index in 0..<recording.events.count {
            let subject = self.subjects[index], kind = recording.events.kind(index)
            let isOfWait = kind == .waitBegan || kind == .waitEnded
            subjects.append(isOfWait && subject >= 0 ? order[Int(subject)] : subject)
        }
        subjects.finish()
        self.subjects = SubjectList()
        var placed = items.takeItems()
        finishNotifications(&placed)
        operations.finish(&placed, isWhole: coverage.isWhole(from: 0, about: .operation))
        if placed.contains(where: { $0.queue < 0 }) {
            let unknown = queues.created(0, kind: .operation, target: 0, at: 0)
            for index in placed.indices where placed[index].queue < 0 { placed[index].queue = unknown }
        }
        let closures = Dictionary(
            recording.placeNames.lazy.filter(\.isClosure).map { ($0.address, $0.location) }, uniquingKeysWith: { $1 })
        var places = Self.named(recording.places, recording.placeNames)
        tasks.lookIntoThunks(&places, closures)
        var facts = tasks.tasks
        trace.awaits = tasks.finishAwaits(closures)
        label(&placed, &facts, places)

        trace.subjects = subjects
        trace.places = places
        trace.modules = recording.modules
        trace.queues = queues.finish(qualities(of: placed), names: queueNames(placed, places))
        let columns = ItemColumns(placed)
        recording.events.finish(subjects, ids: columns.ids)
        trace.events = EventList(recording.events)
        trace.items = ItemList(columns)
        trace.waits = sortedWaits
        trace.holdings = holdings.holdings
        trace.objects = nameThreads(objects.finish(places))
        trace.tasks = facts
        trace.lanes = lanes.finish()
        trace.notes = notes
        trace.variables = variables
        values.finish(into: &trace)
    }

    /// The variables that hold queues without a label, where the source shows them.
    private func queueNames(_ items: [Trace.Item], _ places: [Trace.Place]) -> [Int: String] {
        let unnamed = Set(queues.queues.indices.filter { queues.isUnnamed($0) })
        guard !unnamed.isEmpty else { return [:] }
        var uses: [Int: [Int32]] = [:]
        for item in items where unnamed.contains(item.queue) {
            guard let place = item.place, uses[item.queue, default: []].count < 16 else { continue }
            if !uses[item.queue, default: []].contains(Int32(place)) { uses[item.queue, default: []].append(Int32(place)) }
        }
        var names = ObjectNames(places: places)
        var result: [Int: String] = [:]
        for queue in unnamed {
            result[queue] = names.name(ofQueue: queues.queues[queue].kind, made: queuePlaces[queue], uses: uses[queue] ?? [])
        }
        return result
    }

    /// The quality of service of Swift's global queues, which all have the same label: their workers are called by it.
    private func qualities(of items: [Trace.Item]) -> [Int: String] {
        let unclear = Set(queues.queues.indices.filter { queues.queues[$0].isSwiftGlobal && queues.queues[$0].swiftQuality.isEmpty })
        var qualities: [Int: String] = [:]
        guard unclear.count > 1 else { return qualities }
        for item in items where unclear.contains(item.queue) && qualities[item.queue] == nil {
            if let lane = item.lane, let quality = lanes.qualities[lane] { qualities[item.queue] = quality }
        }
        return qualities
    }

    /// Looks up the names of places.
    static func named(_ places: [Trace.Place], _ names: [PlaceNames.Name]) -> [Trace.Place] {
        var calls: [UInt64: Trace.Place.Location] = [:], closures: [UInt64: Trace.Place.Location] = [:]
        for name in names {
            if name.isClosure { closures[name.address] = name.location } else { calls[name.address] = name.location }
        }
        return places.map { place in
            var place = place
            place.call = calls[place.callAddress]
            place.closure = closures[place.closureAddress]
            return place
        }
    }

    /// Threads that were joined are called as their lanes are.
    private func nameThreads(_ objects: [Trace.SyncObject]) -> [Trace.SyncObject] {
        guard objects.contains(where: { $0.kind == .thread }) else { return objects }
        let names = lanes.finish().map(\.name)
        return objects.map { object in
            var object = object
            if object.kind == .thread, let lane = lanes.index(number: object.address) { object.label = names[lane] }
            return object
        }
    }

    private func label(_ items: inout [Trace.Item], _ tasks: inout [Trace.TaskFacts], _ places: [Trace.Place]) {
        var used = [Bool](repeating: false, count: places.count)
        // The code that a job runs is the runtime's: it says nothing.
        for item in items where !item.isJob && item.operation.completes == nil { if let place = item.place { used[place] = true } }
        for task in tasks { if let place = task.place { used[place] = true } }
        var labels = ItemLabels(places: places, used: used)
        var taskNames: [UInt64: String] = [:]
        for index in tasks.indices {
            if tasks[index].name.isEmpty {
                let label = labels.next(place: tasks[index].place, how: .taskJob)
                tasks[index].name = ItemLabels.join(label.name, label.ordinal)
            }
            taskNames[tasks[index].id] = tasks[index].name
        }
        var operationNames = UniqueNames()
        for index in items.indices where items[index].operation.completes == nil {
            if let task = items[index].task, let name = taskNames[task] {
                items[index].label = name
            } else if let name = operations.namedItems[index] {
                items[index].label = operationNames.unique(name)
            } else if let name = itemNames[items[index].id] {
                items[index].label = name
            } else {
                let label = labels.next(place: items[index].isJob ? nil : items[index].place, how: items[index].how)
                items[index].setLabel(label.name, ordinal: label.ordinal)
            }
        }
        for index in items.indices {
            if let operation = items[index].operation.completes { items[index].label = "completion of \(items[operation].label)" }
        }
    }
}

extension Trace.Item {
    /// A stretch of a task, or an actor's turn: its code is named by the task.
    fileprivate var isJob: Bool { how == .taskJob || how == .actorJob }
}
