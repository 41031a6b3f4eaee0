import FoundationEssentials
import Glibc

/// The kernel's facts about another process.
enum ProcessFacts {
    /// The number of threads of a process; 0 if it has ended.
    static func threads(of process: Int32) -> Int {
        var facts = stat()
        // Each thread is a folder in this one. A folder has one link for each folder in it, and two
        // of its own.
        return stat("/proc/\(process)/task", &facts) == 0 ? Int(facts.st_nlink) - 2 : 0
    }

    /// The memory of a process in bytes; 0 if it has ended.
    static func memory(of process: Int32) -> Int {
        let words = FileManager.default.contents(atPath: "/proc/\(process)/statm").map { String(decoding: $0, as: UTF8.self) } ?? ""
        let numbers = words.split(separator: " ").prefix(3).map { Int($0) ?? 0 }
        // Memory shared with files, above all the trace, does not belong to the attempt.
        return numbers.count == 3 ? (numbers[1] - numbers[2]) * Int(getpagesize()) : 0
    }

    /// The time that all threads had on a core, also those that have ended; nil if the process has ended.
    static func work(of process: Int32) -> Duration? {
        var clock = clockid_t(), time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// The time that each thread had on a core, and the time that it was ready to run and waited
    /// for one. Ended threads are not included.
    static func times(of process: Int32) -> [(thread: String, work: Duration, delay: Duration)] {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        return threads.compactMap { thread in
            // Nanoseconds on a core, nanoseconds ready to run, and the number of times that it got
            // a core.
            guard let bytes = FileManager.default.contents(atPath: "/proc/\(process)/task/\(thread)/schedstat") else { return nil }
            let numbers = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }.compactMap { Int64($0) }
            return numbers.count < 2 ? nil : (thread, .nanoseconds(numbers[0]), .nanoseconds(numbers[1]))
        }
    }
}

/// The time of a process: its work time, and its elapsed time. While its threads are ready to run
/// and wait for a core, its time does not advance, so a busy machine takes nothing from it.
struct ProcessClock {
    private let process: Int32
    private let start = ContinuousClock.now
    private var nextLook = ContinuousClock.now
    private var delays = ThreadDelays()

    init(of process: Int32) { self.process = process }

    /// Checks, ten times a second at most, whether the process has used its time.
    mutating func excess(of limits: AttemptProcess.Limits) -> AttemptProcess.Excess? {
        let now = ContinuousClock.now
        guard now >= nextLook else { return nil }
        nextLook = now + .milliseconds(100)
        if let work = ProcessFacts.work(of: process), work > limits.work { return .work }
        for (thread, _, delay) in ProcessFacts.times(of: process) { delays.note(delay, of: thread) }
        return now - start - delays.sum > limits.time ? .time : nil
    }
}

/// The time that the threads of a process were seen ready to run and waiting for a core, together: also
/// of threads that have ended since.
struct ThreadDelays {
    private var known: [String: Duration] = [:]
    /// The sum for earlier threads whose numbers others have now.
    private var earlier = Duration.zero

    var sum: Duration { known.values.reduce(earlier, +) }

    /// A thread's time does not become less. If it does, it is another thread with the same number.
    mutating func note(_ delay: Duration, of thread: String) {
        if let before = known[thread], before > delay { earlier += before }
        known[thread] = delay
    }
}
