import Synchronization

/// A task waits here, suspended, until as many others as expected have arrived. It blocks no thread.
public final class Meeting: Sendable {
    private struct State {
        var missing: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    public init(of expected: Int) { state = Mutex(State(missing: expected)) }

    func arrive() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.missing -= 1
            if state.missing > 0 { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.missing > 0 { state.waiting.append(continuation) }
                return state.missing <= 0
            }
            if isOver { continuation.resume() }
        }
    }
}
