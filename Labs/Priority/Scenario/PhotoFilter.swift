import Foundation

/// Filters one photo, and writes into the journal that it did.
final class PhotoFilter: Operation, @unchecked Sendable {
    private let photo: String
    private let journal: Journal
    private let gate: Gate?

    init(_ photo: String, _ priority: Operation.QueuePriority, _ journal: Journal, heldBy gate: Gate? = nil) {
        self.photo = photo
        self.journal = journal
        self.gate = gate
        super.init()
        name = photo
        queuePriority = priority
    }

    override func main() {
        gate?.holdFilter()
        applySepia()
        journal.note(photo)
    }
}

/// The work of a filter, about a millisecond.
private func applySepia() {
    var value: UInt64 = 1
    var step = 0
    while step < 300_000 {
        value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        value ^= value >> 33
        step &+= 1
    }
    // It is never 0 in practice. But the compiler cannot know that, so it keeps the calculation.
    precondition(value != 0)
}

/// The names of operations, in the order in which they ran.
final class Journal: @unchecked Sendable {  // `names` is protected by `lock`.
    private let lock = NSLock()
    private var names: [String] = []

    func note(_ name: String) {
        lock.lock()
        names.append(name)
        lock.unlock()
    }

    var order: [String] {
        lock.lock()
        defer { lock.unlock() }
        return names
    }
}

/// A queue that runs one operation at a time.
func makeFilterQueue() -> OperationQueue {
    let queue = OperationQueue()
    queue.name = "filters"
    queue.maxConcurrentOperationCount = 1
    return queue
}
