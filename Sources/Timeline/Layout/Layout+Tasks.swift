import Trace

extension Layout {
    /// A lane for each Swift task that has begun, or was made and never began: where it ran, and what it waited for in between.
    mutating func layOutTasks(_ trace: Trace, _ times: ItemTimes) {
        let history = TaskHistory(trace)
        var laneOfTask: [Int: Int] = [:]
        var cancellations: [Int: [Int64]] = [:]
        for event in trace.events.indices where trace.events.kind(event) == .taskCancelled {
            if let task = trace.task(ofEvent: event) { cancellations[task, default: []].append(trace.events.time(event)) }
        }
        func first(_ task: Int) -> Int64 { trace.tasks[task].created ?? history.lives[task].stretches.first?.began ?? .max }
        for task in trace.tasks.indices.sorted(by: { (first($0), $0) < (first($1), $1) }) {
            let life = history.lives[task]
            guard !life.stretches.isEmpty || trace.tasks[task].created != nil else { continue }
            var lane = Lane(subject: .task(task), times: times, waits: trace.waits)
            var bars = BarList(times)
            for stretch in life.stretches {
                bars.append(
                    Bar(
                        subject: .stretch(stretch.item), start: stretch.began, end: max(stretch.began, stretch.ended),
                        isUnfinished: stretch.isUnfinished))
                lane.load = lane.load.addingReportingOverflow(stretch.ended - stretch.began).partialValue
            }
            var subLane = SubLane(bars: bars, pauses: PauseList(trace.waits, horizon: times.horizon))
            if let created = trace.tasks[task].created {
                let began = life.stretches.first?.began
                if began.map({ $0 > created }) ?? true { subLane.gaps.append(TaskGap(start: created, end: began, reason: nil)) }
            }
            subLane.gaps += life.suspensions.map { TaskGap(start: $0.began, end: $0.ended, reason: $0.reason) }
            subLane.cancellations = cancellations[task] ?? []
            lane.subLanes = [subLane]
            laneOfTask[task] = lanes.count
            lanes.append(lane)
        }
        // Threads that are blocked inside of a task.
        for (index, wait) in trace.waits.enumerated() where !wait.passedAtOnce && !wait.kind.isOfTask {
            for item in trace.itemsBlocked(by: wait) {
                guard let task = history.task(ofItem: item, trace), let lane = laneOfTask[task] else { continue }
                lanes[lane].subLanes[0].pauses.append(index)
                break
            }
        }
    }
}
