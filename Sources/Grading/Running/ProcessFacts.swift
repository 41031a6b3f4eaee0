import FoundationEssentials
import Glibc

/// What the kernel knows of another process.
enum ProcessFacts {
    /// Threads of a process; 0 when it is gone.
    static func threads(of process: Int32) -> Int {
        var facts = stat()
        // Each thread is a folder in this one, and a folder has a link from each folder in it, besides two of its own.
        return stat("/proc/\(process)/task", &facts) == 0 ? Int(facts.st_nlink) - 2 : 0
    }

    /// Bytes of memory that a process has; 0 when it is gone.
    static func memory(of process: Int32) -> Int {
        let words = FileManager.default.contents(atPath: "/proc/\(process)/statm").map { String(decoding: $0, as: UTF8.self) } ?? ""
        let numbers = words.split(separator: " ").prefix(3).map { Int($0) ?? 0 }
        // What is shared with files, the trace above all, is not the attempt's.
        return numbers.count == 3 ? (numbers[1] - numbers[2]) * Int(getpagesize()) : 0
    }

    /// Time that each thread has had on a core, and time that it was ready to run and waited for one. Without threads that have ended.
    static func times(of process: Int32) -> [(thread: String, work: Duration, delay: Duration)] {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        return threads.compactMap { thread in
            // Nanoseconds on a core, nanoseconds ready to run, and how often it was given a core.
            guard let bytes = FileManager.default.contents(atPath: "/proc/\(process)/task/\(thread)/schedstat") else { return nil }
            let numbers = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }.compactMap { Int64($0) }
            return numbers.count < 2 ? nil : (thread, .nanoseconds(numbers[0]), .nanoseconds(numbers[1]))
        }
    }
}

/// The time of a process: what it has worked, and what has passed for it. While its threads are ready to run and wait for a core, its time stands still,
/// so that a busy machine takes nothing away from it.
struct ProcessClock {
    private let process: Int32
    private let start = ContinuousClock.now
    private var nextLook = ContinuousClock.now
    /// The longest that its threads together were seen to have waited for cores.
    private var delay = Duration.zero

    init(of process: Int32) { self.process = process }

    /// Looks, ten times a second at most; whether the process has had its time.
    mutating func excess(of limits: AttemptProcess.Limits) -> AttemptProcess.Excess? {
        let now = ContinuousClock.now
        guard now >= nextLook else { return nil }
        nextLook = now + .milliseconds(100)
        let times = ProcessFacts.times(of: process)
        delay = max(delay, times.reduce(.zero) { $0 + $1.delay })
        if times.reduce(.zero, { $0 + $1.work }) > limits.work { return .work }
        return now - start - delay > limits.time ? .time : nil
    }
}
