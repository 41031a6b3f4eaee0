/// The bug: the whole import runs on the main thread, in one transaction.
///
/// Meanwhile the main thread can neither draw the progress bar nor answer a key.
public final class MainThreadImport: Importer {
    private let plan: ImportPlan

    public init(_ plan: ImportPlan) { self.plan = plan }

    public func start() {
        var report = ImportReport()
        do {
            let store = try StopStore(path: plan.database, label: "import connection")
            for batch in plan.file.batches(of: .max, after: try store.position()) {
                var skipped: [SkippedLine] = []
                try store.save(upTo: batch.end) { transaction in
                    for line in batch {
                        try transaction.insert(line, skipped: &skipped)
                        if line.number % plan.progressEvery == 0 { plan.list.showProgress(line.number) }
                    }
                }
                report.saved(batch, skipped: skipped)
            }
        } catch {
            report.failure = "\(error)"
        }
        plan.list.importEnded(report)
    }

    /// Too late: when the main thread can call this, the import has ended.
    public func cancel() {}
}
