import TraceRecords

extension ExecutionRecord {
    /// The bytes of the execution as a trace, in the format of recorded runs: so the same code draws,
    /// narrates and steps through it.
    /// - Parameters:
    ///   - locations: the source locations of its offsets, as far as they are known.
    ///   - program: the program's name in the trace.
    ///   - variable: the variable of a memory access, in words.
    ///   - meanings: what entries mean for the failure, by their indices.
    public func trace(
        program: String, locations: [UInt: PlaceLocation], meanings: [Int: StepMeaning] = [:], variable: (Entry) -> String
    ) -> [UInt8] {
        let closures = Set(entries.map(\.closure))
        let names = locations.sorted { $0.key < $1.key }.flatMap { offset, location in
            [false, true].filter { !$0 || closures.contains(offset) }.map {
                PlaceName(address: UInt64(offset), isClosure: $0, location: location)
            }
        }
        return encoder(program, locations, meanings, variable).encoded(naming: names)
    }

    /// The entries up to the step that ended the program. The explorer lets other threads go on
    /// after a trap, because they could have run before it; a process does not.
    private var shownEntries: ArraySlice<Entry> {
        let last = entries.firstIndex { $0.event == .signalDelivered || ($0.event == .note && $0.detail == EventKind.endOfSchedule) }
        return entries[...(last ?? entries.count - 1)]
    }

    /// The name of the task that runs an item, at the item's submission or begin.
    private func name(ofItem entry: Entry, _ names: TaskNames) -> String? {
        guard [.itemEnqueued, .itemBegan].contains(entry.event), entry.object > 0 else { return nil }
        let shown = names.short
        if let announced = names.announced[entry.object] { return announced }
        if entry.object <= shown.count { return shown[Int(entry.object) - 1] }
        // A Swift task that continues elsewhere has its own name.
        return entry.isOfSwiftTask && shown.indices.contains(entry.task) ? shown[entry.task] : nil
    }

    /// The innermost place that has a source line; code that a library has added to the program has
    /// none.
    private func call(_ places: [UInt], _ locations: [UInt: PlaceLocation]) -> UInt {
        places.first { locations[$0].map { $0.line > 0 } ?? false } ?? places.first { locations[$0] != nil } ?? places.first ?? 0
    }

    /// The simulated times of the entries, if they have any. Entries of the same time get times of
    /// their own, a nanosecond apart, so that their order is kept.
    private var moments: [UInt64]? {
        guard entries.contains(where: { $0.time != nil }) else { return nil }
        var moments: [UInt64] = []
        for entry in entries { moments.append(max(entry.time ?? 0, (moments.last ?? 0) + 1)) }
        return moments
    }

    /// The values of an access, and its meaning, as texts after its record.
    private func appendTexts(
        of index: Int, at time: UInt64, lane: UInt32, _ meaning: StepMeaning?, _ encoder: inout TraceEncoder
    ) {
        let entry = entries[index]
        if entry.isAccess {
            encoder.append(text: entry.value ?? "", of: entry.accessedVariable, .valueFound, at: time, lane: lane)
            if entry.isChange { encoder.append(text: entry.newValue ?? "", of: entry.accessedVariable, .valueLeft, at: time, lane: lane) }
        }
        if let meaning, !meaning.isEmpty { encoder.append(text: meaning.words, of: 0, .stepMeaning, at: time, lane: lane) }
    }

    private func encoder(
        _ program: String, _ locations: [UInt: PlaceLocation], _ meanings: [Int: StepMeaning], _ variable: (Entry) -> String
    ) -> TraceEncoder {
        let entries = shownEntries
        var header = TraceEncoder.Header()
        let moments = moments
        header.origin = moments == nil ? .explorer : .simulation
        header.program = program
        header.arguments = [program]
        header.endTicks = (moments?.last ?? UInt64(entries.count)) + 1
        header.endNanoseconds = header.endTicks
        var encoder = TraceEncoder(header)
        // All jobs of one Swift task share one lane.
        let lanes = names.map { name in UInt32((names.firstIndex(of: name) ?? 0) + 1) }
        let used = Set(entries.map { lanes.indices.contains($0.task) ? lanes[$0.task] : 1 })
        let shown = TaskNames(self)
        for (index, name) in shown.short.enumerated() where lanes[index] == index + 1 && used.contains(lanes[index]) {
            let start = moments.flatMap { moments in entries.firstIndex { $0.task == index }.map { moments[$0] } } ?? 0
            encoder.append(.threadStarted, at: start, lane: UInt32(index + 1), object: UInt64(index + 1), text: name, isPinned: true)
        }
        let variables = Set(entries.lazy.filter(\.isAccess).map(\.accessedVariable))
        var unseen = unseenChanges.filter { $0.entries > 0 && variables.contains($0.variable) }[...]
        for (index, entry) in entries.enumerated() {
            let time = moments?[index] ?? UInt64(index + 1), lane = lanes.indices.contains(entry.task) ? lanes[entry.task] : 1
            let isAccess = entry.isAccess, hasPlace = !entry.places.isEmpty || entry.closure != 0 || (entry.extra != 0 && !isAccess)
            encoder.append(
                entry.event, at: time, lane: lane, object: entry.object, argument: entry.argument, detail: entry.detail,
                place: hasPlace
                    ? .init(
                        call: UInt64(call(entry.places, locations)),
                        closure: UInt64(entry.closure), extra: isAccess ? 0 : entry.extra) : nil,
                text: isAccess ? variable(entry) : entry.text ?? name(ofItem: entry, shown), isPinned: entry.event == .queueCreated)
            appendTexts(of: index, at: time, lane: lane, meanings[index], &encoder)
            while let change = unseen.first, change.entries == index + 1 {
                encoder.append(text: "", of: change.variable, .valueLeft, at: time, lane: lane)
                unseen.removeFirst()
            }
        }
        return encoder
    }
}
