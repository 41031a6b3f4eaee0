import Dispatch
import Glibc

// Programs for one processor with strict priorities. They return what happened, with times in
// milliseconds.

/// Milliseconds on the computer's clock, and those for which the thread had the processor.
private func clock(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

private func compute(_ milliseconds: Int) {
    let end = clock(CLOCK_THREAD_CPUTIME_ID) + Double(milliseconds)
    while clock(CLOCK_THREAD_CPUTIME_ID) < end {}
}

private func sleep(milliseconds: Int) { usleep(UInt32(milliseconds) * 1000) }

private func setOwnPriority(_ priority: Int32) {
    var parameters = sched_param(sched_priority: priority)
    pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters)
}

/// A thread with a priority.
private struct PriorityThread {
    private var thread = pthread_t()

    init(_ priority: Int32, policy: Int32 = SCHED_FIFO, _ body: @escaping () -> Void) {
        final class Work {
            let body: () -> Void
            init(_ body: @escaping () -> Void) { self.body = body }
        }
        var attributes = pthread_attr_t(), parameters = sched_param(sched_priority: priority)
        pthread_attr_init(&attributes)
        pthread_attr_setinheritsched(&attributes, Int32(PTHREAD_EXPLICIT_SCHED))
        pthread_attr_setschedpolicy(&attributes, policy)
        pthread_attr_setschedparam(&attributes, &parameters)
        pthread_create(
            &thread, &attributes,
            { context in
                Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().body()
                return nil
            }, Unmanaged.passRetained(Work(body)).toOpaque())
    }

    func join() { pthread_join(thread, nil) }
}

/// A mutex, with priority inheritance or without.
private final class PriorityMutex {
    private let pointer = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init(inherits: Bool) {
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_setprotocol(&attributes, Int32(inherits ? PTHREAD_PRIO_INHERIT : PTHREAD_PRIO_NONE))
        pthread_mutex_init(pointer, &attributes)
    }

    deinit { pointer.deallocate() }

    func hold(_ work: () -> Void) {
        pthread_mutex_lock(pointer)
        work()
        pthread_mutex_unlock(pointer)
    }
}

/// A thread of high priority wakes while one of low priority computes.
public func preemption() -> String {
    var trail = ""
    setOwnPriority(90)
    let threads = [
        PriorityThread(10) {
            trail += "low, "
            compute(10)
            trail += "low ends"
        },
        PriorityThread(20) {
            sleep(milliseconds: 3)
            trail += "high, "
            compute(2)
            trail += "high ends, "
        },
    ]
    for thread in threads { thread.join() }
    return trail
}

/// Three threads of one priority. A thread of high priority preempts the first of them.
public func equalPriorities() -> String {
    var trail = ""
    setOwnPriority(90)
    var threads = ["a", "b", "c"].map { name in
        PriorityThread(10) {
            trail += name
            compute(5)
            trail += name.uppercased()
        }
    }
    threads.append(
        PriorityThread(20) {
            sleep(milliseconds: 2)
            trail += "!"
        })
    for thread in threads { thread.join() }
    return trail
}

/// How long a thread of high priority waits for a lock. One of low priority holds it for 10 ms, one
/// of medium priority computes for 50 ms.
public func inversion(inherits: Bool) -> Int {
    let mutex = PriorityMutex(inherits: inherits)
    var waited = 0.0
    setOwnPriority(90)
    let threads = [
        PriorityThread(10) { mutex.hold { compute(10) } },
        PriorityThread(20) {
            sleep(milliseconds: 4)
            compute(50)
        },
        PriorityThread(30) {
            sleep(milliseconds: 2)
            let asked = clock(CLOCK_MONOTONIC)
            mutex.hold { waited = clock(CLOCK_MONOTONIC) - asked }
        },
    ]
    for thread in threads { thread.join() }
    return Int(waited.rounded())
}

/// The same along a chain: the holder of the lock waits for another lock, which a thread of the
/// lowest priority holds.
public func chainOfLocks(inherits: Bool) -> Int {
    let first = PriorityMutex(inherits: inherits), second = PriorityMutex(inherits: inherits)
    var waited = 0.0
    setOwnPriority(90)
    let threads = [
        PriorityThread(10) { first.hold { compute(10) } },
        PriorityThread(15) {
            sleep(milliseconds: 1)
            second.hold { first.hold { compute(5) } }
        },
        PriorityThread(20) {
            sleep(milliseconds: 4)
            compute(50)
        },
        PriorityThread(30) {
            sleep(milliseconds: 2)
            let asked = clock(CLOCK_MONOTONIC)
            second.hold { waited = clock(CLOCK_MONOTONIC) - asked }
        },
    ]
    for thread in threads { thread.join() }
    return Int(waited.rounded())
}

/// A wait of at most 10 ms for a semaphore, which is signalled after some time.
public func timedWait(signalledAfter delay: Int) -> String {
    let semaphore = DispatchSemaphore(value: 0)
    var result = ""
    setOwnPriority(90)
    let threads = [
        PriorityThread(20) {
            let begin = clock(CLOCK_MONOTONIC), outcome = semaphore.wait(timeout: .now() + .milliseconds(10))
            result = "\(outcome == .success ? "signalled" : "timed out") after \(Int((clock(CLOCK_MONOTONIC) - begin).rounded())) ms"
        },
        PriorityThread(10) {
            compute(delay)
            semaphore.signal()
        },
    ]
    for thread in threads { thread.join() }
    return result
}

/// The same with a condition variable.
public func timedCondition() -> Int {
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var end = timespec(tv_sec: now.tv_sec, tv_nsec: now.tv_nsec + 10_000_000)
    let begin = clock(CLOCK_MONOTONIC)
    pthread_mutex_lock(mutex)
    let result = pthread_cond_timedwait(condition, mutex, &end)
    pthread_mutex_unlock(mutex)
    return result == ETIMEDOUT ? Int((clock(CLOCK_MONOTONIC) - begin).rounded()) : -1
}

/// A thread lowers its own priority below that of another one.
public func lowersItself() -> String {
    var trail = ""
    setOwnPriority(90)
    let threads = [
        PriorityThread(30) {
            trail += "first, "
            setOwnPriority(10)
            trail += "first again"
        },
        PriorityThread(20) { trail += "second, " },
    ]
    for thread in threads { thread.join() }
    return trail
}

/// A block after 10 ms, while another thread computes for 30 ms.
public func delayedBlock(priority: Int32) -> Int {
    let begin = clock(CLOCK_MONOTONIC), done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var late = 0.0
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(10)) {
        late = clock(CLOCK_MONOTONIC) - begin
        done.signal()
    }
    let thread = PriorityThread(priority) { compute(30) }
    thread.join()
    done.wait()
    return Int(late.rounded())
}

/// A thread that shares the processor in slices of time.
public func roundRobin() {
    PriorityThread(10, policy: SCHED_RR) {}.join()
}
