import Trace
import Words

/// The tracks of queues and locks: slices one after the other, or asynchronous slices where they overlap.
extension ChromeExport {
    /// A stretch on a track; what it is of is known by its index.
    private struct Stretch {
        var start: Int64
        var end: Int64
        var index: Int32
    }

    func queueTracks(_ pieces: inout EventPieces) {
        var stretches = [[Stretch]](repeating: [], count: trace.queues.count)
        for index in trace.items.indices {
            guard let began = trace.items.began(index), stretches.indices.contains(trace.items.queue(index)) else { continue }
            stretches[trace.items.queue(index)].append(
                Stretch(start: began, end: max(began, trace.items.ended(index) ?? end), index: Int32(clamping: index)))
        }
        for queue in stretches.indices {
            track(
                stretches[queue], names.queue(queue), Self.queues, queue + 1, "queue", &pieces,
                name: { names.item($0) }, lane: { trace.items.lane($0) })
            stretches[queue] = []
        }
    }

    func lockTracks(_ pieces: inout EventPieces) {
        var stretches: [Int: [Stretch]] = [:]
        for (index, holding) in trace.holdings.enumerated() {
            stretches[holding.object, default: []].append(
                Stretch(start: holding.began, end: max(holding.began, holding.ended ?? end), index: Int32(clamping: index)))
        }
        for (object, own) in stretches.sorted(by: { $0.key < $1.key }) {
            track(
                own, names.object(object), Self.locks, object + 1, "lock", &pieces,
                name: { index in
                    let lane = names.lane(trace.holdings[index].lane)
                    return trace.holdings[index].isShared ? "\(lane), reading" : lane
                },
                lane: { trace.holdings[$0].lane })
        }
    }

    private func track(
        _ stretches: [Stretch], _ title: String, _ process: Int, _ thread: Int, _ category: String, _ pieces: inout EventPieces,
        name: (Int) -> String, lane: (Int) -> Int?
    ) {
        let rows = Self.rows(stretches.sorted { $0.start != $1.start ? $0.start < $1.start : $0.end < $1.end })
        func tell(_ stretch: Stretch) {
            guard let lane = lane(Int(stretch.index)) else { return }
            pieces.beginArguments()
            pieces.field("thread", names.lane(lane))
            pieces.endArguments()
        }
        if rows.count < 2 {
            for stretch in rows.first ?? [] {
                pieces.begin("X", name(Int(stretch.index)), process: process, thread: thread, at: stretch.start)
                pieces.field("dur", time: stretch.end - stretch.start)
                pieces.field("cat", category)
                tell(stretch)
                pieces.end()
            }
            return
        }
        for (number, row) in rows.enumerated() {
            // The slice around a row gives its track the name.
            let whole = number == 0 ? title : "\(title) (\(number + 1))", id = "\(category)\(thread).\(number)"
            func put(_ phase: StaticString, _ name: String, _ time: Int64, _ stretch: Stretch? = nil) {
                pieces.begin(phase, name, process: process, thread: thread, at: time)
                pieces.field("id", id)
                pieces.field("cat", category)
                if let stretch { tell(stretch) }
                pieces.end()
            }
            put("b", whole, row.first?.start ?? 0)
            for stretch in row {
                let name = name(Int(stretch.index))
                put("b", name, stretch.start, stretch)
                put("e", name, stretch.end)
            }
            put("e", whole, row.last?.end ?? 0)
        }
    }

    /// Stretches in rows in which none overlaps another: each in the lowest row that is free.
    private static func rows(_ stretches: [Stretch]) -> [[Stretch]] {
        var rows: [[Stretch]] = []
        for stretch in stretches {
            if let free = rows.firstIndex(where: { ($0.last?.end ?? .min) <= stretch.start }) {
                rows[free].append(stretch)
            } else if rows.count < 512 {
                rows.append([stretch])
            } else {
                rows[511].append(stretch)
            }
        }
        return rows
    }
}
