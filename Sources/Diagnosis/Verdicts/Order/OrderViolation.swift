import Explorer
import Trace

/// Why a result is wrong without a stale read: a block entered a group late, submitted an
/// out-of-date value, or began in an unexpected order.
extension Scene {
    /// A block enters a group only when it runs, and the wait for the group has already found it
    /// empty.
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
            guard let passed, let moment = log.entries.firstIndex(of: passed), !isForced(moment, before: index) else { continue }
            let who = name(entered.task), isWait = passed.event == .waitEnded
            let notified = log.entries.first { $0.event == .itemEnqueued && $0.object == passed.object && $0.detail & 0xFF == notification }
            let waiting = log.entries.last { $0.event == .waitBegan && $0.task == passed.task && $0.object == passed.object }
            return Between(
                words:
                    "\(who.capitalizedFirst) calls enter() only when it runs, in \(quote(entered.places)). By then \(name(passed.task)) \(isWait ? "had passed its wait for the group\(waiting.map { " in \(quote($0.places))" } ?? "")" : "had begun"): the group was empty\(notified.map { " at \(quote($0.places))" } ?? ""), so there was nothing to wait for.",
                locations: [
                    notified.flatMap { location($0.task, $0.places, "calls notify(): the group is empty") },
                    isWait ? waiting.flatMap { location($0.task, $0.places, "waits for the group, which is empty") } : nil,
                    location(entered.task, entered.places, "enters the group, after that"),
                ],
                hint:
                    "Call enter() before you submit the block, and call only leave() in it. The group is then not empty before all blocks have finished. Or submit the block with `async(group:)`, which does both."
            )
        }
        return nil
    }

    /// The place where the item that a thread runs was submitted.
    private func enqueuing(of task: Int, before end: Int) -> Int? {
        guard let began = log.entries[..<end].last(where: { $0.event == .itemBegan && $0.task == task }) else { return nil }
        return log.entries[..<end].firstIndex { $0.event == .itemEnqueued && $0.object == began.object }
    }

    /// A thread reads a variable and submits a block that changes it. Another thread changes the
    /// variable in between.
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
            // (The block reads the variable again itself, elsewhere than where it changes it: so
            // its value is not stale.)
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
                "\(who.capitalizedFirst) reads \(variable) in \(quote(seen.places)), and submits \(name(order.task)), which changes it in \(quote(order.places)). Before that block runs, \(name(change.task)) changes it too, in \(quote(change.places)). So the value that \(who) read is out of date.",
            locations: [
                location(seen.task, seen.places, "reads \(variable)"), location(change.task, change.places, "changes \(variable)"),
                location(order.task, order.places, "changes \(variable), for \(who)"),
            ],
            hint:
                "Make it one step: read, decide and change under one lock, or in one block of one queue (on a concurrent queue, in a barrier)."
        )
    }

    /// Whether a delayed block relies on the others being fast.
    func delayed(_ task: Int) -> String {
        let after = UInt16(Trace.Item.How.after.rawValue)
        guard log.entries.contains(where: { $0.event == .itemBegan && $0.task == task && $0.detail & 0xFF == after }) else { return "" }
        return
            " A delay is only the earliest time at which the block can begin. It does not mean that the others have finished by then. It is enough that one of them is delayed for that long."
    }

    /// Two blocks or tasks that one thread created in order, which began in the opposite order.
    var begunTheOtherWayRound: Between? {
        guard !isOfRace, !isOfAll || outcomes.contains(where: \.isAllowed) else { return nil }
        var made: [(item: UInt64, entry: ExecutionRecord.Entry)] = [], begun: [Int] = []
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
                if let overtaken, !isAlwaysOvertaken(made[overtaken].item, by: entry),
                    let story = otherWayRound(made[overtaken], made[number])
                {
                    return story.explained(by: deciding)
                }
                begun.append(number)
            }
        }
        return nil
    }

    /// Whether an item begins later than the one that begins at an entry, in all executions with an
    /// allowed outcome too.
    private func isAlwaysOvertaken(_ item: UInt64, by begins: ExecutionRecord.Entry) -> Bool {
        let late = log.entries.firstIndex { entry in
            entry.event == .itemBegan && entry.isOfSwiftTask == begins.isOfSwiftTask
                && (entry.isOfSwiftTask ? taskOfStretch(entry) : entry.object) == item
        }
        guard let late,
            let early = log.entries.firstIndex(of: begins)
        else { return false }
        return isAlways(early, before: late)
    }

    /// The Swift task that continues in a stretch; 0: not known.
    private func taskOfStretch(_ began: ExecutionRecord.Entry) -> UInt64 {
        log.entries.last { $0.event == .itemEnqueued && $0.object == began.object }?.extra ?? 0
    }

    /// Two items that began in the other order than they were created.
    private struct OtherWayRound {
        var names: (earlier: String, later: String)
        var tasks: Set<Int>
        var made: String
        var rule: String
        var hint: String

        /// The steps whose order decides tell more, if they are steps of these two items. If they are not, the failure has nothing to do
        /// with the beginnings.
        func explained(by deciding: Deciding?) -> Between? {
            // (Two steps in one line say less than the names.)
            let lines = Set((deciding?.locations ?? []).compactMap { $0 }.map { "\($0.file):\($0.line)" })
            guard let deciding, lines.count > 1 || deciding.tasks != tasks else {
                return Between(
                    words:
                        "\(names.later.capitalizedFirst) begins before \(names.earlier), although \(names.earlier) was \(made) first. \(rule)",
                    locations: [], hint: hint)
            }
            return deciding.isGap || deciding.tasks != tasks
                ? nil : Between(words: "\(deciding.words) \(rule)", locations: deciding.locations, hint: hint)
        }
    }

    private func otherWayRound(
        _ first: (item: UInt64, entry: ExecutionRecord.Entry), _ second: (item: UInt64, entry: ExecutionRecord.Entry)
    ) -> OtherWayRound? {
        func runner(_ made: (item: UInt64, entry: ExecutionRecord.Entry)) -> Int? {
            log.entries.first { entry in
                entry.event == .itemBegan
                    && (made.entry.event == .taskCreated
                        ? entry.isOfSwiftTask && taskOfStretch(entry) == made.item : entry.object == made.item)
            }?.task
        }
        func who(_ made: (item: UInt64, entry: ExecutionRecord.Entry)) -> String? {
            made.entry.event == .taskCreated ? made.entry.text : runner(made).map(name)
        }
        guard let earlier = who(first), let later = who(second) else { return nil }
        let tasks = Set([first, second].compactMap(runner))
        if [first.entry, second.entry].allSatisfy({
            $0.detail & 0xFF == UInt16(Trace.Item.How.operation.rawValue) && $0.event == .itemEnqueued
        }) {
            return OtherWayRound(
                names: (earlier, later), tasks: tasks, made: "added",
                rule:
                    "Operations of one queue begin in any order, and several run at the same time. `queuePriority` says which ready operation is preferred. It does not promise an order.",
                hint:
                    "If the second operation needs the first one's result, call `second.addDependency(first)` before you add them to the queue."
            )
        }
        return OtherWayRound(
            names: (earlier, later), tasks: tasks, made: "created",
            rule: "Tasks, and blocks on a concurrent queue or on different queues, begin in any order.",
            hint: "If the order matters, enforce it: await one before you create the other, or submit both to one serial queue.")
    }
}
