import ExerciseChecks
import Trace

/// The things that a check of `exercise.json` can count in the trace of the run: what the attempt's own
/// code did.
enum TraceCount: String, CaseIterable, Sendable {
    /// Calls that blocked their thread. (A suspended Swift task does not block its thread.)
    case waits
    /// Calls that slept for a time.
    case sleeps
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
        case .waits:
            return all(trace.waits.filter { time ~= $0.began && !$0.passedAtOnce && Self.isBlocking($0.kind) }.map(\.place))
        case .sleeps: return all(trace.waits.filter { time ~= $0.began && $0.kind == .sleep }.map(\.place))
        case .locks: return all(trace.events.filter { time ~= $0.time && $0.kind == .lockAcquired }.map { Int($0.place) })
        case .blocks: return all(Self.blocks(trace, time).map(\.place))
        case .blocksAtTheSameTime:
            let blocks = Self.blocks(trace, time).filter { $0.began != nil }
            func together(with block: Trace.Item) -> Int {
                blocks.count { other in
                    guard let start = block.began, let began = other.began else { return false }
                    return began <= start && start < other.ended ?? .max
                }
            }
            let most = blocks.map { (together(with: $0), $0.place) }.max { $0.0 < $1.0 }
            return (most?.0 ?? 0, [most?.1].compactMap { $0 })
        case .threads: return all(trace.items.filter { $0.how == .thread && time ~= ($0.enqueued ?? $0.began ?? -1) }.map(\.place))
        case .tasks: return all(trace.tasks.filter { time ~= ($0.created ?? -1) }.map(\.place))
        }
    }

    /// "blocked a thread 3 times".
    func words(_ count: Int) -> String {
        switch self {
        case .waits: "blocked a thread \(Evidence.times(count))"
        case .sleeps: "slept for a time \(Evidence.times(count))"
        case .locks: "acquired a lock \(Evidence.times(count))"
        case .blocks: "submitted \(Evidence.counted(count, "block"))"
        case .blocksAtTheSameTime: "ran \(Evidence.counted(count, "block")) at the same time"
        case .threads: "started \(Evidence.counted(count, "thread"))"
        case .tasks: "created \(Evidence.counted(count, "Swift task"))"
        }
    }

    private static func blocks(_ trace: Trace, _ time: ClosedRange<Int64>) -> [Trace.Item] {
        let others: Set<Trace.Item.How> = [.thread, .taskJob, .actorJob, .completion]
        return trace.items.filter { !others.contains($0.how) && time ~= ($0.enqueued ?? $0.began ?? -1) }
    }

    private static func isBlocking(_ kind: Trace.Wait.Kind) -> Bool {
        switch kind {
        case .sleep, .task, .taskGroup, .continuation, .stream, .processor: false
        default: true
        }
    }
}
