import Explorer
import Trace

/// Why a result is wrong where nobody has overtaken anybody with a variable of his own: who came late to a group, who sent on what was out of date,
/// who began before whom.
extension Scene {
    /// Somebody enters a group only when it runs, and by then whoever waits for the group has found it empty.
    var enteredTooLate: Between? {
        let wait = UInt16(Trace.Wait.Kind.group.rawValue), notification = UInt16(Trace.Item.How.groupNotify.rawValue)
        for (index, entered) in log.entries.enumerated() where entered.event == .groupEntered && source.position(entered.places) != nil {
            guard let handedOver = enqueuing(of: entered.task, before: index) else { continue }
            let passed = log.entries[handedOver..<index].first { entry in
                switch entry.event {
                case .waitEnded: entry.detail == wait && entry.object == entered.object && entry.task != entered.task
                case .itemBegan:
                    entry.detail & 0xFF == notification
                        && log.entries.contains { $0.event == .itemEnqueued && $0.object == entry.object && $0.extra == entered.object }
                default: false
                }
            }
            guard let passed else { continue }
            let who = name(entered.task), isWait = passed.event == .waitEnded
            let waiting = log.entries.last { $0.event == .waitBegan && $0.task == passed.task && $0.object == passed.object }
            return Between(
                words:
                    "\(who.capitalizedFirst) calls enter() only when it runs, in \(quote(entered.places)). By then \(name(passed.task)) \(isWait ? "had got past its wait for the group" : "had begun"): nobody was in the group whom it could have waited for.",
                locations: [
                    isWait ? waiting.flatMap { location($0.task, $0.places, "waits for the group, which is empty") } : nil,
                    location(entered.task, entered.places, "enters the group, after that"),
                ],
                hint:
                    "Call enter() before you hand the block over, and only leave() in it: so the group is not empty before all blocks are through. Or hand the block over with `async(group:)`, which does both."
            )
        }
        return nil
    }

    /// Where the item that a task runs was handed over.
    private func enqueuing(of task: Int, before end: Int) -> Int? {
        guard let began = log.entries[..<end].last(where: { $0.event == .itemBegan && $0.task == task }) else { return nil }
        return log.entries[..<end].firstIndex { $0.event == .itemEnqueued && $0.object == began.object }
    }

    /// Who has looked at a variable does not change it itself, but hands over a block that does; and another comes between.
    func sentOn(_ word: UInt64) -> Between? {
        let looks = log.entries.indices.lazy.filter {
            log.entries[$0].looks && log.entries[$0].isAccess && log.entries[$0].object & ~7 == word
        }
        return looks.prefix(64).compactMap { sentOn(after: $0, word) }.first
    }

    private func sentOn(after look: Int, _ word: UInt64) -> Between? {
        let seen = log.entries[look]
        let items = Set(log.entries[look...].filter { $0.event == .itemEnqueued && $0.task == seen.task }.map(\.object))
        let runners = Set(log.entries[look...].filter { $0.event == .itemBegan && items.contains($0.object) }.map(\.task))
        let accesses = log.entries.indices[look...].filter { index in
            let entry = log.entries[index]
            return entry.isAccess && entry.object & ~7 == word && source.position(entry.places) != nil
        }
        let changes = accesses.filter { !log.entries[$0].looks }
        guard let own = changes.first(where: { runners.contains(log.entries[$0].task) }),
            let other = changes.first(where: { $0 < own && log.entries[$0].task != seen.task }),
            // (The block looks again itself, elsewhere than where it changes the variable: it knows.)
            !accesses.contains(where: { index in
                let entry = log.entries[index]
                return index < own && runners.contains(entry.task) && entry.looks
                    && source.position(entry.places)?.line != source.position(log.entries[own].places)?.line
            }),
            let variable = source.name(of: seen) ?? source.name(of: log.entries[own])
        else { return nil }
        let who = name(seen.task), change = log.entries[other], order = log.entries[own]
        return Between(
            words:
                "\(who.capitalizedFirst) looks at \(variable) in \(quote(seen.places)), and hands over \(name(order.task)), which changes it in \(quote(order.places)). Before that comes to it, \(name(change.task)) changes it too, in \(quote(change.places)): what \(who) had seen does not hold any more.",
            locations: [
                location(seen.task, seen.places, "looks at \(variable)"), location(change.task, change.places, "changes \(variable)"),
                location(order.task, order.places, "changes \(variable), for \(who)"),
            ],
            hint:
                "Make one step of it: look, decide and change under one lock, or in one block of one queue (where the queue is concurrent, a barrier)."
        )
    }

    /// That a block with a delay relies on the others being quick.
    func delayed(_ task: Int) -> String {
        let after = UInt16(Trace.Item.How.after.rawValue)
        guard log.entries.contains(where: { $0.event == .itemBegan && $0.task == task && $0.detail & 0xFF == after }) else { return "" }
        return
            " Its delay makes nobody hurry: it says when the block may begin at the earliest, not that others are through by then. For this one of them only has to be held up for as long."
    }

    /// Two that one task has made one after the other, and that begin the other way round; nothing more is known.
    var begunTheOtherWayRound: Between? {
        guard !isOfRace, !isOfAll || outcomes.contains(where: \.isAllowed) else { return nil }
        var made: [(item: UInt64, entry: Chronicle.Entry)] = [], begun: [Int] = []
        for entry in log.entries {
            let isTask = entry.event == .taskCreated
            if isTask || entry.event == .itemEnqueued && !entry.isOfSwiftTask {
                made.append((entry.object, entry))
            } else if entry.event == .itemBegan {
                let item = entry.isOfSwiftTask ? taskOfStretch(entry) : entry.object
                guard let number = made.firstIndex(where: { $0.item == item && ($0.entry.event == .taskCreated) == entry.isOfSwiftTask }),
                    !begun.contains(number)
                else { continue }
                let overtaken = made[..<number].indices.last { earlier in
                    !begun.contains(earlier) && made[earlier].entry.task == made[number].entry.task
                        && made[earlier].entry.event == made[number].entry.event
                }
                if let overtaken, let story = otherWayRound(made[overtaken], made[number]) { return story }
                begun.append(number)
            }
        }
        return nil
    }

    /// The Swift task that goes on in a stretch; 0: it is not known.
    private func taskOfStretch(_ began: Chronicle.Entry) -> UInt64 {
        log.entries.last { $0.event == .itemEnqueued && $0.object == began.object }?.extra ?? 0
    }

    private func otherWayRound(_ first: (item: UInt64, entry: Chronicle.Entry), _ second: (item: UInt64, entry: Chronicle.Entry))
        -> Between?
    {
        func who(_ made: (item: UInt64, entry: Chronicle.Entry)) -> String? {
            made.entry.event == .taskCreated
                ? made.entry.text
                : log.entries.first { $0.event == .itemBegan && $0.object == made.item }.map { name($0.task) }
        }
        guard let earlier = who(first), let later = who(second) else { return nil }
        return Between(
            words:
                "\(later.capitalizedFirst) begins before \(earlier), though it was made after it. Tasks, and blocks on a concurrent queue or on different queues, begin in any order.",
            locations: [], hint: "Where the order matters, say so: await one before you make the other, or hand both to one serial queue.")
    }
}
