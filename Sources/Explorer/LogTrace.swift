import Glibc
import Trace

/// An execution of the explorer as a trace, in the form in which real runs are recorded: what draws, tells and steps through those does so with it.
///
/// Times are steps. Threads have lanes of their own; the blocks of queues share lanes as they would share worker threads.
public struct LogTrace {
    private var encoder: TraceEncoder
    private let log: ExecutionLog
    private var names: [PlaceNames.Name] = []
    private let locations: [UInt: Trace.Place.Location]
    private var lanes: [Int: UInt32] = [:]
    private var freeLanes: [UInt32] = []
    private var laneCount: UInt32 = 0
    private var knownQueues: Set<Int> = []
    private var waiting: [Int: UInt64] = [:]
    private var step: UInt64 = 0

    /// - Parameter locations: of the offsets in the log, as far as they are known.
    public init(_ log: ExecutionLog, program: String, locations: [UInt: Trace.Place.Location]) {
        self.log = log
        self.locations = locations
        var header = TraceEncoder.Header()
        header.origin = .explorer
        header.program = program
        header.arguments = [program]
        header.processID = 1
        header.endTicks = UInt64(log.entries.count + 1)
        header.endNanoseconds = UInt64(log.entries.count + 1)
        encoder = TraceEncoder(header)
        for entry in log.entries { add(entry) }
        for (offset, location) in locations.sorted(by: { $0.key < $1.key }) {
            names.append(PlaceNames.Name(address: UInt64(offset), isClosure: false, location: location))
        }
    }

    /// Writes the trace into a file.
    /// - Throws: `TraceError` when the file cannot be written.
    public func write(to path: String) throws(TraceError) {
        let bytes = encoder.encoded()
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
        try PlaceNames.append(names, to: path)
    }

    private static func refusal(_ path: String) -> TraceError {
        TraceError(
            .unwritable, "The trace cannot be written: \(String(cString: strerror(errno))).", cure: "Name a file in a folder that you may write to.",
            path: path)
    }

    // MARK: records

    private mutating func add(_ entry: ExecutionLog.Entry) {
        step += 1
        let lane = lane(of: entry)
        let object = entry.namesObject && entry.object >= 0 ? address(of: entry.object) : 0
        func put(_ kind: Event.Kind, object: UInt64, argument: UInt64 = 0, detail: UInt16 = 0) {
            encoder.append(kind, at: step, lane: lane, object: object, argument: argument, detail: detail, place: place(entry))
        }
        switch entry.act {
        case .created, .fellAsleep, .triedInVain, .timedOut, .queueChanged: break
        case .began:
            let parent = log.tasks.indices.contains(entry.task) ? log.tasks[entry.task].parent : nil
            encoder.append(
                .threadStarted, at: step, lane: lane, object: UInt64(lane), argument: UInt64(parent.flatMap { lanes[$0] } ?? 0),
                text: parent == nil ? "main" : nil)
        case .ended: encoder.append(.threadEnded, at: step, lane: lane, object: UInt64(lane))
        case .trapped: encoder.append(.note, at: step, lane: lane, text: "trap")
        case .read: put(.memoryRead, object: object, argument: UInt64(entry.extra))
        case .wrote: put(.memoryWritten, object: object, argument: UInt64(entry.extra))
        case .readAtomically: put(.memoryAtomic, object: object, argument: UInt64(entry.extra))
        case .wroteAtomically: put(.memoryAtomic, object: object, argument: UInt64(entry.extra), detail: 2)
        case .locked: put(.lockAcquired, object: object)
        case .lockedForReading: put(.lockAcquired, object: object, detail: 1)
        case .unlocked: put(.lockReleased, object: object)
        case .unlockedForReading: put(.lockReleased, object: object, detail: 1)
        case .waits:
            let target = entry.cause == .end ? UInt64(lanes[entry.object] ?? 0) : object
            waiting[entry.task] = target
            put(.waitBegan, object: target, argument: .max, detail: Self.waitKind(entry.cause))
        case .waited: put(.waitEnded, object: waiting.removeValue(forKey: entry.task) ?? object, detail: Self.waitKind(entry.cause))
        case .signalled: put(.conditionSignalled, object: object)
        case .signalledAll: put(.conditionSignalled, object: object, detail: 1)
        case .joined: put(.threadJoined, object: UInt64(lanes[entry.object] ?? 0))
        case .onceBegan: put(.onceBegan, object: object)
        case .onceEnded: put(.onceEnded, object: object)
        case .entered: put(.groupEntered, object: object)
        case .left: put(.groupLeft, object: object)
        case .asksToBeNotified: put(.groupNotified, object: object)
        case .semaphoreMade: put(.semaphoreCreated, object: object, argument: UInt64(entry.extra))
        case .semaphoreSignalled: put(.semaphoreSignalled, object: object)
        case .semaphoreTaken: break
        case .enqueued: enqueue(entry, lane)
        case .itemBegan: put(.itemBegan, object: item(entry), argument: queue(entry.object, lane), detail: Self.how(entry.extra))
        case .itemEnded:
            put(.itemEnded, object: item(entry), argument: queue(entry.object, lane), detail: Self.how(entry.extra))
            if entry.extra & ExecutionLog.How.sync == 0 { release(entry.task) }
        case .workCancelled: break
        }
    }

