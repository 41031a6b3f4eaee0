import Dispatch
import Synchronization

/// Where the callers wait for each other, so that the variant's result is certain.
public enum Meeting: Sendable {
    /// After the check: callers that found no manager wait for each other before they create one.
    case behindTheLook
    /// The caller that creates the manager waits until the others are about to ask.
    case atTheDoor
    /// No caller waits for another one. The result depends on chance.
    case nowhere
}

/// Several parts of an app ask for the manager at the same time, each on its own queue.
public struct AskingForTheManager: Sendable {
    public var callers: Int
    public var meeting: Meeting
    /// The number of calls after the race.
    public var laterCalls: Int

    public init(callers: Int, meeting: Meeting, laterCalls: Int = 3) {
        self.callers = callers
        self.meeting = meeting
        self.laterCalls = laterCalls
    }

    /// - Parameter shared: asks for the manager.
    public func run(_ shared: @escaping @Sendable () -> PhotoManager) -> Observations {
        let rendezvous = Rendezvous(for: callers)
        PhotoManager.rendezvous = meeting == .nowhere ? nil : rendezvous
        let start = StartingLine(for: callers)
        let everybody = DispatchGroup()
        let given = Mutex<[Int: PhotoManager]>([:])

        func ask(_ caller: Int) {
            // Each caller has its own queue, so that it gets its own thread. On a shared queue, a
            // caller might have to wait for a thread and miss the race.
            DispatchQueue(label: "caller \(caller)").async(group: everybody) {
                if meeting == .nowhere { start.setOff() }
                if meeting == .atTheDoor { rendezvous.arrive() }
                let manager = shared()
                given.withLock { $0[caller] = manager }
            }
        }
        for caller in 1...callers { ask(caller) }
        everybody.wait()

        // The race is over. From here on there is only one thread.
        let managers = given.withLock { given in (1...callers).compactMap { given[$0] } }
        for (index, manager) in managers.enumerated() { manager.add(Photo(number: index + 1)) }
        var last = shared()
        for _ in 1..<laterCalls { last = shared() }
        let seen = Observations(managers, last: last, laterCalls: laterCalls, arrivals: rendezvous.arrivals)
        seen.tell()
        return seen
    }
}

/// Starts all callers at the same instant, as far as possible. They spin, because waking a blocked
/// thread takes longer than the race.
private final class StartingLine: Sendable {
    private let missing: Atomic<Int>

    init(for runners: Int) { missing = Atomic(runners) }

    func setOff() {
        missing.subtract(1, ordering: .acquiringAndReleasing)
        while missing.load(ordering: .acquiring) > 0 {}
    }
}
