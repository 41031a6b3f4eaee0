extension TraceState {
    mutating func applyObject(_ event: Event, _ object: Int, _ partner: Int, _ lane: Int, _ trace: Trace) {
        switch event.kind {
        case .semaphoreCreated: objects[object].count = Int64(bitPattern: event.argument)
        case .semaphoreSignalled: objects[object].count += 1
        case .groupEntered: objects[object].count += 1
        case .groupLeft: leave(object, event, trace)
        case .groupNotified:
            if partner >= 0, objects[object].count > 0 || !objects[object].isCounted, !objects[object].notified.contains(Int32(partner)) {
                objects[object].notified.append(Int32(partner))
            }
        case .conditionSignalled:
            let waiters = Int64(objects[object].waiters.count)
            objects[object].count = event.detail & 0xFF == 1 ? waiters : min(waiters, objects[object].count + 1)
        case .onceBegan: take(object, lane, event)
        case .onceEnded:
            give(object, lane)
            objects[object].isDone = true
        case .lockAcquired: take(object, lane, event)
        case .lockReleased: give(object, lane)
        case .sourceFired: objects[object].count += 1
        case .sourceCancelled: objects[object].isDone = true
        case .timerArmed:
            objects[object].delay = Int64(clamping: event.argument)
            objects[object].armedAt = event.time
        default: break
        }
    }

    private mutating func take(_ object: Int, _ lane: Int, _ event: Event) {
        if lane >= 0 { objects[object].holders.append(Int32(lane)) }
        objects[object].heldSince = event.time
    }

    private mutating func give(_ object: Int, _ lane: Int) {
        if let position = objects[object].holders.lastIndex(of: Int32(lane)) { objects[object].holders.remove(at: position) }
    }

    mutating func beginWait(_ event: Event, _ target: Int, _ facts: Int, _ lane: Int, _ index: Int) {
        guard let kind = Trace.Wait.Kind(rawValue: Int(event.detail & 0xFF)) else { return }
        var wait = StateOfWait(
            kind: kind, target: Int32(target), began: event.time,
            timeout: event.argument == .max ? nil : Int64(clamping: event.argument), facts: Int32(facts), valueBefore: 0,
            event: Int32(index))
        if Self.namesObject(kind), objects.indices.contains(target) {
            wait.valueBefore = kind == .group || kind == .semaphore ? objects[target].value : Int64(objects[target].holders.count)
            objects[target].waiters.append(Int32(lane))
        } else if kind == .operationQueue, queues.indices.contains(target) {
            wait.valueBefore = Int64(queues[target].waiting.count + queues[target].running.count)
            queues[target].waiters.append(Int32(lane))
        }
        lanes[lane].activities.append(.wait(wait))
    }

    /// A thread that acts is no longer blocked: the end of its wait was never written.
    @inline(__always) mutating func leaveWaits(_ lane: Int) {
        while case .wait(let wait)? = lanes[lane].activities.last, wait.kind.standsStill { remove(wait, of: lane) }
    }

    private mutating func remove(_ wait: StateOfWait, of lane: Int) {
        lanes[lane].activities.removeLast()
        let target = Int(wait.target)
        guard Self.namesObject(wait.kind), objects.indices.contains(target) else { return }
        if let place = objects[target].waiters.firstIndex(of: Int32(lane)) { objects[target].waiters.remove(at: place) }
    }

    mutating func endWait(_ event: Event, _ lane: Int) {
        let kind = Trace.Wait.Kind(rawValue: Int(event.detail & 0xFF))
        let position = lanes[lane].activities.lastIndex {
            if case .wait(let wait) = $0 { wait.kind == kind } else { false }
        }
        guard let position, let kind, case .wait(let wait) = lanes[lane].activities[position] else { return }
        lanes[lane].activities.remove(at: position)
        let target = Int(wait.target)
        if Self.namesObject(kind), objects.indices.contains(target) {
            if let place = objects[target].waiters.firstIndex(of: Int32(lane)) { objects[target].waiters.remove(at: place) }
            if kind == .semaphore || kind == .condition, event.detail & 0x100 == 0 {
                objects[target].count = max(0, objects[target].count - 1)
            }
        } else if kind == .operationQueue, queues.indices.contains(target) {
            queues[target].waiters.removeAll { $0 == Int32(lane) }
        }
    }

    /// Whether a wait of this kind has its target in `objects`.
    public static func namesObject(_ kind: Trace.Wait.Kind) -> Bool {
        switch kind {
        case .sync, .workItem, .operation, .operationQueue, .apply, .task, .taskGroup, .continuation, .stream: false
        default: true
        }
    }
}
