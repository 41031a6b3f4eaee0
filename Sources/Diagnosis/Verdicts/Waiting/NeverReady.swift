import Explorer
import Trace

extension Scene {
    /// The name of an operation that never became ready: it was added to a queue and did not begin,
    /// and no operation runs or waits for another one.
    ///
    /// On Linux, Foundation counts the unfinished dependencies of an operation.
    /// `removeDependency(_:)` does not lower that count.
    func neverReady(_ waiting: ExplorationReport.Waiting) -> String? {
        guard [.operation, .operationQueue].contains(waiting.cause), suspended(waiting) == nil else { return nil }
        guard !finding.waiting.contains(where: { $0.cause == .dependency || $0.task != waiting.task }) else { return nil }
        func items(_ event: Event.Kind) -> Set<UInt64> { Set(log.entries.filter { $0.event == event }.map(\.object)) }
        let began = items(.itemBegan), ended = items(.itemEnded)
        let added = log.entries.filter { $0.event == .operationAdded }
        guard added.allSatisfy({ !began.contains($0.object) || ended.contains($0.object) }) else { return nil }
        guard let never = added.first(where: { !began.contains($0.object) }) else { return nil }
        return never.text.map { "operation \($0)" } ?? "an operation"
    }
}
