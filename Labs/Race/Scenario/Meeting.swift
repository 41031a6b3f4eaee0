import Foundation
import Synchronization

/// Makes the run certain, with a bug and with a fix: a counter that prints waits until no other
/// counter can go on. Each other counter then prints too, or it is blocked, or it has finished.
///
/// So all counters meet in the printer if the office lets them, and wait at its door if it does not.
/// Without the meeting chance decides: the bugs are rare on your machine, and frequent on a busy
/// evening. It ends after five seconds at the latest.
public final class Meeting: @unchecked Sendable {  // `isBusy` protects the variables.
    private enum Step { case walking, printing, released }

    private let expected: Int
    private var arrived = 0
    private var finished = 0
    private var steps: [String: Step] = [:]
    private var mostBlocked = 0
    private let isBusy = Atomic(false)

    public init(of expected: Int) { self.expected = expected }

    /// The most counters that were blocked while another counter printed.
    @inline(never)
    func blocked() -> Int {
        start()
        defer { end() }
        return mostBlocked
    }

    /// A counter comes to the office.
    @inline(never)
    func arrive() {
        start()
        arrived += 1
        steps[thisThread] = .walking
        end()
    }

    /// It has finished its sale.
    @inline(never)
    func leave() {
        start()
        finished += 1
        steps[thisThread] = nil
        end()
    }

    /// It prints, and waits until no other counter can go on.
    @inline(never)
    func meet() {
        let limit = Date(timeIntervalSinceNow: 5)
        start()
        steps[thisThread] = .printing
        end()
        repeat { usleep(300) } while isPrinting() && Date() < limit
        start()
        steps[thisThread] = .walking
        end()
    }

    /// Lets all printing counters go on if no other counter can.
    private func isPrinting() -> Bool {
        start()
        defer { end() }
        guard steps[thisThread] == .printing else { return false }
        let others = steps.filter { $0.value == .walking }.keys
        guard arrived == expected, !steps.values.contains(.released) else { return true }
        // Twice, because a look at several threads takes some time.
        guard others.allSatisfy(isAsleep), others.allSatisfy(isAsleep) else { return true }
        let printing = steps.filter { $0.value == .printing }.keys
        mostBlocked = max(mostBlocked, arrived - finished - printing.count)
        for thread in printing { steps[thread] = .released }
        return false
    }

    /// The folder in which the system describes this thread.
    private var thisThread: String {
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
        return "/proc/\(path ?? "")"
    }

    /// Whether the system has put a thread to sleep: it is blocked. (The letter after the thread's name
    /// says so.)
    private func isAsleep(_ thread: String) -> Bool {
        guard let state = try? String(contentsOfFile: "\(thread)/stat", encoding: .utf8) else { return true }
        return state.split(separator: ")").last?.hasPrefix(" S") ?? false
    }

    // Not a lock: a counter that waits for the meeting itself must not look like a blocked one.
    private func start() { while isBusy.exchange(true, ordering: .acquiring) { sched_yield() } }
    private func end() { isBusy.store(false, ordering: .releasing) }
}
