import Synchronization

/// Saves an entry in the file of the journal. Takes long.
typealias Save = @Sendable (_ entry: Int) async -> Void

/// Saves the entries of a journal in the background. Any task can call it.
final class Journal: Sendable {
    private let save: Save
    private let entries: AsyncStream<Int>
    private let input: AsyncStream<Int>.Continuation
    private let worker = Mutex<Task<Void, Never>?>(nil)

    init(save: @escaping Save) {
        self.save = save
        (entries, input) = AsyncStream.makeStream()
    }

    /// Begins to save.
    func start() {
        _ = theWorker()
    }

    /// The one task that saves. It is made by the first call.
    private func theWorker() -> Task<Void, Never> {
        worker.withLock { worker in
            if let worker { return worker }
            let new = Task { [entries, save] in
                for await entry in entries { await save(entry) }
            }
            worker = new
            return new
        }
    }

    /// Adds an entry. Returns whether it is accepted: then it will be saved.
    func add(_ entry: Int) -> Bool {
        // The stream decides: after `finish()` it takes nothing.
        if case .enqueued = input.yield(entry) { return true }
        return false
    }

    /// Ends the journal. When this has returned, everything that was accepted is saved.
    func stop() async {
        input.finish()
        await theWorker().value
    }
}
