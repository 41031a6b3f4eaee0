import Explorer
import Trace

extension Scene {
    /// A leave() made a group empty before other work had entered it, so the wait for the group, or its notify(), was over too early; nil if
    /// there is no such leave.
    var emptiedTooEarly: Between? {
        var members: [UInt64: Int] = [:], ofItems: [UInt64: UInt64] = [:]
        for (moment, entry) in log.entries.enumerated() {
            switch entry.event {
            case .groupEntered: members[entry.object, default: 0] += 1
            case .itemEnqueued where isEntered(entry):
                members[entry.extra, default: 0] += 1
                ofItems[entry.object] = entry.extra
            case .groupLeft, .itemEnded:
                guard let group = entry.event == .groupLeft ? entry.object : ofItems.removeValue(forKey: entry.object) else { continue }
                members[group, default: 0] -= 1
                if members[group] == 0, let story = emptied(group, moment) { return story }
            default: break
            }
        }
        return nil
    }

    /// Whether a block is submitted with `async(group:)`.
    private func isEntered(_ entry: ExecutionRecord.Entry) -> Bool { entry.detail & 1 << 9 != 0 }

    private func emptied(_ group: UInt64, _ leave: Int) -> Between? {
        let left = log.entries[leave]
        guard let enter = log.entries.indices[leave...].first(where: { enters($0, group) }), !isAlways(leave, before: enter),
            let over = log.entries.indices[leave...].first(where: { isOver($0, group) }),
            mayDecide(leave, before: enter) || mayDecide(over, before: enter)
        else { return nil }
        // (The work that enters then must not be over either.)
        let entered = log.entries[enter]
        let end = log.entries.indices[enter...].first { index in
            let entry = log.entries[index]
            return entered.event == .itemEnqueued
                ? entry.event == .itemEnded && entry.object == entered.object : entry.event == .groupLeft && entry.object == group
        }
        guard over < end ?? .max, source.position(entered.places) != nil, source.position(placesOfLeave(left)) != nil else { return nil }
        let who = name(left.task), other = name(entered.task), waiter = log.entries[over]
        let way = entered.event == .itemEnqueued ? "submits a block to" : "enters"
        let early = waiter.event == .waitEnded ? "so the wait of \(name(waiter.task)) ends" : "so \(name(waiter.task)) begins"
        return Between(
            words:
                "\(who.capitalizedFirst) leaves the group in \(quote(placesOfLeave(left))) before \(other) \(way) it in \(quote(entered.places)). In between the group is empty, \(early) without this work.",
            locations: [
                location(left.task, placesOfLeave(left), "leaves the group: it is empty"),
                location(entered.task, entered.places, "enters the group, after that"),
            ],
            hint:
                "Call enter() for all work before the first block can leave the group. Or keep one enter() of your own until all work is submitted, and leave() after that."
        )
    }

    /// A block that was submitted with `async(group:)` leaves the group at its end: its submission has a place.
    private func placesOfLeave(_ left: ExecutionRecord.Entry) -> [UInt] {
        if left.event == .groupLeft { return left.places }
        return log.entries.first { $0.event == .itemEnqueued && $0.object == left.object }?.places ?? left.places
    }

    private func enters(_ index: Int, _ group: UInt64) -> Bool {
        let entry = log.entries[index]
        return entry.event == .groupEntered && entry.object == group
            || entry.event == .itemEnqueued && isEntered(entry) && entry.extra == group
    }

    /// Whether a wait for the group ends, or its notification begins.
    private func isOver(_ index: Int, _ group: UInt64) -> Bool {
        let entry = log.entries[index]
        switch entry.event {
        case .waitEnded: return entry.detail == UInt16(Trace.Wait.Kind.group.rawValue) && entry.object == group
        case .itemBegan:
            let notification = UInt16(Trace.Item.How.groupNotify.rawValue)
            return entry.detail & 0xFF == notification
                && log.entries.contains { $0.event == .itemEnqueued && $0.object == entry.object && $0.extra == group }
        default: return false
        }
    }
}
