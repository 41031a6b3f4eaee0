// A class with a lock. An object for each computation: if the dictionary has this object, it is the current one.
import Synchronization

typealias Compute = @Sendable (_ key: String) async throws -> Int

final class Memo: Sendable {
    private typealias Waiting = CheckedContinuation<Int, any Error>

    private struct Run {
        var task: Task<Void, Never>?
        var waiting: [Int: Waiting] = [:]
        var key: String
        var isCurrent = true
    }

    private struct State {
        var values: [String: Int] = [:]
        var runs: [Int: Run] = [:]
        var numbers = 0

        mutating func number() -> Int {
            numbers += 1
            return numbers
        }
    }

    private let compute: Compute
    private let state = Mutex(State())

    init(compute: @escaping Compute) { self.compute = compute }

    func value(for key: String) async throws -> Int {
        let call = state.withLock { $0.number() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (task: Waiting) in
                let known = state.withLock { state -> Result<Int, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if let value = state.values[key] { return .success(value) }
                    if let run = state.runs.first(where: { $0.value.isCurrent && $0.value.key == key })?.key {
                        state.runs[run]?.waiting[call] = task
                    } else {
                        let run = state.number()
                        state.runs[run] = Run(task: Task { await self.compute(key, run) }, waiting: [call: task], key: key)
                    }
                    return nil
                }
                if let known { task.resume(with: known) }
            }
        } onCancel: {
            leave(call)
        }
    }

    private func compute(_ key: String, _ run: Int) async {
        let result: Result<Int, any Error>
        do { result = .success(try await compute(key)) } catch { result = .failure(error) }
        let waiting = state.withLock { state in
            let ended = state.runs.removeValue(forKey: run)
            if ended?.isCurrent == true, let value = try? result.get() { state.values[key] = value }
            return ended?.waiting ?? [:]
        }
        for task in waiting.values { task.resume(with: result) }
    }

    private func leave(_ call: Int) {
        let (waiting, unneeded) = state.withLock { state -> (Waiting?, Task<Void, Never>?) in
            guard let run = state.runs.first(where: { $0.value.waiting[call] != nil })?.key else { return (nil, nil) }
            let waiting = state.runs[run]?.waiting.removeValue(forKey: call)
            guard state.runs[run]?.waiting.isEmpty == true else { return (waiting, nil) }
            return (waiting, state.runs.removeValue(forKey: run)?.task)
        }
        waiting?.resume(throwing: CancellationError())
        unneeded?.cancel()
    }

    func forget(_ key: String) {
        state.withLock { state in
            state.values[key] = nil
            for run in state.runs.keys where state.runs[run]?.key == key { state.runs[run]?.isCurrent = false }
        }
    }
}
