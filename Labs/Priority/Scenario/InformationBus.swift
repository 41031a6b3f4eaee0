import Foundation

/// The bus that all instruments share. One task at a time can use it.
public final class InformationBus: @unchecked Sendable {  // A lock is made to be shared.
    private let busLock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    /// - Parameter inheritsPriority: the setting that was changed on Mars. A task that holds the lock
    ///   then has at least the priority of each task that waits for it.
    public init(inheritsPriority: Bool) {
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_setprotocol(&attributes, Int32(inheritsPriority ? PTHREAD_PRIO_INHERIT : PTHREAD_PRIO_NONE))
        pthread_mutex_init(busLock, &attributes)
    }

    deinit {
        pthread_mutex_destroy(busLock)
        busLock.deallocate()
    }

    func use(_ work: () -> Void) {
        pthread_mutex_lock(busLock)
        work()
        pthread_mutex_unlock(busLock)
    }
}
