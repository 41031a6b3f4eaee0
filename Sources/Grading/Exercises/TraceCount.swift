import ExerciseChecks
import Trace

/// The things that a check of `exercise.json` can count in the trace of the run: what the attempt's own
/// code did.
enum TraceCount: String, CaseIterable, Sendable {
    /// Calls that blocked their thread. (A suspended Swift task does not block its thread.)
    case waits
    /// Calls that slept for a time.
    case sleeps
    /// The two together.
    case waitsAndSleeps
    /// These, and the calls of `Task.sleep`, which suspend their task and block no thread.
    case waitsAndAllSleeps
    /// Locks that were acquired. (A free `Mutex` is acquired without a call, and not counted.)
    case locks
    /// Blocks and operations that were submitted to queues.
    case blocks
    /// The most of these that ran at the same time.
    case blocksAtTheSameTime
    /// Threads that were started. (Threads of a pool are not counted.)
    case threads
    /// Swift tasks that were created.
    case tasks

    /// The number, and the places of what was counted.
    func count(in trace: Trace, during time: ClosedRange<Int64>) -> (count: Int, places: [Int?]) {
        func all(_ places: [Int?]) -> (Int, [Int?]) { (places.count, places) }
        switch self {
        case .waits: return all(trace.waits.filter { time ~= $0.began && Self.hasBlocked($0, trace) }.map(\.place))
        case .sleeps: return all(trace.waits.filter { time ~= $0.began && $0.kind == .sleep }.map(\.place))
        case .waitsAndSleeps:
            return all(Self.waitsAndSleeps(trace, time))
        case .waitsAndAllSleeps:
            let sleeps = trace.awaits.filter { time ~= $0.time && $0.target == .sleep }
            return all(Self.waitsAndSleeps(trace, time) + sleeps.map(\.place))
        case .locks: return all(trace.events.filter { time ~= $0.time && $0.kind == .lockAcquired }.map { Int($0.place) })
        case .blocks: return all(Self.blocks(trace, time).map(\.place))
        case .blocksAtTheSameTime:
            let blocks = Self.blocks(trace, time).compactMap { block in
                block.began.map { (began: $0, ended: block.ended ?? .max, place: block.place) }
            }
            let most = Self.mostAtTheSameTime(blocks.map { ($0.began, $0.ended) })
            return (most?.count ?? 0, most.flatMap { blocks[$0.index].place }.map { [$0] } ?? [])
        case .threads: return all(trace.items.filter { $0.how == .thread && time ~= ($0.enqueued ?? $0.began ?? -1) }.map(\.place))
        case .tasks: return all(trace.tasks.filter { time ~= ($0.created ?? -1) }.map(\.place))
        }
    }

    /// Whether a thread waited for a lock only because another thread was in the few lines that it protects. Whether two threads meet there
    /// is chance: a busy machine decides it. A lock is held for longer if its holder was blocked, slept, or ended its work meanwhile: a
    /// task that is suspended, for example.
    static func isShort(_ wait: Trace.Wait, _ trace: Trace) -> Bool {
        guard let ended = wait.ended else { return false }
        // (A free lock of the standard library is acquired without a call, so its holder is not known.)
        guard let object = wait.object else { return wait.kind == .futex }
        let holdings = trace.holdings.filter {
            $0.object == object && $0.lane != wait.lane && $0.began < ended && ($0.ended ?? .max) > wait.began
        }
        return holdings.allSatisfy { holding in
            let end = holding.ended ?? .max
            if let item = holding.item, let over = trace.items[item].ended, over < end { return false }
            return !trace.waits.contains { other in
                other.lane == holding.lane && longWaits.contains(other.kind) && !other.passedAtOnce && other.began < end
                    && (other.ended ?? .max) > holding.began
            }
        }
    }

    /// The waits that keep a lock held for long. (A holder that waits for another lock is in the same case again.)
    private static let longWaits: Set<Trace.Wait.Kind> = [
        .group, .semaphore, .sync, .condition, .once, .threadJoin, .workItem, .operation, .operationQueue, .sleep, .apply, .kernel,
    ]

    /// "blocked a thread 3 times".
    func words(_ count: Int) -> String {
        switch self {
        case .waits: "blocked a thread \(Evidence.times(count))"
        case .sleeps: "slept for a time \(Evidence.times(count))"
        case .waitsAndSleeps: "made a thread wait or sleep \(Evidence.times(count))"
        case .waitsAndAllSleeps: "made a thread or a task sleep, or a thread wait, \(Evidence.times(count))"
        case .locks: "acquired a lock \(Evidence.times(count))"
        case .blocks: "submitted \(Evidence.counted(count, "block"))"
        case .blocksAtTheSameTime: "ran \(Evidence.counted(count, "block")) at the same time"
        case .threads: "started \(Evidence.counted(count, "thread"))"
        case .tasks: "created \(Evidence.counted(count, "Swift task"))"
        }
    }

    /// The most spans that go on at the beginning of one of them, and the index of the first such span; nil
    /// if there are none. A span that ends where another begins does not go on.
    ///
    /// With n spans: O(n log n).
    static func mostAtTheSameTime(_ spans: [(began: Int64, ended: Int64)]) -> (count: Int, index: Int)? {
        let order = spans.indices.sorted { (spans[$0].began, $0) < (spans[$1].began, $1) }
        let ends = spans.map { max($0.began, $0.ended) }.sorted()
        var most: (count: Int, index: Int)?
        var first = 0, ended = 0
        while first < order.count {
            // All spans that begin at this moment.
            let moment = spans[order[first]].began
            var next = first
            while next < order.count, spans[order[next]].began == moment { next += 1 }
            while ended < ends.count, ends[ended] <= moment { ended += 1 }
            let count = next - ended
            let isMore = most.map { count > $0.count || (count == $0.count && order[first] < $0.index) } ?? true
            if isMore { most = (count, order[first]) }
            first = next
        }
        return most
    }

    private static func waitsAndSleeps(_ trace: Trace, _ time: ClosedRange<Int64>) -> [Int?] {
        trace.waits.filter { time ~= $0.began && ($0.kind == .sleep || hasBlocked($0, trace)) }.map(\.place)
    }

    private static func blocks(_ trace: Trace, _ time: ClosedRange<Int64>) -> [Trace.Item] {
        let others: Set<Trace.Item.How> = [.thread, .taskJob, .actorJob, .completion]
        return trace.items.filter { !others.contains($0.how) && time ~= ($0.enqueued ?? $0.began ?? -1) }
    }

    private static func hasBlocked(_ wait: Trace.Wait, _ trace: Trace) -> Bool {
        switch wait.kind {
        case .sleep, .task, .taskGroup, .continuation, .stream, .processor, .kernel: false
        case .mutex, .readLock, .writeLock, .futex: !wait.passedAtOnce && !isShort(wait, trace)
        default: !wait.passedAtOnce
        }
    }
}
