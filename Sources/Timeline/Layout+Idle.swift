import Trace

extension Layout {
    /// Finds the first and the last moment of interest and the idle stretches between.
    mutating func measure(_ trace: Trace, _ times: ItemTimes) {
        // Moments at which something happened, and stretches in which something ran: both as intervals.
        var instants: [Int64] = []
        instants.reserveCapacity(trace.items.count + 2 * trace.waits.count)
        for index in trace.items.indices {
            if let time = trace.items[index].enqueued { instants.append(time) }
            if let time = trace.items[index].cancelled { instants.append(time) }
        }
        for wait in trace.waits {
            instants.append(wait.began)
            instants.append(wait.ended ?? times.horizon)
        }
        if mode == .threads {
            for lane in trace.lanes where !lane.isMain {
                if let time = lane.startedAt { instants.append(time) }
                if let time = lane.endedAt { instants.append(time) }
            }
        }
        instants.sort()
        guard let first = [instants.first, times.inOrder.first.map({ times.began[Int($0)] })].compactMap({ $0 }).min() else { return }
        start = first
        end = instants.last ?? first
        for item in times.inOrder { end = max(end, times.ended[Int(item)]) }

        // A run that begins soon after the trace is shown from zero on.
        if start > 0, start < (end - start) / 12 { start = 0 }

        // Merge both, ascending, and keep what no interval covers.
        var covered = first
        var instant = 0
        var running = 0
        while instant < instants.count || running < times.inOrder.count {
            let nextInstant = instant < instants.count ? instants[instant] : .max
            let nextRunning = running < times.inOrder.count ? times.began[Int(times.inOrder[running])] : .max
            let moment = min(nextInstant, nextRunning)
            if moment > covered { idle.append(covered..<moment) }
            if nextInstant <= nextRunning {
                covered = max(covered, nextInstant)
                instant += 1
            } else {
                covered = max(covered, times.ended[Int(times.inOrder[running])])
                running += 1
            }
        }
        let shortest = (end - start) / 1_000
        idle.removeAll { $0.upperBound - $0.lowerBound <= shortest }
    }
}
