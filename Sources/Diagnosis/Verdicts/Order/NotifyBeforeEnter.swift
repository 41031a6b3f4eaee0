import Explorer
import Trace

extension Scene {
    /// A group's notify() was called while the group was empty, and the group is entered only after
    /// that.
    var notifiedTooEarly: Between? {
        guard !isOfRace else { return nil }
        let notification = UInt16(Trace.Item.How.groupNotify.rawValue)
        var members: [UInt64: Int] = [:], entered: Set<UInt64> = []
        for (moment, entry) in log.entries.enumerated() {
            switch entry.event {
            case .groupEntered:
                members[entry.object, default: 0] += 1
                entered.insert(entry.object)
            case .groupLeft: members[entry.object, default: 0] -= 1
            case .itemEnqueued where entry.detail & 0xFF == notification && members[entry.extra, default: 0] <= 0:
                let group = entry.extra
                guard source.position(entry.places) != nil, let enter = firstEnter(of: group, after: moment),
                    let began = log.entries[moment...].firstIndex(where: { $0.event == .itemBegan && $0.object == entry.object }),
                    let left = log.entries[enter...].firstIndex(where: { $0.event == .groupLeft && $0.object == group }), began < left,
                    !isAlways(moment, before: enter) || counterparts.isEmpty
                        // (One thread does both, in this order: the block can begin too early, and here it does.)
                        || log.entries[enter].task == entry.task && !entered.contains(group) && !isAlways(began, before: left)
                else { continue }
                return early(entry, log.entries[enter], group)
            default: break
            }
        }
        return nil
    }

    private func firstEnter(of group: UInt64, after moment: Int) -> Int? {
        log.entries.indices[moment...].first { log.entries[$0].event == .groupEntered && log.entries[$0].object == group }
    }

    private func early(_ notify: ExecutionRecord.Entry, _ enter: ExecutionRecord.Entry, _ group: UInt64) -> Between {
        let named = source.receiver(notify.places, of: ["notify"]).map { "The group `\($0)`" } ?? "The group"
        return Between(
            words:
                "\(named) was empty when \(name(notify.task)) called notify() in \(quote(notify.places)). For an empty group, libdispatch submits the block immediately. \(name(enter.task).capitalizedFirst) enters the group only after that, in \(quote(enter.places)), so the block does not wait for this work.",
            locations: [
                location(notify.task, notify.places, "calls notify(): the group is empty"),
                location(enter.task, enter.places, "enters the group, after that"),
            ], hint: "Call enter() for all work before you call notify(). The group is then not empty until the last leave().")
    }
}
