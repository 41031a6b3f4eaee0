import Glibc
import Synchronization

/// Draws pages until it is stopped.
public final class Plotter: Sendable {
    private struct State {
        var pages = 0
        var isStopped = false
        var stoppedOn: UInt?
    }

    private let state = Mutex(State())
    private let halfway: Halfway

    public init(_ halfway: Halfway) { self.halfway = halfway }

    func draw(_ page: Int) {
        if state.withLock({ $0.isStopped }) { return }
        calculate()
        // The user cancels while the plotter draws the second page.
        if page == 2 { halfway.stop() }
        state.withLock { $0.pages += 1 }
    }

    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.stoppedOn = UInt(pthread_self())
        }
    }

    var pages: Int { state.withLock { $0.pages } }
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Whether `stop` was called on this thread.
    var wasStoppedOnThisThread: Bool { state.withLock { $0.stoppedOn == UInt(pthread_self()) } }
}
