extension Trace {
    /// A contradiction in what a reader has made of a file; nil: there is none. Whatever the file says, this must hold: all that draws and
    /// explains a trace relies on it. Linear in the trace.
    ///
    /// Events are in the order of time. Numbers of lanes, queues, places and objects lead to one. Nothing ends before it begins.
    var contradiction: String? {
        var last = Int64.min
        for index in events.indices {
            let event = events[index]
            if event.time < last { return "event \(index) is earlier than the one before it" }
            if !lanes.indices.contains(Int(event.lane)) { return "event \(index) is on lane \(event.lane), which is not there" }
            if event.place != -1, !places.indices.contains(Int(event.place)) { return "event \(index) has a place that is not there" }
            last = event.time
        }
        if !subjects.isEmpty, subjects.count != events.count { return "\(events.count) events have \(subjects.count) subjects" }
        for index in items.indices {
            if let words = contradiction(in: items[index]) { return "item \(index) \(words)" }
        }
        for (index, wait) in waits.enumerated() {
            if let words = contradiction(in: wait) { return "wait \(index) \(words)" }
        }
        for (index, holding) in holdings.enumerated() {
            if !lanes.indices.contains(holding.lane) { return "holding \(index) is on a lane that is not there" }
            if !objects.indices.contains(holding.object) { return "holding \(index) is of an object that is not there" }
            if let ended = holding.ended, ended < holding.began { return "holding \(index) ends before it begins" }
        }
        return nil
    }

    private func contradiction(in item: Item) -> String? {
        if !queues.indices.contains(item.queue) { return "is on queue \(item.queue), which is not there" }
        if let lane = item.lane, !lanes.indices.contains(lane) { return "ran on a lane that is not there" }
        if let lane = item.enqueuedOnLane, !lanes.indices.contains(lane) { return "was submitted on a lane that is not there" }
        if let other = item.enqueuedByItem, !items.indices.contains(other) { return "was submitted by an item that is not there" }
        if let place = item.place, !places.indices.contains(place) { return "has a place that is not there" }
        if let group = item.group, !objects.indices.contains(group) { return "is in a group that is not there" }
        if let began = item.began, let ended = item.ended, ended < began { return "ends before it begins" }
        return nil
    }

    private func contradiction(in wait: Wait) -> String? {
        if !lanes.indices.contains(wait.lane) { return "is on a lane that is not there" }
        if let item = wait.item, !items.indices.contains(item) { return "is of an item that is not there" }
        if let object = wait.object, !objects.indices.contains(object) { return "is for an object that is not there" }
        if let item = wait.awaitedItem, !items.indices.contains(item) { return "is for an item that is not there" }
        if let task = wait.awaitedTask, !tasks.indices.contains(task) { return "is for a task that is not there" }
        if let event = wait.endedBy, !events.indices.contains(event) { return "was ended by an event that is not there" }
        if let ended = wait.ended, ended < wait.began { return "ends before it begins" }
        return nil
    }

    /// Debug builds stop where a reader contradicts itself. (Long traces are left out: tests read some with millions of events.)
    func checkInvariants() {
        #if DEBUG
            if events.count > 200_000 { return }
            if let contradiction { preconditionFailure("The trace contradicts itself: \(contradiction).") }
        #endif
    }
}
