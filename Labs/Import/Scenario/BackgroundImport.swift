import Foundation

/// An operation imports the stops on a connection of its own. It tells the main queue about its
/// progress, and about each save.
public class BackgroundImport: Importer {
    let plan: ImportPlan
    private let queue = OperationQueue()
    private var operation: ImportOperation?

    public init(_ plan: ImportPlan) {
        self.plan = plan
        queue.name = "import queue"
        queue.maxConcurrentOperationCount = 1
    }

    public func start() {
        let list = plan.list
        let operation = ImportOperation(plan.file, connect: connect)
        operation.saveEvery = plan.saveEvery
        operation.progressEvery = plan.progressEvery
        operation.progressCallback = { [self] in showProgress($0) }
        operation.didSave = { DispatchQueue.main.async { list.storeHasChanged() } }
        operation.completionBlock = { [unowned operation] in
            let report = operation.report
            DispatchQueue.main.async { list.importEnded(report) }
        }
        self.operation = operation
        queue.addOperation(operation)
    }

    public func cancel() { operation?.cancel() }

    /// Called by the operation, on its thread.
    func showProgress(_ line: Int) {
        DispatchQueue.main.async { self.plan.list.showProgress(line) }
    }

    /// Called by the operation, on its thread.
    func connect() throws -> StopStore { try StopStore(path: plan.database, label: "import connection") }
}
