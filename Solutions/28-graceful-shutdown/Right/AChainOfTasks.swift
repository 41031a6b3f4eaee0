// Each entry is a task that awaits the one before it. The first one awaits the start.
import Synchronization

typealias Save = @Sendable (_ entry: Int) async -> Void

final class Journal: Sendable {
    private struct State {
        var last: Task<Void, Never>
        var isStopped = false
    }

    private let save: Save
    private let begin: AsyncStream<Void>.Continuation
    private let state: Mutex<State>

    init(save: @escaping Save) {
        self.save = save
        let (stream, begin) = AsyncStream<Void>.makeStream()
        self.begin = begin
        state = Mutex(State(last: Task { for await _ in stream {} }))
    }

    func start() { begin.finish() }

    func add(_ entry: Int) -> Bool {
        state.withLock { state in
            if state.isStopped { return false }
            let previous = state.last
            state.last = Task { [save] in
                await previous.value
                await save(entry)
            }
            return true
        }
    }

    func stop() async {
        let last = state.withLock { state in
            state.isStopped = true
            return state.last
        }
        begin.finish()
        await last.value
    }
}
