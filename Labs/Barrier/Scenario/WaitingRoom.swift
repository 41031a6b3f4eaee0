import Foundation
import Synchronization

/// Makes the waiting certain: a visitor stays in the album until every other thread of the round is
/// blocked, is queued, or has finished.
///
/// It is for libraries that let one visitor in at a time, so threads cannot meet inside. Without it,
/// chance decides whether a thread has to wait. It ends after five seconds at the latest.
final class WaitingRoom: @unchecked Sendable {  // `isBusy` protects the variables.
    private let crowd: Int
    private var arrived = 0
    private var entered = 0
    private var threads: Set<String> = []
    private var mostWaiting = 0
    private var isGivenUp = false
    private let isBusy = Atomic(false)

    /// - Parameter crowd: the number of visits in a round.
    init(for crowd: Int) { self.crowd = crowd }

    /// The most readers and writers that waited while another one was in the album.
    @inline(never)
    var most: Int { protected { mostWaiting } }

    /// A reader or a writer is about to call the library.
    @inline(never)
    func arrive() {
        let thread = Self.thisThread
        protected {
            arrived += 1
            threads.insert(thread)
        }
    }

    /// A visitor is in the album, and stays until no other thread can go on.
    @inline(never)
    func stay() {
        let limit = Date(timeIntervalSinceNow: 5), thread = Self.thisThread
        protected { entered += 1 }
        while !canGoOn(thread) {
            if Date() > limit { return protected { isGivenUp = true } }
            usleep(300)
        }
    }

    private func canGoOn(_ thread: String) -> Bool {
        protected {
            if isGivenUp { return true }
            guard arrived.isMultiple(of: crowd) else { return false }
            let others = threads.subtracting([thread])
            // Twice, because a look at several threads takes some time.
            guard others.allSatisfy(Self.isAsleep), others.allSatisfy(Self.isAsleep) else { return false }
            mostWaiting = max(mostWaiting, arrived - entered)
            return true
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

    // Not a lock: a thread that waits for this object must not look like one that waits for the album.
    private func protected<Result>(_ body: () -> Result) -> Result {
        while isBusy.exchange(true, ordering: .acquiring) { sched_yield() }
        defer { isBusy.store(false, ordering: .releasing) }
        return body()
    }
}
