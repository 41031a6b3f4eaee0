import Foundation

/// What a piece of code cost the thread that ran it.
public struct Expense: Codable, Sendable {
    public var seconds: Double
    /// How long a processor worked for this thread, in the program and in the kernel.
    public var processorSeconds: Double

    /// Processor time as a share of the time that passed, in percent.
    public var processorShare: Double { seconds > 0 ? 100 * processorSeconds / seconds : 0 }

    /// Runs `body` and tells what it cost.
    public static func of(_ body: () -> Void) -> Expense {
        let before = usageOfThisThread()
        let start = ContinuousClock.now
        body()
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let after = usageOfThisThread()
        return Expense(seconds: seconds, processorSeconds: after.processorSeconds - before.processorSeconds)
    }

    private static func usageOfThisThread() -> rusage {
        let thisThread: __rusage_who_t = 1  // RUSAGE_THREAD: Linux counts for each thread by itself, but the headers hide the name.
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