    private mutating func enqueue(_ entry: ExecutionLog.Entry, _ lane: UInt32) {
        let queue = queue(entry.object, lane)
        var detail = Self.how(entry.extra)
        if entry.extra & ExecutionLog.How.barrier != 0 { detail |= 0x100 }
        if entry.extra & ExecutionLog.How.inGroup != 0 { detail |= 0x200 }
        if entry.extra & ExecutionLog.How.sync != 0 { detail |= 0x400 }
        encoder.append(
            .itemEnqueued, at: step, lane: lane, object: item(entry), argument: queue, detail: detail,
            place: .init(call: UInt64(entry.places.first ?? 0), closure: closure(of: entry)))
    }

    /// What an item is called: the function in which its task is first seen, and the line at which it was handed over.
    private mutating func closure(of entry: ExecutionLog.Entry) -> UInt64 {
        let isSync = entry.extra & ExecutionLog.How.sync != 0
        let task = isSync ? entry.task : entry.item
        let inside = log.entries.drop { $0 != entry }.dropFirst().first { $0.task == task && !$0.places.isEmpty && $0.act != .enqueued }
        guard !isSync, let outermost = inside?.places.last, var location = locations[outermost], let place = entry.places.first else { return 0 }
        location.line = locations[place]?.line ?? location.line
        // An address of its own, beside the program's.
        let address = 1 << 40 | UInt64(entry.item) << 8
        names.append(PlaceNames.Name(address: address, isClosure: true, location: location))
        return address
    }

    private func place(_ entry: ExecutionLog.Entry) -> TraceEncoder.Place? {
        entry.places.first.map { TraceEncoder.Place(call: UInt64($0)) }
    }

    // MARK: numbers

    private func address(of object: Int) -> UInt64 { 0x10000 + UInt64(object) * 16 }

    private func item(_ entry: ExecutionLog.Entry) -> UInt64 { 0x100_0000 + UInt64(max(entry.item, 0)) }

    private mutating func queue(_ object: Int, _ lane: UInt32) -> UInt64 {
        let address = address(of: object)
        if knownQueues.insert(object).inserted, log.objects.indices.contains(object) {
            encoder.append(
                .queueCreated, at: step, lane: lane, object: address, detail: UInt16(log.objects[object].queueKind ?? 0),
                text: log.objects[object].label ?? "")
        }
        return address
    }

    private mutating func lane(of entry: ExecutionLog.Entry) -> UInt32 {
        if let lane = lanes[entry.task] { return lane }
        let isItem = entry.act == .itemBegan
        let lane: UInt32
        if isItem, let free = freeLanes.min() {
            lane = free
            freeLanes.removeAll { $0 == free }
        } else {
            laneCount += 1
            lane = laneCount
            if isItem { encoder.append(.threadStarted, at: step, lane: lane, object: UInt64(lane), text: "worker") }
        }
        lanes[entry.task] = lane
        return lane
    }

    private mutating func release(_ task: Int) {
        if let lane = lanes.removeValue(forKey: task) { freeLanes.append(lane) }
    }

    private static func waitKind(_ cause: ExecutionLog.Cause?) -> UInt16 {
        switch cause {
        case .group: 0
        case .semaphore: 1
        case .queue: 2
        case .condition: 4
        case .initialiser: 5
        case .end: 6
        case .workItem: 7
        case .readLock: 12
        case .lock, nil: 3
        }
    }

    private static func how(_ extra: Int) -> UInt16 {
        if extra & ExecutionLog.How.sync != 0 { return 1 }
        return extra & ExecutionLog.How.later != 0 ? 4 : 0
    }
}
