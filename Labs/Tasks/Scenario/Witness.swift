import Synchronization

/// Sees the priority of the task that writes a line, without what it gets because another task awaits it.
public final class Witness: Sendable {
    private let seen = Mutex(TaskPriority.medium)

    public init() {}

    func look() {
        let priority = Task.basePriority ?? .medium
        seen.withLock { $0 = priority }
    }

    var priority: TaskPriority { seen.withLock { $0 } }
}
