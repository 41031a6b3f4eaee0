import Explorer
import Trace

/// Operation queues that start nothing more, or start operations in another order than expected.
extension Scene {
    /// All operations that a queue may run at the same time wait, and others cannot start before one of these has finished.
    func fullQueue(_ waiting: [ExplorationReport.Waiting]) -> Explanation? {
        for queue in log.entries where queue.event == .queueCreated && Int(queue.detail) == Trace.Queue.Kind.operation.rawValue {
            let holders = waiting.filter { running(by: $0.task, on: queue.object) != nil }
            let items = unbegun.filter { $0.argument == queue.object }
            // (Where one waits for an operation, that is told.)
            let isForOperation = holders.contains { [.operation, .operationQueue].contains($0.cause) }
            guard !holders.isEmpty, !isForOperation, width(of: queue.object) == holders.count,
                let next = items.first(where: { source.position(place(of: $0)) != nil })
            else {
                continue
            }
            let name = TaskNames.queue(queue.text ?? ""), isOne = holders.count == 1
            return explanation(
                "Deadlock: \(isOne ? "the only place" : "all \(holders.count) places") of \(name) \(isOne ? "is taken by an operation that waits" : "are taken by operations that wait").",
                holders.map(sentence) + [
                    handed(items, next, name),
                    "The queue runs at most \(holders.count) operation\(isOne ? "" : "s") at the same time (`maxConcurrentOperationCount`), so it starts nothing before one of these has finished. If they wait for the queued work, they wait for ever.",
                ], [location(next.task, place(of: next), "adds this to \(name)")] + holders.flatMap(locations),
                hint:
                    "Do not wait inside an operation for another operation of the same queue. Let the inner work run on another queue. Or put the code after the wait into an operation of its own, with addDependency(_:)."
            )
        }
        return nil
    }

    /// An operation began before another one with a higher priority, because the other one was not ready yet. (A queue that runs several
    /// operations gives both a thread, and no order of those is known.)
    var overtakenPriority: Between? {
        var priorities: [UInt64: Int64] = [:], added: [UInt64: Int] = [:]
        for (index, entry) in log.entries.enumerated() {
            if entry.event == .operationPriority { priorities[entry.object] = Int64(bitPattern: entry.argument) }
            if entry.event == .itemEnqueued { added[entry.object] = index }
        }
        let begins = log.entries.indices.filter { log.entries[$0].event == .itemBegan && added[log.entries[$0].object] != nil }
        for (number, first) in begins.enumerated() {
            let one = log.entries[first]
            for second in begins[(number + 1)...] {
                let other = log.entries[second]
                guard other.argument == one.argument, width(of: one.argument) == 1,
                    priorities[other.object, default: 0] > priorities[one.object, default: 0],
                    let place = added[one.object], let later = added[other.object], place < later
                else { continue }
                let who = name(one.task), another = name(other.task)
                return Between(
                    words:
                        "\(who.capitalizedFirst) has a lower `queuePriority` than \(another), and begins first: it was added first, and got the only place of the queue before \(another) was ready. `queuePriority` orders only operations that are ready when a place becomes free. It does not promise an order.",
                    locations: [
                        location(log.entries[place].task, log.entries[place].places, "adds \(who)"),
                        location(log.entries[later].task, log.entries[later].places, "adds \(another)"),
                    ],
                    hint:
                        "If the order matters, call `second.addDependency(first)`. If only the priority matters, suspend the queue (`isSuspended = true`) while you add the operations."
                )
            }
        }
        return nil
    }

    /// The `maxConcurrentOperationCount` of a queue; nil: not set.
    private func width(of queue: UInt64) -> Int? {
        log.entries.last { $0.event == .queueWidth && $0.object == queue }.map { Int(truncatingIfNeeded: $0.argument) }
    }
}
