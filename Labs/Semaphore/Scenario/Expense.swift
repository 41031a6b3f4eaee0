import Foundation

/// The cost of a piece of code for the thread that ran it.
public struct Expense: Codable, Sendable {
    public var seconds: Double
    /// The processor time of this thread, in the program and in the kernel.
    public var processorSeconds: Double
    /// The time in which this thread was ready to run, but other threads used the processors.
    public var readySeconds: Double

    /// The share of the time in which this thread ran or was ready to run, in percent. For the remainder it was blocked.
    ///
    /// A thread that spins is always ready to run, but gets only a part of a processor. So on a
    /// busy machine its processor time alone says little.
    public var busyShare: Double { seconds > 0 ? min(100, 100 * (processorSeconds + readySeconds) / seconds) : 0 }

    /// Runs `body` and returns its cost.
    public static func of(_ body: () -> Void) -> Expense {
        let before = usageOfThisThread(), readyBefore = readySecondsOfThisThread()
        let start = ContinuousClock.now
        body()
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let after = usageOfThisThread(), readyAfter = readySecondsOfThisThread()
        return Expense(
            seconds: seconds, processorSeconds: after.processorSeconds - before.processorSeconds, readySeconds: readyAfter - readyBefore)
    }

    /// The second number in this file is that time, in nanoseconds. A kernel without these counts
    /// has no such file.
    private static func readySecondsOfThisThread() -> Double {
        guard let counts = try? String(contentsOfFile: "/proc/thread-self/schedstat", encoding: .utf8) else { return 0 }
        return (counts.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) / 1e9
    }

    private static func usageOfThisThread() -> rusage {
        let thisThread: __rusage_who_t = 1  // RUSAGE_THREAD: Linux counts per thread, but the headers hide the name.
        var usage = rusage()
        getrusage(thisThread, &usage)
        return usage
    }
}

extension rusage {
    fileprivate var processorSeconds: Double { ru_utime.seconds + ru_stime.seconds }
}

extension timeval {
    fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
