import Foundation

/// A thread of a fixed priority, as real-time systems have them (POSIX: `SCHED_FIFO`).
///
/// The ready thread with the highest priority has the processor, until it blocks.
final class RealTimeThread {
    private var thread = pthread_t()

    init(_ name: String, priority: Int32, _ body: @escaping () -> Void) {
        var attributes = pthread_attr_t(), parameters = sched_param(sched_priority: priority)
        pthread_attr_init(&attributes)
        pthread_attr_setinheritsched(&attributes, Int32(PTHREAD_EXPLICIT_SCHED))
        pthread_attr_setschedpolicy(&attributes, SCHED_FIFO)
        pthread_attr_setschedparam(&attributes, &parameters)
        let start = Unmanaged.passRetained(Start(name, body))
        let error = pthread_create(
            &thread, &attributes,
            { context in
                let start = Unmanaged<Start>.fromOpaque(context!).takeRetainedValue()
                Thread.current.name = start.name
                start.body()
                return nil
            }, start.toOpaque())
        // Linux allows this to privileged users only.
        guard error == 0 else { fatalError("A real-time thread cannot be started: \(String(cString: strerror(error))).") }
    }

    /// The calling thread goes before all others from now on.
    static func goFirst() {
        var parameters = sched_param(sched_priority: 99)
        pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters)
    }

    func join() { pthread_join(thread, nil) }
}

/// The name and the work of a new thread.
private final class Start {
    let name: String
    let body: () -> Void

    init(_ name: String, _ body: @escaping () -> Void) {
        self.name = name
        self.body = body
    }
}
