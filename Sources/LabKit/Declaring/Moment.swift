/// The moment of a run that answers the question. The full screen opens there.
public struct Moment: Sendable {
    let find: @Sendable (Trace) -> Int64?

    /// - Parameter find: returns the time in nanoseconds since the start of the trace; nil: the run
    ///   does not have this moment.
    public init(_ find: @escaping @Sendable (Trace) -> Int64?) { self.find = find }

    /// The first barrier begins.
    public static let firstBarrier = Moment { trace in trace.items.first { $0.isBarrier && $0.began != nil }?.began }

    /// Two items of the same queue run at the same time: the second of them begins.
    public static let firstOverlap = Moment { trace in
        // One pass, because a run can have thousands of items.
        let items = trace.items.filter { $0.began != nil }.sorted { ($0.began ?? 0) < ($1.began ?? 0) }
        var lastEnd: [Int: Int64] = [:]
        for item in items {
            guard let began = item.began else { continue }
            let ended = item.ended ?? trace.duration
            if began < ended, let other = lastEnd[item.queue], other > began { return began }
            lastEnd[item.queue] = max(lastEnd[item.queue] ?? 0, ended)
        }
        return nil
    }

    /// Two items that were submitted in a function of this name ("add(_:)") run at the same time: the
    /// second of them begins.
    public static func overlap(in function: String) -> Moment {
        Moment { trace in
            let items = trace.items.filter { $0.place.map { trace.isNamed(trace.places[$0].call, function) } ?? false }
            return items.filter { item in
                trace.overlapping(item, among: items).contains { ($0.began ?? .max, $0.id) < (item.began ?? .min, item.id) }
            }.compactMap(\.began).min()
        }
    }

    /// A thread begins the longest of the waits that end. The main thread counts only if no other
    /// thread waits: in most runs it waits for all other threads.
    public static let longestWait = Moment { trace in
        let waits = trace.waits.filter { $0.ended != nil }, ofOthers = waits.filter { $0.lane != 0 }
        return (ofOthers.isEmpty ? waits : ofOthers).max { ($0.ended ?? 0) - $0.began < ($1.ended ?? 0) - $1.began }?.began
    }

    /// A thread begins a wait that never ends.
    public static let endlessWait = Moment { trace in trace.waits.last { $0.ended == nil }?.began }

    /// The first block of the main queue begins.
    public static let firstMainBlock = Moment { trace in
        trace.items.filter { trace.queues[$0.queue].kind == .main }.compactMap(\.began).min()
    }

    /// The last event.
    public static let end = Moment { trace in trace.events.last?.time }

    /// The moment for a question that names none: an endless wait, else a barrier, else the longest
    /// wait, else an overlap.
    static let telling = Moment { trace in
        [endlessWait, firstBarrier, longestWait, firstOverlap].lazy.compactMap { $0.find(trace) }.first
    }
}
