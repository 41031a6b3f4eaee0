extension TraceState {
    /// Takes the next event.
    ///
    /// - Parameters:
    ///   - event: `trace.events[eventCount]`.
    ///   - subjects: the subjects of the trace's events; made once for a trace.
    public mutating func apply(_ event: Event, of trace: Trace, _ subjects: EventSubjects) {
        let index = eventCount
        let subject = subjects.subject(of: index), partner = subjects.partner(of: index)
        let lane = lanes.indices.contains(Int(event.lane)) ? Int(event.lane) : -1
        time = max(time, event.time)
        if lane >= 0, !lanes[lane].isStarted { lanes[lane].isStarted = true }
        if lane >= 0, event.kind != .waitEnded { leaveWaits(lane) }
        switch event.kind {
        case .itemEnqueued, .itemBegan, .itemEnded, .itemCancelled, .operationAdded, .operationReady, .operationDepends,
            .operationIndependent, .operationCancelled, .operationPriority, .operationReturned:
            if items.indices.contains(subject) { applyItem(event, subject, partner, lane, trace, subjects) }
        case .queueCreated, .queueTargeted, .queueSuspended, .queueResumed, .queueActivated, .queueWidth, .queueCancelled:
            applyQueue(event, subject, partner, trace)
        case .waitBegan:
            if lane >= 0 { beginWait(event, subject, partner, lane, index) }
        case .waitEnded:
            if lane >= 0 { endWait(event, lane) }
        case .taskCreated, .taskSuspended, .taskResumed, .taskEnded, .taskCancelled:
            if tasks.indices.contains(subject) { applyTask(event, subject, partner, lane) }
        // Its effect is visible when the task continues.
        case .continuationResumed, .taskAwaits, .taskKnown: break
        case .threadEnded:
            if lane >= 0 { lanes[lane].isEnded = true }
        default:
            if objects.indices.contains(subject) { applyObject(event, subject, partner, lane, trace) }
        }
        eventCount = index + 1
    }

    private mutating func applyQueue(_ event: Event, _ subject: Int, _ partner: Int, _ trace: Trace) {
        if queues.indices.contains(subject) {
            switch event.kind {
            case .queueCreated, .queueTargeted: queues[subject].target = Int32(partner)
            case .queueWidth: queues[subject].width = Int32(clamping: max(-1, Int64(bitPattern: event.argument)))
            case .queueCancelled: for barrier in Array(queues[subject].waitingBarriers) { drop(barrier, trace) }
            // An operation queue does not count how often it was suspended.
            case .queueSuspended where trace.queues[subject].kind == .operation: queues[subject].suspensions = 1
            case .queueSuspended: queues[subject].suspensions += 1
            default: queues[subject].suspensions = max(0, queues[subject].suspensions - 1)
            }
        } else if objects.indices.contains(partner) {
            switch event.kind {
            case .queueSuspended: objects[partner].suspensions += 1
            case .queueResumed, .queueActivated: objects[partner].suspensions = max(0, objects[partner].suspensions - 1)
            default: break
            }
        }
    }

    private mutating func applyTask(_ event: Event, _ subject: Int, _ partner: Int, _ lane: Int) {
        switch event.kind {
        case .taskCreated: tasks[subject].phase = .created
        case .taskSuspended:
            tasks[subject].phase = .suspended
            tasks[subject].lane = -1
            tasks[subject].executor = Int32(partner)
            tasks[subject].suspensions += 1
        case .taskResumed:
            tasks[subject].phase = .running
            tasks[subject].lane = Int32(lane)
            tasks[subject].executor = Int32(partner)
        case .taskEnded:
            tasks[subject].phase = .ended
            tasks[subject].lane = -1
        default:
            tasks[subject].isCancelled = true
            return
        }
        tasks[subject].since = event.time
    }
}
