/// A task on the main actor, which owns the list, and an actor that owns the import's connection.
///
/// The task waits until a batch is saved, shows it, and sends the next one. So at most one of its
/// messages is on its way to the main thread.
public final class TaskImport: Importer {
    private let plan: ImportPlan
    private var running: Task<Void, Never>?

    public init(_ plan: ImportPlan) { self.plan = plan }

    public func start() {
        running = Task(name: "import") { @MainActor in plan.list.importEnded(await importStops()) }
    }

    public func cancel() { running?.cancel() }

    @MainActor private func importStops() async -> ImportReport {
        var report = ImportReport()
        do {
            let saver = BatchSaver(plan.database)
            for batch in plan.file.batches(of: plan.saveEvery, after: try await saver.position()) {
                try Task.checkCancellation()
                report.saved(batch, skipped: try await saver.save(batch))
                plan.list.showProgress(batch.end)
                plan.list.reload()
            }
        } catch is CancellationError {
            report.isCancelled = true
        } catch {
            report.failure = "\(error)"
        }
        return report
    }
}

/// Owns the import's connection, and saves one batch at a time.
private actor BatchSaver {
    private let database: String
    private lazy var store = Result { try StopStore(path: database, label: "import connection") }

    init(_ database: String) { self.database = database }

    func position() throws -> Int { try store.get().position() }

    func save(_ batch: Batch) throws -> [SkippedLine] {
        var skipped: [SkippedLine] = []
        try store.get().save(upTo: batch.end) { transaction in
            for line in batch { try transaction.insert(line, skipped: &skipped) }
        }
        return skipped
    }
}
