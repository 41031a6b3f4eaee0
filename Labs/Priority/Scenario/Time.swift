import Foundation

/// Milliseconds on a clock.
private func time(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

/// Milliseconds on the computer's clock.
func now() -> Double { time(CLOCK_MONOTONIC) }

/// Keeps the processor busy for so many milliseconds. The time in which another thread has the
/// processor does not count.
func compute(milliseconds: Int) {
    let end = time(CLOCK_THREAD_CPUTIME_ID) + Double(milliseconds)
    while time(CLOCK_THREAD_CPUTIME_ID) < end {}
}

/// Sleeps until this moment on the computer's clock, in milliseconds.
func sleep(until moment: Double) {
    let seconds = (moment / 1e3).rounded(.down)
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int((moment - seconds * 1e3) * 1e6))
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
}
