import Glibc
import Trace

extension Chronicle {
    /// Writes the execution as a trace, in the form in which real runs are recorded: what draws, tells and steps through those does so with it too.
    /// - Parameters:
    ///   - locations: of the offsets in it, as far as they are known.
    ///   - program: what the trace is said to be of.
    ///   - variable: what an access to memory touches, in words.
    /// - Throws: `TraceError` when the file cannot be written.
    public func write(
        to path: String, program: String, locations: [UInt: Trace.Place.Location], variable: (Entry) -> String
    ) throws(TraceError) {
        let bytes = encoded(program, locations, variable)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Self.refusal(path) }
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + done, bytes.count - done) }
            if count > 0 {
                done += count
            } else if errno != EINTR {
                let error = Self.refusal(path)
                close(descriptor)
                throw error
            }
        }
        close(descriptor)
        let closures = Set(entries.map(\.closure))
        let names = locations.sorted { $0.key < $1.key }.flatMap { offset, location in
            [false, true].filter { !$0 || closures.contains(offset) }.map {
                PlaceNames.Name(address: UInt64(offset), isClosure: $0, location: location)
            }
        }
        try PlaceNames.append(names, to: path)
    }

    /// The name of the task that an item is, where the item comes or begins.
    private func name(ofItem entry: Entry, _ names: TaskNames) -> String? {
        guard [.itemEnqueued, .itemBegan].contains(entry.event), entry.object > 0 else { return nil }
        let shown = names.short
        if let announced = names.announced[entry.object] { return announced }
        if entry.object <= shown.count { return shown[Int(entry.object) - 1] }
        // A Swift task goes on elsewhere: it says so itself.
        return entry.isOfSwiftTask && shown.indices.contains(entry.task) ? shown[entry.task] : nil
    }

    /// The innermost of some places that has a line; what a library has put into the program has none.
    private func call(_ places: [UInt], _ locations: [UInt: Trace.Place.Location]) -> UInt {
        places.first { locations[$0].map { $0.line > 0 } ?? false } ?? places.first { locations[$0] != nil } ?? places.first ?? 0
    }

    private static func refusal(_ path: String) -> TraceError {
        TraceError(
            .unwritable, "The trace cannot be written: \(String(cString: strerror(errno))).",
            cure: "Name a file in a folder that you may write to.", path: path)
    }

    private func encoded(_ program: String, _ locations: [UInt: Trace.Place.Location], _ variable: (Entry) -> String) -> [UInt8] {
        var header = TraceEncoder.Header()
        header.origin = .explorer
        header.program = program
        header.arguments = [program]
        header.endTicks = UInt64(entries.count + 1)
        header.endNanoseconds = UInt64(entries.count + 1)
        var encoder = TraceEncoder(header)
        // The stretches of one Swift task are told on one lane.
        let lanes = names.map { name in UInt32((names.firstIndex(of: name) ?? 0) + 1) }
        let used = Set(entries.map { lanes.indices.contains($0.task) ? lanes[$0.task] : 1 })
        let shown = TaskNames(self)
        for (index, name) in shown.short.enumerated() where lanes[index] == index + 1 && used.contains(lanes[index]) {
            encoder.append(.threadStarted, at: 0, lane: UInt32(index + 1), object: UInt64(index + 1), text: name, isPinned: true)
        }
        for (index, entry) in entries.enumerated() {
            let isAccess = entry.isAccess, hasPlace = !entry.places.isEmpty || entry.closure != 0 || (entry.extra != 0 && !isAccess)
            encoder.append(
                entry.event, at: UInt64(index + 1), lane: lanes.indices.contains(entry.task) ? lanes[entry.task] : 1, object: entry.object,
                argument: entry.argument,
                detail: entry.detail,
                place: hasPlace
                    ? .init(
                        call: UInt64(call(entry.places, locations)),
                        closure: UInt64(entry.closure), extra: isAccess ? 0 : entry.extra) : nil,
                text: isAccess ? variable(entry) : entry.text ?? name(ofItem: entry, shown), isPinned: entry.event == .queueCreated)
        }
        return encoder.encoded()
    }
}
