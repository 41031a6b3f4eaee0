import Glibc

/// Ctrl-Z, while children have process groups of their own: the terminal's signal reaches only our
/// group. So a handler stops the other groups, then this process, and lets the groups continue after
/// it.
///
/// It is installed while there is such a child, and only if nothing else handles the signal.
public enum GroupSuspension {
    /// The time since its creation without the time in which this process was stopped.
    public struct Clock: Sendable {
        private let start = ContinuousClock.now
        private let stoppedBefore = GroupSuspension.stopped

        public init() {}

        public var elapsed: Duration { ContinuousClock.now - start - (GroupSuspension.stopped - stoppedBefore) }
    }

    /// The handler's data: made once and never freed.
    private struct Store: @unchecked Sendable {
        /// The groups, 0: none.
        let groups = UnsafeMutablePointer<pid_t>.allocate(capacity: capacity)
        /// Nanoseconds in which this process was stopped.
        let stopped = UnsafeMutablePointer<Int64>.allocate(capacity: 1)
        /// How many groups there are; protected by the lock.
        let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        /// Whether a screen has the signal; protected by the lock.
        let isOfScreen = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
        let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        static let capacity = 256
    }
    private static let store = {
        let store = Store()
        store.groups.initialize(repeating: 0, count: Store.capacity)
        store.stopped.initialize(to: 0)
        store.count.initialize(to: 0)
        store.isOfScreen.initialize(to: false)
        pthread_mutex_init(store.lock, nil)
        return store
    }()

    private static var stopped: Duration { .nanoseconds(store.stopped.pointee) }

    static func follow(_ group: pid_t) {
        pthread_mutex_lock(store.lock)
        defer { pthread_mutex_unlock(store.lock) }
        guard let slot = (0..<Store.capacity).first(where: { store.groups[$0] == 0 }) else { return }
        store.groups[slot] = group
        if store.count.pointee == 0, !store.isOfScreen.pointee { install(if: isDefault) }
        store.count.pointee += 1
    }

    static func forget(_ group: pid_t) {
        pthread_mutex_lock(store.lock)
        defer { pthread_mutex_unlock(store.lock) }
        guard let slot = (0..<Store.capacity).first(where: { store.groups[$0] == group }) else { return }
        store.groups[slot] = 0
        store.count.pointee -= 1
        if store.count.pointee == 0, isOurs(current) { signal(SIGTSTP, SIG_DFL) }
    }

    /// Leaves the signal to a full screen, which is about to install a handler of its own. That
    /// handler stops the process with `stop(_:)`.
    public static func leaveToScreen() {
        pthread_mutex_lock(store.lock)
        defer { pthread_mutex_unlock(store.lock) }
        store.isOfScreen.pointee = true
        if isOurs(current) { signal(SIGTSTP, SIG_DFL) }
    }

    /// The screen could not be opened: the signal is handled here again.
    public static func takeBackFromScreen() {
        pthread_mutex_lock(store.lock)
        defer { pthread_mutex_unlock(store.lock) }
        store.isOfScreen.pointee = false
        if store.count.pointee > 0 { install(if: isDefault) }
    }

    /// For a handler of the signal: stops the other groups, then calls `ownGroup`, which stops this
    /// process, and lets the groups continue after it.
    public static func stop(_ ownGroup: () -> Void) {
        let start = now()
        send(SIGSTOP)
        ownGroup()
        store.stopped.pointee += now() - start
        send(SIGCONT)
    }

    private static var current: sigaction {
        var found = sigaction()
        sigaction(SIGTSTP, nil, &found)
        return found
    }

    private static func isDefault(_ action: sigaction) -> Bool { address(action) == 0 && action.sa_flags & SA_SIGINFO == 0 }
    private static func isOurs(_ action: sigaction) -> Bool { address(action) == unsafeBitCast(onStop, to: Int.self) }
    private static func address(_ action: sigaction) -> Int { unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) }

    private static func install(if isWanted: (sigaction) -> Bool) {
        guard isWanted(current) else { return }
        var action = sigaction()
        action.__sigaction_handler.sa_handler = onStop
        action.sa_flags = SA_RESTART
        sigaction(SIGTSTP, &action, nil)
    }

    private static let onStop: @convention(c) (Int32) -> Void = { number in
        let before = errno
        stop {
            // Stops here, as if there were no handler.
            signal(number, SIG_DFL)
            SignalSet.deliverAgain(number)
            install { _ in true }
        }
        errno = before
    }

    private static func send(_ number: Int32) {
        for slot in 0..<Store.capacity {
            let group = store.groups[slot]
            if group > 0 { kill(-group, number) }
        }
    }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
