import Schedules
import Trace

/// Finds the circular wait of a run at a moment, with the line at which each thread got what it holds, and the line at which it waits.
struct CircleFinder: Sendable {
    let trace: Trace
    let names: Names

    /// The circle; nil if there is none. Linear in the events if threads wait, and fast otherwise.
    func circle(_ state: TraceState, _ subjects: EventSubjects) -> CircularWait? {
        let waiting = state.waiting(trace).filter { $0.wait.timeout == nil }
        guard !waiting.isEmpty else { return nil }
        var next: [Int: Int] = [:], waits: [Int: StateOfWait] = [:]
        for one in waiting {
            let holders = one.wait.kind == .semaphore ? holders(of: one, state, subjects) : one.holders
            // A wait for any of several threads does not prove a circle.
            guard holders.count == 1 else { continue }
            (next[one.lane], waits[one.lane]) = (holders[0], one.wait)
        }
        for start in next.keys.sorted() {
            var path = [start], lane = start
            while let holder = next[lane] {
                lane = holder
                if lane == start { return CircularWait(links: links(path, waits, state, subjects)) }
                if path.contains(lane) { break }
                path.append(lane)
            }
        }
        return nil
    }

    private func links(
        _ path: [Int], _ waits: [Int: StateOfWait], _ state: TraceState, _ subjects: EventSubjects
    ) -> [CircularWait.Link] {
        path.indices.compactMap { index in
            let lane = path[index], before = path[(index + path.count - 1) % path.count]
            guard let own = waits[lane], let other = waits[before] else { return nil }
            let held = holding(of: lane, wantedBy: other, state, subjects)
            return .init(
                thread: names.lane(lane), holds: held.words, heldSince: held.place, wants: wants(own),
                waitsAt: place(ofEvent: Int(own.event)))
        }
    }

    private func wants(_ wait: StateOfWait) -> String {
        let target = Int(wait.target)
        switch wait.kind {
        case .sync where trace.items.indices.contains(target): return "wants its turn on \(names.queue(trace.items[target].queue))"
        case .workItem, .operation: return "wants the end of \(names.item(target))"
        case .operationQueue: return "wants the end of all operations of \(names.queue(target))"
        case .once: return "wants \(names.object(target)) to be made"
        default: return target >= 0 ? "wants \(names.object(target))" : "waits"
        }
    }

    /// The thing that a thread has, so that another one waits for it, and the line at which it got that.
    private func holding(
        of lane: Int, wantedBy wait: StateOfWait, _ state: TraceState, _ subjects: EventSubjects
    ) -> (words: String, place: CircularWait.Place?) {
        let target = Int(wait.target)
        switch wait.kind {
        case .sync, .workItem, .operation, .operationQueue:
            let queue = wait.kind == .operationQueue ? target : trace.items.indices.contains(target) ? trace.items[target].queue : -1
            guard state.queues.indices.contains(queue) else { return ("", nil) }
            let running = state.queues[queue].running.map { Int($0) }.first { Int(state.items[$0].lane) == lane }
            let source = running.flatMap { trace.items[$0].place }.flatMap { trace.places[$0].closure ?? trace.places[$0].call }
            return ("runs on \(names.queue(queue))", source.flatMap(Self.place))
        case .once: return ("makes \(names.object(target))", latest(.onceBegan, of: target, by: lane, state, subjects))
        case .semaphore: return ("has passed \(names.object(target))", passed(target, by: lane, state, subjects))
        default: return ("holds \(names.object(target))", latest(.lockAcquired, of: target, by: lane, state, subjects))
        }
    }

    // MARK: semaphores

    /// The threads that have passed a semaphore and not signalled it since, if its first value is positive: it stands for so many things.
    private func holders(of waiting: TraceState.Waiting, _ state: TraceState, _ subjects: EventSubjects) -> [Int] {
        let target = Int(waiting.wait.target)
        guard trace.objects.indices.contains(target), trace.objects[target].firstValue ?? 0 > 0 else { return [] }
        var surplus: [Int: Int] = [:]
        for index in 0..<state.eventCount {
            let lane = Int(trace.events.lane(index))
            switch trace.events.kind(index) {
            case .semaphoreSignalled where subjects.subject(of: index) == target: surplus[lane, default: 0] -= 1
            case .waitEnded where subjects.subject(of: index) == target && trace.events[index].detail & 0x100 == 0:
                surplus[lane, default: 0] += 1
            default: break
            }
        }
        return surplus.filter { $0.value > 0 }.keys.sorted()
    }

    private func passed(_ object: Int, by lane: Int, _ state: TraceState, _ subjects: EventSubjects) -> CircularWait.Place? {
        // The end of a wait has no line of its own: the wait began there.
        latest(.waitBegan, of: object, by: lane, state, subjects)
    }

    // MARK: places

    private func latest(
        _ kind: Event.Kind, of object: Int, by lane: Int, _ state: TraceState, _ subjects: EventSubjects
    ) -> CircularWait.Place? {
        // Its present wait is for something else.
        let open = state.lanes.indices.contains(lane) ? state.lanes[lane].wait.map { Int($0.event) } : nil
        for index in (0..<state.eventCount).reversed()
        where index != open && trace.events.kind(index) == kind && Int(trace.events.lane(index)) == lane
            && subjects.subject(of: index) == object
        {
            return place(ofEvent: index)
        }
        return nil
    }

    private func place(ofEvent event: Int) -> CircularWait.Place? {
        guard trace.events.indices.contains(event) else { return nil }
        let place = Int(trace.events[event].place)
        return trace.places.indices.contains(place) ? trace.places[place].call.flatMap(Self.place) : nil
    }

    private static func place(_ source: Trace.Place.Location) -> CircularWait.Place? {
        guard source.line > 0, let file = source.file.split(separator: "/").last else { return nil }
        return .init(file: String(file), line: source.line)
    }
}
