import Foundation
import Synchronization

/// How long the checks wait for something that may never come.
///
/// A clock is a bad judge of that: on a busy machine, or on one core, correct code takes long too. So this counts only time in which nothing can come:
/// all threads of the process sleep, and none of them has run between two looks. It also counts work. A thread that works for as long as the limit,
/// and nothing comes of it, runs in a loop. Time in which a thread is ready to run, and waits for a core, does not count.
struct Patience {
    private let limit: Duration
    private var stillFor = Duration.zero
    private var lastLook = ContinuousClock.now
    private var lastSwitches = -1
    private let work = ThreadStates.workOfProcess()
    /// A thread that wakes up again and again, does little, and sleeps again, is neither still nor at work: its wakes are counted.
    private var firstSwitches: Int?
    private static let mostWakes = 500
    /// The last resort, for one that wakes up seldom.
    private let end = ContinuousClock.now + .seconds(20)

    init(_ limit: Duration) { self.limit = limit }

    /// Looks, and says whether there is nothing left to wait for. To be asked every few milliseconds.
    mutating func isOver() -> Bool {
        let now = ContinuousClock.now
        let switches = ThreadStates.switchesIfAllSleep()
        // One look that came late says no more than one that came in time. (The sum is kept when a thread wakes up for a moment: those of a pool do so
        // each second, to no end.)
        if switches >= 0, switches == lastSwitches { stillFor += min(now - lastLook, .milliseconds(50)) }
        lastSwitches = switches
        lastLook = now
        if switches >= 0, firstSwitches == nil { firstSwitches = switches }
        if switches - (firstSwitches ?? switches) >= Self.mostWakes { return true }
        return stillFor >= limit || ThreadStates.workOfProcess() - work >= limit || now >= end
    }
}

/// Threads that wait for the checks, and look around while they do: they do not count as threads that move.
enum Bystanders {
    private static let threads = Mutex<[Int: Int]>([:])

    static var all: Set<Int> { threads.withLock { Set($0.keys) } }

    /// Runs `body`, with this thread as one that does not count.
    static func with<Result>(_ body: () -> Result) -> Result {
        let thread = Int(Caller.currentThread())
        threads.withLock { $0[thread, default: 0] += 1 }
        defer {
            threads.withLock {
                $0[thread, default: 1] -= 1
                if $0[thread] == 0 { $0[thread] = nil }
            }
        }
        return body()
    }
}

/// What the kernel knows of the threads of this process.
enum ThreadStates {
    /// How often all threads but this one, and those that only look around, have been switched to, if all of them sleep; else -1.
    static func switchesIfAllSleep() -> Int {
        let others = Bystanders.all.union([Int(Caller.currentThread())])
        var sum = 0
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? [] {
            guard let thread = Int(name), !others.contains(thread) else { continue }
            let switches = switches(of: thread)
            if switches < 0 { return -1 }
            sum += switches
        }
        return sum
    }

    /// Watches until all other threads sleep and have not run for some looks; false where they work for a while, or wake up again and again, and do not
    /// come to rest.
    static func comeToRest() -> Bool {
        var patience = Patience(.milliseconds(300))
        var last = -1, looks = 0
        while looks < 20 {
            if patience.isOver() { return false }
            let switches = switchesIfAllSleep()
            looks = switches >= 0 && switches == last ? looks + 1 : 0
            last = switches
            poll(nil, 0, 1)
        }
        return true
    }

    /// How often a thread has been switched to, if it sleeps; else -1.
    static func switches(of thread: Int) -> Int {
        let file = open("/proc/self/task/\(thread)/status", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return -1 }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &bytes, bytes.count)
        let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
        func value(_ key: String) -> Substring? { lines.first { $0.hasPrefix(key) }?.dropFirst(key.count).drop { $0 == "\t" || $0 == " " } }
        guard value("State:")?.first == "S", let switches = value("voluntary_ctxt_switches:").flatMap({ Int($0) }) else { return -1 }
        return switches
    }

    /// Time that all threads together have had on the cores.
    static func workOfProcess() -> Duration { work(CLOCK_PROCESS_CPUTIME_ID) }

    /// Time that one thread has had on the cores; zero where it is gone.
    static func work(of thread: Int) -> Duration {
        // The kernel's name for the clock of a thread, as pthread_getcpuclockid makes it: the number's complement, "one thread", "time on a core".
        work(clockid_t(truncatingIfNeeded: ~thread << 3 | 4 | 2))
    }

    private static func work(_ clock: clockid_t) -> Duration {
        var time = timespec()
        guard clock_gettime(clock, &time) == 0 else { return .zero }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
