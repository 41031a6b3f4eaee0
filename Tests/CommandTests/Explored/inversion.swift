import Foundation

/// Priority inversion: how long does the thread of high priority wait for the lock?

private func time(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

private func compute(milliseconds: Int) {
    let end = time(CLOCK_THREAD_CPUTIME_ID) + Double(milliseconds)
    while time(CLOCK_THREAD_CPUTIME_ID) < end {}
}

private final class Start {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
}

private func start(priority: Int32, _ body: @escaping () -> Void) -> pthread_t {
    var attributes = pthread_attr_t(), parameters = sched_param(sched_priority: priority), thread = pthread_t()
    pthread_attr_init(&attributes)
    pthread_attr_setinheritsched(&attributes, Int32(PTHREAD_EXPLICIT_SCHED))
    pthread_attr_setschedpolicy(&attributes, SCHED_FIFO)
    pthread_attr_setschedparam(&attributes, &parameters)
    pthread_create(
        &thread, &attributes,
        { context in
            Unmanaged<Start>.fromOpaque(context!).takeRetainedValue().body()
            return nil
        }, Unmanaged.passRetained(Start(body)).toOpaque())
    return thread
}

func scenario() -> Int {
    let lock = NSLock()
    var waited = 0.0
    let high = start(priority: 30) {
        usleep(2_000)
        let asked = time(CLOCK_MONOTONIC)
        lock.lock()
        waited = time(CLOCK_MONOTONIC) - asked
        lock.unlock()
    }
    let medium = start(priority: 20) {
        usleep(4_000)
        compute(milliseconds: 50)
    }
    let low = start(priority: 10) {
        lock.lock()
        compute(milliseconds: 10)
        lock.unlock()
    }
    for thread in [high, medium, low] { pthread_join(thread, nil) }
    return Int(waited.rounded())
}

func allowed(_ milliseconds: Int) -> Bool { milliseconds < 10 }
