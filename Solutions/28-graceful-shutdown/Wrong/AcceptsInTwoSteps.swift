// Refused by: right in every interleaving
// Verdict: wrongResult
// Says: was accepted
// Because: `stop()` can come between the look at the flag and the moment in which the entry is in the list.
import Synchronization

typealias Save = @Sendable (_ entry: Int) async -> Void

final class Journal: Sendable {
    private struct State {
        var entries: [Int] = []
        var isStarted = false
        var isStopped = false
        var worker: Task<Void, Never>?
    }

    private let save: Save
    private let state = Mutex(State())

    init(save: @escaping Save) { self.save = save }

    func start() {
        state.withLock { $0.isStarted = true }
        work()
    }

    func add(_ entry: Int) -> Bool {
        if state.withLock({ $0.isStopped }) { return false }
        let isStarted = state.withLock { state in
            state.entries.append(entry)
            return state.isStarted
        }
        if isStarted { work() }
        return true
    }

    func stop() async {
        state.withLock { $0.isStopped = true }
        work()
        while let worker = state.withLock({ $0.worker }) { await worker.value }
    }

    private func work() {
        state.withLock { state in
            guard state.worker == nil, !state.entries.isEmpty else { return }
            state.worker = Task {
                while let entry = next() { await save(entry) }
            }
        }
    }

    private func next() -> Int? {
        state.withLock { state in
            if !state.entries.isEmpty { return state.entries.removeFirst() }
            state.worker = nil
            return nil
        }
    }
}
