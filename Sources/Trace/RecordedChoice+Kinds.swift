extension RecordedChoice {
    /// Whether every item of a queue of this kind is recorded.
    func hasItems(of kind: Trace.Queue.Kind) -> Bool {
        guard queues.isEmpty else { return false }
        return switch kind {
        case .operation: kinds.contains(.operations)
        case .actor: kinds.contains(.actors)
        // Blocks of the program and Swift tasks run there.
        case .global, .main: kinds.isSuperset(of: [.queues, .tasks])
        case .serial, .concurrent, .processor: kinds.contains(.queues)
        }
    }

    /// Whether everything that is done with an object of this kind is recorded.
    func hasAll(of kind: Trace.SyncObject.Kind) -> Bool {
        switch kind {
        // Items enter and leave groups.
        case .group: queues.isEmpty && kinds.isSuperset(of: [.groups, .queues])
        case .semaphore: kinds.contains(.semaphores)
        case .lock, .condition: kinds.contains(.locks)
        case .once: kinds.contains(.once)
        case .source: kinds.contains(.sources)
        case .thread: kinds.contains(.joins)
        case .other: isAll
        // Short calls are not recorded.
        case .descriptor: false
        }
    }
}
