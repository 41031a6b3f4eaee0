/// The bug: only the background thread looks whether the operation is cancelled.
///
/// A batch can already be in the main queue when the user cancels. Its block shows the lines anyway.
final class LateBatchOperation: BatchOperation, @unchecked Sendable {
    override func show(_ lines: [String]) { list.show(lines) }
}

/// The half-fix: the main thread looks too, but at the flag of the operation.
///
/// `cancel()` does not change an operation that has finished. It has submitted its last batches, and
/// they can still be in the main queue. Their blocks see `isCancelled == false`.
final class FlagBatchOperation: BatchOperation, @unchecked Sendable {
    override func show(_ lines: [String]) { if !isCancelled { list.show(lines) } }
}
