import Trace
import Words

/// The events at a line of the scenario in a run, in a few words for each kind of call.
struct LineNotes {
    private let trace: Trace
    /// The indices of the places whose call is in a line, by "Scenario/Account.swift:12".
    private var places: [String: Set<Int>] = [:]
    private var events: [Int: [Event]] = [:]
    private var items: [Int: [Trace.Item]] = [:]
    private var waits: [Int: [Trace.Wait]] = [:]

    private let hasUnevenGroups: Bool

    init(_ trace: Trace) {
        self.trace = trace
        hasUnevenGroups = trace.events.count { $0.kind == .groupEntered } != trace.events.count { $0.kind == .groupLeft }
        for (index, place) in trace.places.enumerated() {
            guard let call = place.call, call.line > 0, let line = Self.key(call.file, Int(call.line)) else { continue }
            places[line, default: []].insert(index)
        }
        let known = places.values.reduce(into: Set<Int>()) { $0.formUnion($1) }
        for event in trace.events where event.place >= 0 && known.contains(Int(event.place)) {
            events[Int(event.place), default: []].append(event)
        }
        for item in trace.items { if let place = item.place, known.contains(place) { items[place, default: []].append(item) } }
        for wait in trace.waits { if let place = wait.place, known.contains(place) { waits[place, default: []].append(wait) } }
    }

    /// "Scenario/Account.swift:12": the part of a path that does not depend on where the package is.
    private static func key(_ file: String, _ line: Int) -> String? {
        guard let range = file.ranges(of: "/Scenario/").last else { return nil }
        return "Scenario/\(file[range.upperBound...]):\(line)"
    }

    /// The events at a line in words, the blocked threads last.
    func notes(file: String, line: Int) -> [String] {
        guard let here = places["\(file):\(line)"] else { return [] }
        let places = here.sorted()
        let texts = [
            submitted(places.flatMap { items[$0] ?? [] }), counted(places.flatMap { events[$0] ?? [] }),
            blocked(places.flatMap { waits[$0] ?? [] }),
        ].compactMap(\.self)
        return texts.isEmpty ? [] : [texts.joined(separator: "; ")]
    }

    /// "4 blocks, at most 2 at the same time".
    private func submitted(_ items: [Trace.Item]) -> String? {
        let items = items.filter { !$0.callerWaits && $0.how != .taskJob && $0.how != .actorJob }
        guard let first = items.first else { return nil }
        let noun =
            switch first.how {
            case .operation: "operation"
            case .applyIteration: "iteration"
            case .sourceHandler: "call"
            default: first.isBarrier ? "barrier block" : "block"
            }
        let begun = items.filter { $0.began != nil }
        let all = Wording.count(items.count, noun)
        switch begun.count {
        case 0: return "\(all), none began"
        case 1: return items.count == 1 ? nil : "\(all), one began"
        default:
            let most = trace.mostAtOnce(begun)
            let number = most == 1 ? "one after the other" : "\(begun.count == most ? "all" : "at most \(most)") at the same time"
            return all + (begun.count < items.count ? ", \(begun.count) began" : "") + ", \(number)"
        }
    }

    /// "6 times".
    private func counted(_ events: [Event]) -> String? {
        let created = events.count { $0.kind == .taskCreated }
        if created > 0 { return Wording.count(created, "task") + " created" }
        var kinds: [EventKind] = [
            .semaphoreSignalled, .lockAcquired, .operationCancelled, .itemCancelled, .taskCancelled, .continuationResumed,
        ]
        // A group that is left as often as it is entered has nothing to tell.
        if hasUnevenGroups { kinds += [.groupEntered, .groupLeft] }
        let count = kinds.map { kind in events.count { $0.kind == kind } }.max() ?? 0
        return count == 0 ? nil : count == 1 ? "once" : "\(Wording.grouped(count)) times"
    }

    /// "3 threads were blocked here, up to 1.2 ms".
    private func blocked(_ waits: [Trace.Wait]) -> String? {
        let waits = waits.filter { !$0.passedAtOnce && $0.kind != .processor }
        guard let kind = waits.first?.kind else { return nil }
        if kind == .sleep { return waits.count == 1 ? "slept once" : "slept \(waits.count) times" }
        let isTask = [.task, .taskGroup, .continuation, .stream].contains(kind)
        let endless = waits.filter { $0.ended == nil }
        let verb = isTask ? "suspended" : "blocked"
        let subjects = isTask ? "task" : "thread"
        func who(_ waits: [Trace.Wait]) -> String {
            let lanes = Set(waits.map(\.lane)).sorted()
            if !isTask, lanes.count == 1 { return name(lanes[0]) }
            return isTask ? Wording.count(waits.count, subjects) : Wording.count(lanes.count, subjects)
        }
        if !endless.isEmpty { return "\(who(endless)) \(verb) for ever" }
        let timedOut = waits.filter(\.timedOut)
        if !timedOut.isEmpty { return "\(who(timedOut)) gave up after \(Wording.duration(longest(timedOut)))" }
        return "\(who(waits)) \(verb)\(waits.count == 1 ? " for" : ", up to") \(Wording.duration(longest(waits)))"
    }

    private func longest(_ waits: [Trace.Wait]) -> Int64 { waits.compactMap { wait in wait.ended.map { $0 - wait.began } }.max() ?? 0 }

    private func name(_ lane: Int) -> String {
        guard trace.lanes.indices.contains(lane) else { return "a thread" }
        let lane = trace.lanes[lane]
        return lane.isMain ? "the main thread" : lane.name.isEmpty ? "a thread" : lane.name
    }
}
