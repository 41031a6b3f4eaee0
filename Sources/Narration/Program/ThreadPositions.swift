import Trace

/// The line that each thread is at, at every event.
struct ThreadPositions: Sendable {
    private struct Entry: Sendable {
        var event: Int32
        /// The index of a place; -1: no line is known. Below that: the line of a closure.
        var place: Int32
    }
    private var lanes: [[Entry]]
    private let trace: Trace
    private(set) var areKnown = false

    init(_ trace: Trace) {
        self.trace = trace
        lanes = Array(repeating: [], count: trace.lanes.count)
        let known = trace.places.map { (call: Self.isLine($0.call), closure: Self.isLine($0.closure)) }
        areKnown = known.contains { $0.call || $0.closure }
        guard areKnown else { return }
        var outer: [[Int32]] = Array(repeating: [], count: trace.lanes.count)
        var items: [UInt64: Int32] = [:]
        for index in trace.events.indices {
            let event = trace.events[index], lane = Int(event.lane), place = Int(event.place)
            if event.kind == .itemEnqueued, known.indices.contains(place), known[place].closure { items[event.object] = -2 - event.place }
            guard lanes.indices.contains(lane) else { continue }
            switch event.kind {
            case .itemBegan:
                outer[lane].append(lanes[lane].last?.place ?? -1)
                set(lane, index, items[event.object] ?? -1)
            case .itemEnded: set(lane, index, outer[lane].popLast() ?? -1)
            case .threadEnded, .taskEnded: set(lane, index, -1)
            default: if known.indices.contains(place), known[place].call { set(lane, index, event.place) }
            }
        }
    }

    private static func isLine(_ location: Trace.Place.Location?) -> Bool { location.map { $0.line > 0 && !$0.file.isEmpty } ?? false }

    private mutating func set(_ lane: Int, _ event: Int, _ place: Int32) {
        if lanes[lane].last?.place == place || lanes[lane].isEmpty && place == -1 { return }
        lanes[lane].append(Entry(event: Int32(clamping: event), place: place))
    }

    /// The lines of the lanes after an event; nil for a lane that is at none.
    func lines(at event: Int) -> [(lane: Int, source: Trace.Place.Location?)] {
        lanes.indices.map { lane in
            let entries = lanes[lane]
            var low = 0, high = entries.count
            while low < high {
                let middle = (low + high) / 2
                if Int(entries[middle].event) <= event { low = middle + 1 } else { high = middle }
            }
            guard low > 0 else { return (lane, nil) }
            let place = Int(entries[low - 1].place)
            if place >= 0 { return (lane, trace.places[place].call) }
            return (lane, place == -1 ? nil : trace.places[-2 - place].closure)
        }
    }
}
