import Foundation
import Synchronization

/// The time that the checks wait for an event that may never happen.
///
/// A clock cannot judge that: on a busy machine, or on one core, correct code takes long too. So
/// this counts only time in which no event can happen: all threads of the process sleep, and none
/// of them has run between two checks. It also counts work. A thread that works as long as the
/// limit without an event runs in a loop. Time in which a thread is ready to run, and waits for a
/// core, does not count.
struct Patience {
    private let limit: Duration
    private var stillFor = Duration.zero
    private var lastLook = ContinuousClock.now
    private var lastSwitches = -1
    private let work = ThreadStates.workOfProcess()
    /// A thread that repeatedly wakes up, does little, and sleeps again is neither idle nor
    /// working. Its wake-ups are counted.
    private var firstSwitches: Int?
    private let mostWakes: Int
    /// The last limit, for a thread that rarely wakes up.
    private let end = ContinuousClock.now + .seconds(20)

    /// The most that one check adds to the time in which all threads slept: a check that came late counts
    /// no more than one that came in time.
    private let mostPerLook: Duration

    init(_ limit: Duration, mostPerLook: Duration = .milliseconds(50), mostWakes: Int = 500) {
        self.limit = limit
        self.mostWakes = mostWakes
        self.mostPerLook = mostPerLook
    }

    /// Checks the threads. Returns whether there is no more event to wait for. Call it every few
    /// milliseconds.
    mutating func isOver() -> Bool {
        let now = ContinuousClock.now
        let switches = ThreadStates.switchesIfAllSleep()
        // A thread that wakes up for a moment does not reset the sum: idle threads of a pool wake up
        // each second.
        if switches >= 0, switches == lastSwitches { stillFor += min(now - lastLook, mostPerLook) }
        lastSwitches = switches
        lastLook = now
        if switches >= 0, firstSwitches == nil { firstSwitches = switches }
        if switches - (firstSwitches ?? switches) >= mostWakes { return true }
        return stillFor >= limit || ThreadStates.workOfProcess() - work >= limit || now >= end
    }
}

/// Threads that wait for the checks and poll meanwhile. They do not count as active threads.
enum Bystanders {
    private static let threads = Mutex<[Int: Int]>([:])

    static var all: Set<Int> { threads.withLock { Set($0.keys) } }

    /// Runs `body`. This thread does not count as active meanwhile.
    static func with<Result>(_ body: () -> Result) -> Result {
        let thread = Int(ProbeThread.currentThread())
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

/// The kernel's information about the threads of this process.
enum ThreadStates {
    /// The total number of context switches of all threads, without this thread and threads that
    /// only poll. -1 if one of them does not sleep.
    static func switchesIfAllSleep() -> Int {
        let others = Bystanders.all.union([Int(ProbeThread.currentThread())])
        // (Without Foundation: the checks look often.)
        guard let folder = opendir("/proc/self/task") else { return -1 }
        defer { closedir(folder) }
        var sum = 0
        while let entry = readdir(folder) {
            let thread = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { Int(atoi($0)) }
            }
            guard thread > 0, !others.contains(thread) else { continue }
            let switches = switches(of: thread)
            if switches < 0 { return -1 }
            sum += switches
        }
        return sum
    }

    /// Waits until all other threads sleep and have not run between several checks. Returns false
    /// if they keep working or keep waking up.
    /// - Parameter limit: the patience.
    static func comeToRest(within limit: Duration = .milliseconds(300)) -> Bool {
        // On a busy machine the checks come late. 20 of them must fit into the patience all the same:
        // otherwise threads at rest would look restless.
        var patience = Patience(limit, mostPerLook: limit / 30)
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

    /// Whether a thread works without a pause, as in a loop that never ends. This thread and threads that
    /// only poll do not count.
    static func oneWorksOn() -> Bool {
        func works() -> [Int: Duration] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
            let threads = Set(names.compactMap { Int($0) }).subtracting(Bystanders.all).subtracting([Int(ProbeThread.currentThread())])
            return threads.reduce(into: [:]) { $0[$1] = work(of: $1) }
        }
        let before = works()
        if comeToRest() { return false }
        return works().contains { thread, work in work - (before[thread] ?? .zero) >= .milliseconds(50) }
    }

    /// The number of context switches of a thread that sleeps; -1 if it does not sleep.
    static func switches(of thread: Int) -> Int {
        let file = open("/proc/self/task/\(thread)/status", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return -1 }
        defer { close(file) }
        // The last byte stays 0: it is the end of the text.
        var bytes = [CChar](repeating: 0, count: 4096)
        guard read(file, &bytes, bytes.count - 1) > 0 else { return -1 }
        let state = "\nState:\t", switches = "\nvoluntary_ctxt_switches:\t"
        return bytes.withUnsafeBufferPointer { text in
            guard let begin = text.baseAddress, let found = strstr(begin, state), let number = strstr(begin, switches),
                found[state.utf8.count] == CChar(UInt8(ascii: "S"))
            else { return -1 }
            return Int(atoi(number + switches.utf8.count))
        }
    }

    /// The processor time of all threads together.
    static func workOfProcess() -> Duration { work(CLOCK_PROCESS_CPUTIME_ID) }

    /// The processor time of one thread; zero if it has ended.
    static func work(of thread: Int) -> Duration {
        // The kernel's number for the clock of a thread, as pthread_getcpuclockid builds it: the
        // complement of the thread's number, with the bits for "one thread" and "processor time".
        work(clockid_t(truncatingIfNeeded: ~thread << 3 | 4 | 2))
    }

    private static func work(_ clock: clockid_t) -> Duration {
        var time = timespec()
        guard clock_gettime(clock, &time) == 0 else { return .zero }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
