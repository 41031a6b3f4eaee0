import Glibc

/// A thread that runs a closure.
public struct StartedThread {
    let thread: pthread_t

    public init(_ body: @escaping () -> Void) {
        final class Work {
            let body: () -> Void
            init(_ body: @escaping () -> Void) { self.body = body }
        }
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { context in
                Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().body()
                return nil
            }, Unmanaged.passRetained(Work(body)).toOpaque())
        self.thread = thread
    }

    public func join() { pthread_join(thread, nil) }
}

/// Runs each body in a thread of its own, and waits for all.
public func concurrently(_ bodies: [() -> Void]) {
    let threads = bodies.map { StartedThread($0) }
    for thread in threads { thread.join() }
}

/// A mutex at a fixed address.
public final class Mutex {
    let pointer = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    public init() { pthread_mutex_init(pointer, nil) }
    deinit {
        pthread_mutex_destroy(pointer)
        pointer.deallocate()
    }
    public func lock() { pthread_mutex_lock(pointer) }
    public func tryLock() -> Bool { pthread_mutex_trylock(pointer) == 0 }
    public func unlock() { pthread_mutex_unlock(pointer) }
}
