import Dispatch
import Synchronization

/// How late the blocks of some timers began, in milliseconds. A negative number would be early.
public struct Lateness: Codable, Sendable {
    public var milliseconds: [Double] = []

    public init() {}

    /// Called in a block: it was due at this time, and it begins now.
    mutating func add(dueAt due: DispatchTime) {
        let now = DispatchTime.now().uptimeNanoseconds
        milliseconds.append((Double(now) - Double(due.uptimeNanoseconds)) / 1_000_000)
    }

    public var count: Int { milliseconds.count }
    public var early: Int { milliseconds.count { $0 < 0 } }
    public var latest: Double { milliseconds.max() ?? 0 }
    public var median: Double { milliseconds.isEmpty ? 0 : milliseconds.sorted()[milliseconds.count / 2] }
}

/// The same, for blocks that run on several threads.
final class LatenessWatch: Sendable {
    private let all = Mutex(Lateness())

    func begins(dueAt due: DispatchTime) { all.withLock { $0.add(dueAt: due) } }

    var lateness: Lateness { all.withLock { $0 } }
}
