import Foundation
import Synchronization

/// Makes a wait certain: a transfer that holds a lock stays until every other thread is blocked, or
/// stays too. So a transfer that needs the lock has come to it.
///
/// It ends after five seconds at the latest.
public final class WaitingRoom: @unchecked Sendable {  // `isBusy` protects the variables.
    private let crowd: Int
    private var threads: Set<String> = []
    private var isOver = false
    private let isBusy = Atomic(false)

    public init(for crowd: Int) { self.crowd = crowd }

    /// A transfer begins.
    @inline(never)
    func arrive() {
        let thread = Self.thisThread
        protected { _ = threads.insert(thread) }
    }

    /// A transfer holds a lock. Once no thread can go on, all go on, and none stays again.
    @inline(never)
    public func stay() {
        let limit = Date(timeIntervalSinceNow: 5), thread = Self.thisThread
        while !canGoOn(thread), Date() < limit { usleep(300) }
        protected { isOver = true }
    }

    private func canGoOn(_ thread: String) -> Bool {
        protected {
            let others = threads.subtracting([thread])
            // Twice, because a look at several threads takes some time.
            return isOver || threads.count == crowd && others.allSatisfy(Self.isAsleep) && others.allSatisfy(Self.isAsleep)
        }
    }

    /// The folder in which the system describes this thread.
    private static var thisThread: String {
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
        return "/proc/\(path ?? "")"
    }

    /// Whether the system has put a thread to sleep. (The letter after the thread's name says so.)
    private static func isAsleep(_ thread: String) -> Bool {
        guard let state = try? String(contentsOfFile: "\(thread)/stat", encoding: .utf8) else { return true }
        return state.split(separator: ")").last?.hasPrefix(" S") ?? false
    }

    // Not a lock: a thread that waits for this object must not look like one that waits for an account.
    private func protected<Result>(_ body: () -> Result) -> Result {
        while isBusy.exchange(true, ordering: .acquiring) { sched_yield() }
        defer { isBusy.store(false, ordering: .releasing) }
        return body()
    }
}

/// A transfer that arrives in a waiting room before it begins.
public struct ArrivingTransfer<Base: Transfer>: Transfer {
    private let room: WaitingRoom
    private let base: Base

    public init(in room: WaitingRoom, _ base: Base) { (self.room, self.base) = (room, base) }

    public func move(_ amount: Int, from: Account, to: Account) {
        room.arrive()
        base.move(amount, from: from, to: to)
    }
}
