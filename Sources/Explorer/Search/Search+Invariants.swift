extension Search {
    /// A contradiction in the search; nil: there is none. Called at the end of an execution.
    ///
    /// The events that were made are those that the nodes have chosen. A task that sleeps at a node was not chosen there, and only
    /// enabled tasks were. Each clock has the event itself as its task's latest, and no event that comes later.
    var contradiction: String? {
        for position in 0..<nodes.count {
            let node = nodes[position]
            if !node.enabled.contains(node.chosen) { return "a task was chosen that is not enabled" }
            if reduction == .dynamic && node.sleep.contains(node.chosen) { return "a task was chosen that sleeps" }
            if !node.backtrack.subtracting(node.enabled).isEmpty { return "a task is to be tried that is not enabled" }
        }
        for position in 0..<min(present.eventCount, events.count) {
            let event = events[position], clock = eventClocks.row(position)
            if position < nodes.count && nodes[position].chosen != event.task { return "an event was made by a task that was not chosen" }
            if clock[event.task] != UInt32(truncatingIfNeeded: position + 1) { return "an event's clock does not have the event" }
            if event.previous >= Int32(truncatingIfNeeded: position) || event.previousOther >= Int32(truncatingIfNeeded: position) {
                return "an event comes before its previous one"
            }
            for task in 0..<min(present.taskCount, 8) where clock[task] > UInt32(truncatingIfNeeded: position + 1) {
                return "an event's clock has a later event"
            }
        }
        // (A large tree is not looked at after each execution.)
        return wakeups.size < 256 || nodes.count % 64 == 0 ? wakeups.contradiction : nil
    }
}
