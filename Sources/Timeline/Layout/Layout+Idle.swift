import Trace

extension Layout {
    /// Finds the first and the last moment of interest and the idle stretches between.
    mutating func measure(_ trace: Trace, _ times: ItemTimes, _ order: [Int32], _ own: OwnCode) {
        var instants: [Int64] = []
        instants.reserveCapacity(trace.items.count + 2 * trace.waits.count)
        for index in trace.items.indices {
            if let time = trace.items.enqueued(index) { instants.append(time) }
            if let time = trace.items.cancelled(index) { instants.append(time) }
        }
        for wait in trace.waits {
            instants.append(wait.began)
            instants.append(wait.ended ?? times.horizon)
        }
        for (thread, lane) in trace.lanes.enumerated() where !lane.isMain && (mode == .threads || own.lives[thread] != nil) {
            if let time = lane.startedAt { instants.append(time) }
            if let time = lane.endedAt { instants.append(time) }
        }
        let holdings = Self.holdingBars(trace, times).flatMap(\.self).sorted { $0.start < $1.start }
        // In lanes of queues, a lock that is acquired long before the first item or after the last
        // one does not extend the picture.
        if mode == .threads || trace.items.isEmpty { for bar in holdings { instants += [bar.start, bar.end] } }
        instants.sort()
        guard let first = [instants.first, order.first.map({ times.began(Int($0)) })].compactMap({ $0 }).min() else { return }
        start = first
        end = instants.last ?? first
        for item in order { end = max(end, times.ended(Int(item))) }

        // The run went on after its last event. (After a stop of the recording, nothing is known of it.)
        let tail = trace.duration - end
        if trace.origin == .recorder, trace.ending != .stopped, tail > max(1_000_000, (end - start) / 10) { end = trace.duration }

        // A run that begins soon after the trace is shown from zero on.
        if start > 0, start < (end - start) / 12 { start = 0 }

        // Threads and items that are older than the known part do not extend the picture.
        start = min(max(start, trace.coverage.start), end)

        // The program's actions and their times: the events are in the order of their time.
        var events: [Int64] = []
        for index in trace.events.indices where trace.events.kind(index).happensInProgram {
            let time = trace.events.time(index)
            if time >= start, time <= end { events.append(time) }
        }
        instants = Self.merged(instants, events)
        let busy = Self.merged(holdings.map { $0.start..<$0.end }, own.busy(trace, horizon: times.horizon))
        findIdle(from: max(first, start), instants, times, order, busy)
        findReasons(trace)
    }

    /// Walks through moments, items and the time in which threads held a lock or ran code of their own, each ascending, and keeps the
    /// stretches that none of them covers.
    private mutating func findIdle(from first: Int64, _ instants: [Int64], _ times: ItemTimes, _ order: [Int32], _ busy: [Range<Int64>]) {
        // A long run has millions of short ones, which nothing needs.
        let shortest = (end - start) / 1_000
        var covered = first
        var instant = 0, running = 0, held = 0
        while true {
            let nextInstant = instant < instants.count ? instants[instant] : .max
            let nextRunning = running < order.count ? times.began(Int(order[running])) : .max
            let nextHeld = held < busy.count ? busy[held].lowerBound : .max
            let moment = min(nextInstant, nextRunning, nextHeld)
            if moment == .max { break }
            if moment > covered, covered < end, min(moment, end) - covered > shortest { idle.append(covered..<min(moment, end)) }
            covered = max(covered, moment)
            if moment == nextInstant {
                instant += 1
            } else if moment == nextRunning {
                covered = max(covered, times.ended(Int(order[running])))
                running += 1
            } else {
                covered = max(covered, busy[held].upperBound)
                held += 1
            }
        }
        if covered < end, end - covered > shortest { idle.append(covered..<end) }
    }

    /// Finds whether threads slept or waited in the idle stretches. No wait begins or ends in one of them.
    private mutating func findReasons(_ trace: Trace) {
        idleReasons = [Set<FoldReason>](repeating: [], count: idle.count)
        guard !idle.isEmpty else { return }
        var sleeping = [Int](repeating: 0, count: idle.count + 1), waiting = sleeping
        for wait in trace.waits where !wait.passedAtOnce {
            let first = idle.indices.firstPast { idle[$0].upperBound > wait.began }
            let last = wait.ended.map { ended in idle.indices.firstPast { idle[$0].lowerBound >= ended } } ?? idle.count
            guard first < last else { continue }
            if wait.kind == .sleep {
                sleeping[first] += 1
                sleeping[last] -= 1
            } else {
                waiting[first] += 1
                waiting[last] -= 1
            }
        }
        var sleepers = 0, waiters = 0
        for gap in idle.indices {
            sleepers += sleeping[gap]
            waiters += waiting[gap]
            if sleepers > 0 { idleReasons[gap].insert(.sleeping) }
            if waiters > 0 { idleReasons[gap].insert(.waiting) }
        }
    }

    private static func merged(_ first: [Range<Int64>], _ second: [Range<Int64>]) -> [Range<Int64>] {
        second.isEmpty ? first : (first + second).sorted { $0.lowerBound < $1.lowerBound }
    }

    private static func merged(_ first: [Int64], _ second: [Int64]) -> [Int64] {
        if second.isEmpty { return first }
        var result: [Int64] = []
        result.reserveCapacity(first.count + second.count)
        var next = 0
        for time in first {
            while next < second.count, second[next] < time {
                result.append(second[next])
                next += 1
            }
            result.append(time)
        }
        return result + second[next...]
    }
}

extension Event.Kind {
    /// An action of the program that makes nothing, and that items, waits and holdings do not show.
    fileprivate var happensInProgram: Bool {
        switch self {
        case .queueSuspended, .queueResumed, .queueActivated, .queueWidth, .queueCancelled, .operationPriority, .groupEntered, .groupLeft,
            .groupNotified, .semaphoreSignalled,
            .conditionSignalled, .sourceFired, .sourceCancelled, .timerArmed, .signalDelivered, .operationAdded, .operationReady,
            .operationCancelled, .taskCreated, .taskSuspended, .taskResumed, .taskEnded, .taskCancelled,
            .continuationResumed, .note:
            true
        default: false
        }
    }
}
