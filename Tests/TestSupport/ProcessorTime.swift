import Glibc

/// The time that a processor spends on this thread while `work` runs. Unlike the time on a clock, it says how much work there was,
/// however busy the machine is.
package func processorTime(_ work: () throws -> Void) rethrows -> Duration {
    func used() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    let before = used()
    try work()
    return used() - before
}
