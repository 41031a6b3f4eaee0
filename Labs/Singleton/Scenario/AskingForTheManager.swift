import Dispatch
import Synchronization

/// Who waits for whom while the manager is asked for, arranged before the run.
public enum Meeting: Sendable {
    /// Those who looked and found none, before they make one.
    case behindTheLook
    /// Whoever makes the manager waits until the others are about to ask.
    case atTheDoor
    /// Nobody waits for anybody: what happens is chance.
    case nowhere
}

/// Several parts of an app ask for the manager at the same time, each on a queue of its own.
public struct AskingForTheManager: Sendable {
    public var callers: Int
    public var meeting: Meeting
    /// How often the manager is asked for again when all is over.
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
            // A queue each, for a thread of its own: those who share a queue might have to wait for a thread, and come too late to race.
            DispatchQueue(label: "caller \(caller)").async(group: everybody) {
                if meeting == .nowhere { start.setOff() }
                if meeting == .atTheDoor { rendezvous.arrive() }
                let manager = shared()
                given.withLock { $0[caller] = manager }
            }
        }
        for caller in 1...callers { ask(caller) }
        everybody.wait()

        // The race is over; from here on there is one thread.
        let managers = given.withLock { given in (1...callers).compactMap { given[$0] } }
        for (index, manager) in managers.enumerated() { manager.add(Photo(number: index + 1)) }
        var last = shared()
        for _ in 1..<laterCalls { last = shared() }
        let seen = Observations(managers, last: last, laterCalls: laterCalls, arrivals: rendezvous.arrivals)
        seen.tell()
        return seen
    }
}

/// Lets all go at the same instant, as far as that is possible: they spin, because to be woken takes longer than the race does.
private final class StartingLine: Sendable {
    private let missing: Atomic<Int>

    init(for runners: Int) { missing = Atomic(runners) }

    func setOff() {
        missing.subtract(1, ordering: .acquiringAndReleasing)
        while missing.load(ordering: .acquiring) > 0 {}
    }
}
