import Explorer
import Trace

/// The queue of operations that two threads in a data race have in common, and why it does not
/// order them.
extension Scene {
    /// Both are operations of one queue, which runs several at the same time.
    func operationsOfOneQueue(_ one: Int, _ other: Int) -> IneffectiveProtection? {
        guard let first = operationQueue(one), let second = operationQueue(other), first == second else { return nil }
        return IneffectiveProtection(
            words:
                "Both are operations of one queue. An operation queue runs several operations at the same time, in any order, unless one depends on the other.",
            hint:
                "If one operation needs the result of the other, call `second.addDependency(first)` before you add them to the queue. With `maxConcurrentOperationCount = 1` the queue runs one operation at a time. If the order does not matter, protect the variable with a lock."
        )
    }

    /// A barrier block of an operation queue that had no operations left, and code that waited for
    /// the queue's operations.
    func barrierWithoutOperations(_ one: Int, _ other: Int) -> IneffectiveProtection? {
        let waits: Set = [UInt16(Trace.Wait.Kind.operationQueue.rawValue)]
        for (task, waiter) in [(one, other), (other, one)] {
            guard let item = submission(of: task), let place = source.position(item.places), place.text.contains(".addBarrierBlock"),
                item.detail & 0xFF != UInt16(Trace.Item.How.operation.rawValue),
                let wait = log.entries.first(where: { $0.event == .waitBegan && $0.task == waiter && waits.contains($0.detail & 0xFF) })
            else { continue }
            return IneffectiveProtection(
                words:
                    "\(name(waiter).capitalizedFirst) has waited for the operations of the queue in \(quote(wait.places)), but the barrier block is not an operation here. When \(quote(item.places)) is called, the queue has no operations left. Foundation then passes the block to a queue of Dispatch, and a wait for operations does not wait for it.",
                hint:
                    "Do not use a barrier block for work that you wait for. Add an operation that depends on the others: call addDependency(_:) for each of them."
            )
        }
        return nil
    }

    /// The operation queue of the operation that a thread runs; nil if it runs none.
    private func operationQueue(_ task: Int) -> UInt64? {
        guard let item = submission(of: task), item.detail & 0xFF == UInt16(Trace.Item.How.operation.rawValue) else { return nil }
        return item.argument
    }

    /// The submission of the item that a thread runs.
    private func submission(of task: Int) -> ExecutionRecord.Entry? {
        log.entries.first { $0.event == .itemEnqueued && $0.object == UInt64(task + 1) && !$0.isOfSwiftTask }
    }
}
