import Testing
import Trace

@testable import Narration

/// A run of which the recorder has kept only the end: threads have lost different first parts. What is told of it is true of the whole run.
@Suite("A trace that begins in the middle") struct KnownPartTests {
    static let seeds = Array(1...12 as ClosedRange<UInt64>)

    @Test("Every item and wait that counts as unfinished is unfinished in the whole run, too", arguments: seeds)
    func unfinished(seed: UInt64) throws {
        let run = RandomRun(seed: seed)
        let whole = try run.whole(), part = try run.lastPart()
        #expect(part.coverage.start == Int64(run.horizon))
        #expect(part.droppedRecords > 0)
        let open = Set(whole.items.indices.filter(whole.isUnfinished).map { whole.items[$0].id })
        let told = part.items.indices.filter(part.isUnfinished).map { part.items[$0].id }
        #expect(open.isSuperset(of: told))
        let blocked = Set(whole.waits.filter(whole.isUnfinished).map(\.lane))
        #expect(part.waits.filter(part.isUnfinished).allSatisfy { blocked.contains($0.lane) })
        // A thread that is blocked at the end did nothing after that: its wait is always kept.
        #expect(part.waits.count(where: part.isUnfinished) == blocked.count)
        // Everything from the horizon on is there.
        #expect(whole.events.count { $0.time >= run.horizon } == part.events.count { $0.time >= run.horizon })
        for item in part.items where item.began.map({ $0 >= run.horizon }) == true {
            let other = try #require(whole.items.first { $0.id == item.id })
            #expect(item.began == other.began && item.ended == other.ended)
            if let enqueued = item.enqueued { #expect(enqueued == other.enqueued) }
        }
    }

    @Test("Every sentence says the same as that of the whole run, or less", arguments: seeds)
    func sentences(seed: UInt64) throws {
        let run = RandomRun(seed: seed)
        var whole: [Int64: [Substring]] = [:]
        StepLog(try run.whole()).forEach { step in
            whole[step.time] = parts(step)
            return true
        }
        let log = StepLog(try run.lastPart())
        var compared = 0, first: String?
        log.forEach { step in
            guard step.event < log.trace.events.count, step.time >= run.horizon, let truth = whole[step.time], !truth.isEmpty else {
                return true
            }
            for part in parts(step) where !truth.contains(where: { $0.hasPrefix(part) }) && first == nil {
                first = "\(step.time): \(step.sentence) | \(truth.joined(separator: "; "))"
            }
            compared += 1
            return true
        }
        #expect(first == nil)
        #expect(compared > 20)
    }

    /// The parts of a sentence, without what it says about the trace itself; a lower bound is no claim about the number.
    private func parts(_ step: Step) -> [Substring] {
        let text = step.sentence.replacing(#/ \(the trace does not show [^)]*\)/#, with: "")
            // A wait without a known value is told with its duration, however short.
            .replacing(#/(passes semaphore 1) .*/#) { $0.output.1 }
        return text.split(separator: "; ").filter { part in
            // Something is not named; or one sentence is about two events.
            !part.hasPrefix("at least") && !part.contains("does not name") && !part.contains(" a semaphore")
                && !part.contains("acquired it and released it") && !part.hasSuffix("reaches semaphore 1")
        }
    }

    @Test("The endings and the summary name only items that never began or never ended", arguments: seeds)
    func endings(seed: UInt64) throws {
        let run = RandomRun(seed: seed)
        let whole = try run.whole(), part = try run.lastPart()
        let neverBegan = Set(whole.items.filter { $0.began == nil }.map(\.label))
        let running = Set(whole.items.filter { $0.began != nil && $0.ended == nil }.map(\.label))
        var compared = 0
        StepLog(part).forEach { step in
            guard step.event == part.events.count, let label = step.text.firstMatch(of: /item \d+/).map({ String($0.output) }) else {
                return true
            }
            let claims = [("never started", neverBegan), ("still running", running)].filter { step.text.contains($0.0) }
            for (_, items) in claims { #expect(items.contains(label), "\(step.text)") }
            compared += claims.count
            return true
        }
        // Three items are left in the queue at the end of every run.
        #expect(compared > 0)
        let lines = Summary(part).lines
        #expect(lines.contains { $0.contains("nothing is missing from") })
        #expect(!lines.contains { $0.contains("concurrent: ") && $0.contains("at most") })
        if let unfinished = lines.first(where: { $0.hasPrefix("Unfinished") }) { #expect(unfinished.contains("at least")) }
    }

    @Test("The state at a moment names no count that the trace does not prove", arguments: seeds)
    func counts(seed: UInt64) throws {
        let run = RandomRun(seed: seed)
        let part = try run.lastPart()
        var state = TraceState(part)
        let subjects = EventSubjects(part)
        for event in part.events { state.apply(event, of: part, subjects) }
        for object in part.objects.indices { #expect(state.objects[object].value == nil) }
        for queue in part.queues.indices { #expect(!part.queues[queue].isFullyKnown) }
        let panel = StatePanel(part).lines(TraceState(part), limit: 20).map { $0.map(\.text).joined() }
        #expect(panel == ["the trace shows nothing that runs or waits"])
    }

    @Test("Where records are missing anywhere, nothing is said to be unfinished", arguments: seeds)
    func gaps(seed: UInt64) throws {
        let trace = try RandomRun(seed: seed).withGaps()
        #expect(trace.coverage.hasGaps)
        let told = Summary(trace).lines.joined() + sentences(trace)
        for claim in ["never started", "still running", "Unfinished", "never got it", "still waiting"] { #expect(!told.contains(claim)) }
    }

    private func sentences(_ trace: Trace) -> String {
        var all = ""
        StepLog(trace).forEach {
            all += $0.sentence + "\n"
            return true
        }
        return all
    }
}

/// A random run of four threads, two queues, a group, a semaphore and a lock: one event every ten nanoseconds.
private struct RandomRun {
    struct Entry {
        var kind: Event.Kind
        var time: UInt64
        var lane: UInt32
        var object: UInt64
        var argument: UInt64 = 0
        var detail: UInt16 = 0
        var place: TraceEncoder.Place?
        var text: String?
        var isPinned = false
    }

    private(set) var entries: [Entry] = []
    /// The last time of a record that was lost, plus 1.
    private(set) var horizon: UInt64 = 0
    /// From when on each lane's records are left.
    private var horizons: [UInt32: UInt64] = [:]
    private var random: RandomNumbers
    private var time: UInt64 = 0

    private static let serial: UInt64 = 0xA0, concurrent: UInt64 = 0xB0, group: UInt64 = 0x60, semaphore: UInt64 = 0x70, lock: UInt64 = 0x80

    init(seed: UInt64) {
        random = RandomNumbers(state: seed &* 0x9E37_79B9_7F4A_7C15)
        let steps = 400
        for (lane, name) in [(1, "main"), (2, "worker"), (3, "worker"), (4, "worker")] as [(UInt32, String)] {
            add(.threadStarted, lane, UInt64(100 + lane), text: name, isPinned: true)
        }
        add(.queueCreated, 1, Self.serial, detail: 0, text: "serial", isPinned: true)
        add(.queueCreated, 1, Self.concurrent, detail: 1, text: "concurrent", isPinned: true)
        add(.groupCreated, 1, Self.group)
        add(.semaphoreCreated, 1, Self.semaphore, argument: 1)
        simulate(steps)
        horizon = time * UInt64(20 + random.roll(50)) / 100
        // Some threads keep all that they wrote; one has lost all up to the horizon.
        for lane in 1...4 as ClosedRange<UInt32> {
            let wanted = lane == 2 ? horizon : random.roll(3) == 0 ? 0 : horizon * UInt64(random.roll(100)) / 100
            // The chunk that a thread fills is never used again: its last record is always there.
            let last = entries.last { $0.lane == lane && $0.time < horizon }?.time ?? 0
            horizons[lane] = min(wanted, last)
        }
    }

    private mutating func add(
        _ kind: Event.Kind, _ lane: UInt32, _ object: UInt64, argument: UInt64 = 0, detail: UInt16 = 0, place: TraceEncoder.Place? = nil,
        text: String? = nil, isPinned: Bool = false
    ) {
        entries.append(
            Entry(
                kind: kind, time: time, lane: lane, object: object, argument: argument, detail: detail, place: place, text: text,
                isPinned: isPinned))
        time += 10
    }

    private mutating func simulate(_ steps: Int) {
        var waiting: [(id: UInt64, queue: UInt64, number: Int, inGroup: Bool)] = []
        var running: [UInt32: (id: UInt64, queue: UInt64, inGroup: Bool)] = [:]
        var blocked: Set<UInt32> = [], entered = 0, value = 1, owner: UInt32?, number = 0
        for _ in 0..<steps {
            let lane = UInt32(1 + random.roll(4))
            if blocked.contains(lane) {
                guard value > 0 else { continue }
                value -= 1
                blocked.remove(lane)
                add(.waitEnded, lane, Self.semaphore, detail: 1)
            } else if lane == 1 {
                switch random.roll(10) {
                case 0...4:
                    number += 1
                    let queue = random.roll(2) == 0 ? Self.serial : Self.concurrent, inGroup = random.roll(2) == 0
                    let id = UInt64(1) << 40 | UInt64(number)
                    waiting.append((id, queue, number, inGroup))
                    add(
                        .itemEnqueued, lane, id, argument: queue, detail: inGroup ? 1 << 9 : 0,
                        place: .init(call: 0x500, extra: inGroup ? Self.group : 0), text: "item \(number)")
                case 5, 6:
                    value += 1
                    add(.semaphoreSignalled, lane, Self.semaphore)
                case 7:
                    entered += 1
                    add(.groupEntered, lane, Self.group)
                default:
                    guard entered > 0 else { continue }
                    entered -= 1
                    add(.groupLeft, lane, Self.group)
                }
            } else if let item = running[lane] {
                switch random.roll(8) {
                case 0...2:
                    if owner == lane { owner = nil; add(.lockReleased, lane, Self.lock) }
                    running[lane] = nil
                    add(.itemEnded, lane, item.id, argument: item.queue)
                case 3:
                    add(.waitBegan, lane, Self.semaphore, argument: .max, detail: 1)
                    blocked.insert(lane)
                case 4...5 where owner == nil:
                    owner = lane
                    add(.lockAcquired, lane, Self.lock)
                case 4..<8 where owner == lane:
                    owner = nil
                    add(.lockReleased, lane, Self.lock)
                default: continue
                }
            } else if let next = waiting.firstIndex(where: { item in
                item.queue == Self.concurrent || !running.values.contains { $0.queue == Self.serial }
            }) {
                let item = waiting.remove(at: next)
                running[lane] = (item.id, item.queue, item.inGroup)
                add(.itemBegan, lane, item.id, argument: item.queue, text: "item \(item.number)")
            }
        }
        // Some items that no thread takes any more.
        for _ in 0..<3 {
            number += 1
            add(.itemEnqueued, 1, UInt64(1) << 40 | UInt64(number), argument: Self.serial, text: "item \(number)")
        }
    }

    private func read(_ entries: [Entry], _ change: (inout TraceEncoder.Header) -> Void) throws -> Trace {
        var header = TraceEncoder.Header()
        header.processID = 101
        header.status = 0
        header.endTicks = time
        header.endNanoseconds = time
        change(&header)
        var encoder = TraceEncoder(header)
        for entry in entries {
            encoder.append(
                entry.kind, at: entry.time, lane: entry.lane, object: entry.object, argument: entry.argument, detail: entry.detail,
                place: entry.place, text: entry.text, isPinned: entry.isPinned)
        }
        return try TraceReader.read(bytes: encoder.encoded())
    }

    func whole() throws -> Trace { try read(entries) { _ in } }

    func lastPart() throws -> Trace {
        let kept = entries.filter { $0.isPinned || $0.time >= horizons[$0.lane, default: 0] }
        return try read(kept) { header in
            header.overwritten = UInt64(entries.count - kept.count)
            // (The reader rounds it up.)
            header.completeFrom = horizon - 1
        }
    }

    /// A third of the records was never written.
    func withGaps() throws -> Trace {
        var numbers = random
        let kept = entries.filter { $0.isPinned || numbers.roll(3) > 0 }
        return try read(kept) { $0.neverWritten = UInt64(entries.count - kept.count) }
    }
}

/// A linear congruential generator (Knuth's MMIX).
private struct RandomNumbers {
    var state: UInt64
    mutating func roll(_ sides: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(sides))
    }
}
