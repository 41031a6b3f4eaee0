import Synchronization

/// Prints when its paper is there, and needs no queue of its own: every interleaving is run.
public final class Printer: Sendable {
    private struct State {
        var hasPaper: Bool
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let pages = Atomic(0)
    private let isAsked = Signal()
    private let state: Mutex<State>

    public init(hasPaper: Bool) { state = Mutex(State(hasPaper: hasPaper)) }

    var printed: Int { pages.load(ordering: .sequentiallyConsistent) }

    func print(_ page: Int) async {
        isAsked.send()
        await withCheckedContinuation { continuation in
            let hasPaper = state.withLock { state in
                if !state.hasPaper { state.waiting.append(continuation) }
                return state.hasPaper
            }
            if hasPaper { continuation.resume() }
        }
        pages.add(1, ordering: .sequentiallyConsistent)
    }

    func waitUntilAsked() { isAsked.wait() }

    func bringPaper() {
        let waiting = state.withLock { state in
            state.hasPaper = true
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
