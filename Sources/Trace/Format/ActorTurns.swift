extension Recording {
    /// Ends each job on an actor before the next job on that actor begins.
    ///
    /// An actor runs one job at a time, so an earlier job has ended when the next one begins. But a thread can write the end late: its
    /// processor's clock is ahead of others by some nanoseconds, or the thread left the actor inside the Swift runtime, where the recorder
    /// saw it only later. Such an end moves to the time of the next begin; one that was never written is added there. Linear in the number of
    /// events, and nothing is copied in a trace that is in order.
    mutating func orderActorTurns() {
        guard hasActorTurns else { return }
        let turns = misplacedTurns()
        guard !turns.isEmpty else { return }
        var late = Set<Int>()
        for turn in turns { if let end = turn.end { late.insert(end) } }
        var ordered = PackedEvents()
        var position = [Int](repeating: 0, count: events.count)
        var next = 0
        for index in 0..<events.count {
            while next < turns.count, turns[next].before == index {
                let turn = turns[next]
                var end = turn.end.map { events[$0] } ?? events[turn.began]
                end.kind = .itemEnded
                end.time = events.time(index)
                end.place = turn.end == nil ? -1 : end.place
                if let late = turn.end { position[late] = ordered.count }
                ordered.append(end)
                next += 1
            }
            if late.contains(index) { continue }
            position[index] = ordered.count
            ordered.append(events[index])
        }
        events = ordered
        for index in extras.indices { extras[index].event = position[extras[index].event] }
        for index in texts.indices where texts[index].event >= 0 { texts[index].event = position[texts[index].event] }
        // An end that has moved can have had a text after it.
        if !late.isEmpty { texts.sort { $0.event < $1.event } }
    }

    /// A job whose end has to be before the event `before`: where it began, and where its end is, if there is one.
    private struct Turn {
        var began: Int
        var before: Int
        var end: Int?
    }

    /// In the order of `before`.
    private func misplacedTurns() -> [Turn] {
        var turns: [Turn] = []
        /// The job that is on an actor: where it began.
        var running: [UInt64: Int] = [:]
        /// Jobs that were replaced before they ended, by their ids, as indices into `turns`.
        var replaced: [UInt64: Int] = [:]
        for index in 0..<events.count {
            guard events.detail(index) & 0xFF == TraceFormat.actorJob else { continue }
            let event = events[index]
            if event.kind == .itemBegan {
                if let began = running.updateValue(index, forKey: event.argument), events[began].object != event.object {
                    replaced[events[began].object] = turns.count
                    turns.append(Turn(began: began, before: index))
                }
            } else if event.kind == .itemEnded {
                if let turn = replaced.removeValue(forKey: event.object) {
                    turns[turn].end = index
                } else if let began = running[event.argument], events[began].object == event.object {
                    running[event.argument] = nil
                }
            }
        }
        return turns
    }
}
