import Foundation

/// Photos of five priorities, the least important one first. The queue is suspended until all of
/// them have been added.
public func filterByPriority(_ priorities: [Operation.QueuePriority] = Operation.QueuePriority.fromLowest) -> QueueObservations {
    let queue = makeFilterQueue(), journal = Journal()
    queue.isSuspended = true
    for priority in priorities {
        queue.addOperation(PhotoFilter(priority.words, priority, journal))
    }
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    return QueueObservations(added: priorities.map(\.words), ran: journal.order)
}

/// Photos of two priorities, added in turn: first in, first out among equals.
public func filterEquals(_ count: Int) -> QueueObservations {
    let queue = makeFilterQueue(), journal = Journal()
    queue.isSuspended = true
    for number in 1...count {
        queue.addOperation(PhotoFilter("normal \(number)", .normal, journal))
        queue.addOperation(PhotoFilter("high \(number)", .high, journal))
    }
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    return QueueObservations(added: (1...count).flatMap { ["normal \($0)", "high \($0)"] }, ran: journal.order)
}

/// A photo of very low priority is being filtered when two more important ones are added.
public func addWhileRunning(_ gate: Gate? = nil) -> QueueObservations {
    let queue = makeFilterQueue(), journal = Journal()
    queue.addOperation(PhotoFilter("slow", .veryLow, journal, heldBy: gate))
    gate?.waitForFilter()
    queue.addOperation(PhotoFilter("normal", .normal, journal))
    queue.addOperation(PhotoFilter("urgent", .veryHigh, journal))
    gate?.open()
    queue.waitUntilAllOperationsAreFinished()
    return QueueObservations(added: ["slow", "normal", "urgent"], ran: journal.order)
}

extension Operation.QueuePriority {
    /// All five, from the lowest to the highest.
    public static var fromLowest: [Self] { [.veryLow, .low, .normal, .high, .veryHigh] }

    var words: String {
        switch self {
        case .veryLow: "very low"
        case .low: "low"
        case .high: "high"
        case .veryHigh: "very high"
        default: "normal"
        }
    }
}
