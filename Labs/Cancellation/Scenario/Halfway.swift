import Dispatch

/// Holds a thread in the middle of its work until the scenario lets it go, for at most five seconds.
public final class Halfway: Sendable {
    private let reached = Meeting(of: 1)
    private let goesOn = DispatchSemaphore(value: 0)

    public init() {}

    func stop() {
        reached.arrive()
        _ = goesOn.wait(timeout: .now() + 5)
    }

    func isReached() async { await reached.wait() }
    func letGo() { goesOn.signal() }
}
