/// The moment of a run that answers the question. The full screen opens there.
public struct Moment: Sendable {
    let find: @Sendable (Trace) -> Int64?
    /// The same if the event of this moment shows the answer; nil if the screen only opens there.
    let findAnswer: @Sendable (Trace) -> Int64?
    /// Whether a run can have an event that shows the answer.
    let isShown: Bool

    /// - Parameter find: returns the time in nanoseconds since the start of the trace; nil: the run
    ///   does not have this moment.
    public init(_ find: @escaping @Sendable (Trace) -> Int64?) { (self.find, findAnswer, isShown) = (find, find, true) }

    private init(_ find: @escaping @Sendable (Trace) -> Int64?, answer: @escaping @Sendable (Trace) -> Int64?, isShown: Bool) {
        (self.find, findAnswer, self.isShown) = (find, answer, isShown)
    }

    /// Where the full screen opens if no event shows the answer: it is a value, or a promise of the language.
    public static func opening(_ moment: Moment) -> Moment { Moment(moment.find, answer: { _ in nil }, isShown: false) }

    /// This moment, or another one in a run that does not have it.
    public func or(_ other: Moment) -> Moment {
        Moment(
            { self.find($0) ?? other.find($0) }, answer: { self.find($0) == nil ? other.findAnswer($0) : self.findAnswer($0) },
            isShown: isShown || other.isShown)
    }

    /// The item with this number, from 1, begins: the items count in the order of their begin.
    public static func begin(_ number: Int, _ items: @escaping @Sendable (Trace) -> [Trace.Item]) -> Moment {
        Moment { trace in items(trace).compactMap(\.began).sorted().dropFirst(number - 1).first }
    }

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

    /// A thread begins the last of the waits that never end: nothing can go on from then on. The main thread counts only if no
    /// other thread waits for ever.
    public static let endlessWait = Moment { trace in
        let waits = trace.waits.filter { $0.ended == nil }, ofOthers = waits.filter { $0.lane != 0 }
        return (ofOthers.isEmpty ? waits : ofOthers).map(\.began).max()
    }

    /// A thread is blocked for the first time in a wait of this kind. The main thread counts only if no other thread was.
    public static func firstWait(_ kind: Trace.Wait.Kind) -> Moment {
        Moment { trace in
            let waits = trace.waits.filter { $0.kind == kind && !$0.passedAtOnce }, ofOthers = waits.filter { $0.lane != 0 }
            return (ofOthers.isEmpty ? waits : ofOthers).map(\.began).min()
        }
    }

    /// A wait ends because its time is over.
    public static let firstTimeout = Moment { trace in trace.waits.lazy.filter(\.timedOut).compactMap(\.ended).min() }

    /// As many of these items run at the same time as at any moment: the last of them begins.
    public static func mostAtOnce(_ items: @escaping @Sendable (Trace) -> [Trace.Item]) -> Moment {
        Moment { trace in
            let items = items(trace), most = trace.mostAtOnce(items)
            return items.compactMap(\.began).sorted().first { began in
                items.count { ($0.began ?? .max) <= began && began < $0.ended ?? .max } == most
            }
        }
    }

    /// An operation begins that waited mainly because its queue already ran as many as it may.
    public static let firstWaitForRoom = Moment { trace in
        let delays = StartDelays(trace)
        return trace.items.indices.compactMap { index in
            delays.delay(of: index).flatMap { $0.duration(.width) * 2 >= $0.total && $0.total > 0 ? trace.items[index].began : nil }
        }.min()
    }

    /// A task asks for an actor while another task is there.
    public static let firstBusyActor = Moment { trace in trace.askingBusyActors.compactMap(\.enqueued).min() }

    /// A thread whose task waits for an actor begins another task.
    public static let threadRunsOtherTask = Moment { trace in
        trace.askingBusyActors.compactMap { asking in
            guard let enqueued = asking.enqueued else { return nil }
            return trace.items.lazy.filter { $0.how == .taskJob && $0.lane == asking.enqueuedOnLane && $0.task != asking.task }
                .compactMap(\.began).filter { $0 > enqueued }.min()
        }.min()
    }

    /// The first block of the main queue begins.
    public static let firstMainBlock = Moment { trace in
        trace.items.filter { trace.queues[$0.queue].kind == .main }.compactMap(\.began).min()
    }

    /// A task is cancelled.
    public static let firstCancelledTask = Moment { trace in trace.events.first { $0.kind == .taskCancelled }?.time }

    /// The last event, apart from threads of the pool that come and go.
    public static let end = Moment { trace in trace.events.last { $0.kind != .threadStarted && $0.kind != .threadEnded }?.time }
}

extension Trace {
    /// The calls of actors that came while another task was there.
    fileprivate var askingBusyActors: [Item] {
        let calls = items.filter { $0.how == .actorJob }
        return calls.filter { asking in
            guard let enqueued = asking.enqueued else { return false }
            return calls.contains { $0.queue == asking.queue && $0.began ?? .max <= enqueued && enqueued < $0.ended ?? .max }
        }
    }
}
