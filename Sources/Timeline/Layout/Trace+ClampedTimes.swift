import Trace

extension Trace {
    /// Moments up to this are drawn: 36 years in nanoseconds, so that no sum or difference of two of them overflows.
    static let latestMoment: Int64 = 1 << 60

    /// The trace with every moment within 0...`latestMoment`. A trace from a sound file is returned as it is, without a copy.
    func withClampedTimes() -> Trace {
        func isOdd(_ time: Int64?) -> Bool { time.map { $0 < 0 || $0 > Self.latestMoment } ?? false }
        let isOddAnywhere =
            isOdd(duration)
            || items.indices.contains {
                isOdd(items.enqueued($0)) || isOdd(items.began($0)) || isOdd(items.ended($0)) || isOdd(items.cancelled($0))
            }
            || waits.contains { isOdd($0.began) || isOdd($0.ended) || isOdd($0.timeout) }
            || holdings.contains { isOdd($0.began) || isOdd($0.ended) }
            || tasks.contains { isOdd($0.created) || isOdd($0.ended) }
            || queues.contains { $0.widths.contains { isOdd($0.time) } || $0.suspensions.contains { isOdd($0.began) || isOdd($0.ended) } }
            || lanes.contains { isOdd($0.startedAt) || isOdd($0.endedAt) }
        guard isOddAnywhere else { return self }

        func sane(_ time: Int64) -> Int64 { min(max(time, 0), Self.latestMoment) }
        var trace = self
        trace.duration = sane(duration)
        trace.items = ItemList(
            items.map { item in
                var item = item
                item.enqueued = item.enqueued.map(sane)
                item.began = item.began.map(sane)
                item.ended = item.ended.map(sane)
                if let cancelled = item.cancelled { item.cancelled = sane(cancelled) }
                return item
            })
        for index in waits.indices {
            trace.waits[index].began = sane(waits[index].began)
            trace.waits[index].ended = waits[index].ended.map(sane)
            trace.waits[index].timeout = waits[index].timeout.map(sane)
        }
        for index in holdings.indices {
            trace.holdings[index].began = sane(holdings[index].began)
            trace.holdings[index].ended = holdings[index].ended.map(sane)
        }
        for index in tasks.indices {
            trace.tasks[index].created = tasks[index].created.map(sane)
            trace.tasks[index].ended = tasks[index].ended.map(sane)
        }
        for index in queues.indices {
            trace.queues[index].widths = queues[index].widths.map { .init(time: sane($0.time), limit: $0.limit) }
            trace.queues[index].suspensions = queues[index].suspensions.map { .init(began: sane($0.began), ended: $0.ended.map(sane)) }
        }
        for index in lanes.indices {
            trace.lanes[index].startedAt = lanes[index].startedAt.map(sane)
            trace.lanes[index].endedAt = lanes[index].endedAt.map(sane)
        }
        return trace
    }
}
