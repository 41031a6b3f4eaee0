import Explorer

extension Scene {
    /// Somebody sleeps for ever on a condition that was signalled.
    func lostWakeup() -> Explanation {
        let sleepers = finding.waiting.filter { $0.cause == .condition && $0.wasSignalled }
        guard let sleeper = sleepers.first, let object = object(of: sleeper) else { return deadlock() }
        let history = ConditionHistory(log, object)
        if let explained = sleepers.lazy.compactMap(unsignalled).first { return explained }
        for sleeper in sleepers {
            if let signal = history.signals.last(where: {
                $0.wokenAgain != nil && $0.sleepers.contains(sleeper.task) && !$0.wasWoken(sleeper.task)
            }),
                history.sleepsSince(sleeper.task) < signal.moment
            {
                return wrongOne(sleeper, signal, sleepers)
            }
        }
        for sleeper in sleepers {
            let since = history.sleepsSince(sleeper.task)
            if let signal = history.signals.last(where: { $0.moment < since && $0.sleepers.isEmpty }) {
                return tooEarly(sleeper, signal, sleepers)
            }
        }
        // (The last that came: it found out what it was woken for, and it was not so, or not any more.)
        if let sleeper = sleepers.first(where: { sleeper in history.signals.last.map { $0.wasWoken(sleeper.task) } ?? false }),
            let signal = history.signals.last
        {
            return wokenInVain(sleeper, signal, sleepers)
        }
        return tooFew(sleeper, history, sleepers)
    }

    /// Somebody has changed what a sleeper had looked at before it fell asleep, and nobody has signalled since.
    func unsignalled(_ sleeper: ExplorationReport.Waiting) -> Explanation? {
        guard sleeper.cause == .condition, let object = object(of: sleeper) else { return nil }
        let history = ConditionHistory(log, object), since = history.sleepsSince(sleeper.task)
        let begin = log.entries[..<since].lastIndex { $0.task == sleeper.task && [.lockAcquired, .waitEnded].contains($0.event) } ?? 0
        let looks = log.entries[begin..<since].filter { $0.task == sleeper.task && $0.isAccess && $0.looks }
        let silence = max(since, history.signals.last?.moment ?? 0)
        let changes = log.entries[silence...].filter { entry in
            entry.isAccess && !entry.looks && entry.task != sleeper.task && looks.contains { $0.object & ~7 == entry.object & ~7 }
        }
        // Who goes on behind such a wait itself, and takes what had come, is not who ought to have signalled.
        let own = source.innermost(stack(sleeper))?.function
        let change = changes.last { source.innermost($0.places)?.function != own } ?? changes.last
        guard let change, let look = looks.last(where: { $0.object & ~7 == change.object & ~7 }), let variable = source.name(of: change),
            source.position(change.places) != nil
        else { return nil }
        let who = name(sleeper.task), other = name(change.task)
        return explanation(
            "\(finding.verdict == .lostWakeup ? "Lost wake-up" : "Deadlock"): \(other) changes \(variable) while \(who) sleeps, and signals nobody.",
            [
                "\(who.capitalizedFirst) has looked at \(variable) in \(quote(look.places)) and fallen asleep in \(quote(stack(sleeper))). After that \(other) changes it in \(quote(change.places)), and no signal comes any more: a condition does not notice by itself that what is waited for has changed."
            ],
            [
                location(sleeper.task, stack(sleeper), "falls asleep, and sleeps for ever"),
                location(change.task, change.places, "changes \(variable), and signals nobody"),
            ],
            hint:
                "Signal after each change of what is waited for, while you have the lock: broadcast(), or signal() where only one may be waiting."
        )
    }

    /// The signal came when nobody slept.
    private func tooEarly(_ sleeper: ExplorationReport.Waiting, _ signal: ConditionHistory.Signal, _ all: [ExplorationReport.Waiting])
        -> Explanation
    {
        let who = name(sleeper.task), entry = log.entries[signal.moment]
        let isBroadcast = signal.isBroadcast
        return explanation(
            "Lost wake-up: the \(isBroadcast ? "broadcast" : "signal") of \(name(entry.task)) came before \(who) fell asleep, and no other comes.",
            [
                "A condition remembers nothing: a signal wakes who sleeps at that moment, and is gone. Here nobody slept when it was given in \(quote(entry.places)); "
                    + "\(who) fell asleep after it, in \(quote(stack(sleeper))), and sleeps for ever."
            ],
            [
                location(entry.task, entry.places, "signals: nobody sleeps yet"),
                location(sleeper.task, stack(sleeper), "falls asleep, after the signal"),
            ] + asleep(all.filter { $0.task != sleeper.task }),
            hint:
                "Keep what is waited for in a variable under the same lock, set it before the signal, and wait in a loop: `while !isReady { condition.wait() }`. Whoever comes late sees "
                + "that it is so already, and does not sleep.")
    }

    /// The signal woke somebody who could do nothing with it.
    private func wrongOne(_ sleeper: ExplorationReport.Waiting, _ signal: ConditionHistory.Signal, _ all: [ExplorationReport.Waiting])
        -> Explanation
    {
        let who = name(sleeper.task), entry = log.entries[signal.moment], woken = signal.wokenAgain ?? 0
        let others = all.filter { $0.task != sleeper.task && $0.task != woken }
        let place = log.entries.last { $0.task == woken && $0.event == .waitBegan && $0.object == object(of: sleeper) }?.places ?? []
        let isElsewhere = source.place(place).map { "\($0)" } != source.place(stack(sleeper)).map { "\($0)" }
        return explanation(
            "Lost wake-up: the signal of \(name(entry.task)) woke \(name(woken)), which could not go on with it; \(who) sleeps on, and no other signal comes.",
            [
                "signal() wakes one of those who sleep, and nobody can say which. When \(name(entry.task)) signalled in \(quote(entry.places)), \(Self.list(signal.sleepers.map(name))) slept on the same condition. \(name(woken).capitalizedFirst) woke up, saw in \(quote(place)) that what it waits for is not so, and fell asleep again: the signal was used up. "
                    + "\(who.capitalizedFirst) was not woken, and sleeps for ever in \(quote(stack(sleeper)))\(isElsewhere ? ", where it waits for something else" : "")."
            ],
            [
                location(entry.task, entry.places, "signals, and wakes \(name(woken))"),
                location(woken, place, "wakes up, and falls asleep again"),
                location(sleeper.task, stack(sleeper), "is not woken, and sleeps for ever"),
            ] + asleep(others),
            hint: isElsewhere
                ? "Where some wait for one thing and some for another, let each have a condition of its own, with the same lock; or wake all with broadcast(), so that each looks for itself."
                : "Wake all with broadcast(), so that each looks for itself whether it can go on.")
    }

    /// The last signal woke the sleeper, which fell asleep again.
    private func wokenInVain(_ sleeper: ExplorationReport.Waiting, _ signal: ConditionHistory.Signal, _ all: [ExplorationReport.Waiting])
        -> Explanation
    {
        let who = name(sleeper.task), entry = log.entries[signal.moment], condition = object(of: sleeper)
        let isOfSleeper: (Chronicle.Entry) -> Bool = { $0.task == sleeper.task && $0.object == condition }
        let slept = log.entries.lastIndex { isOfSleeper($0) && $0.event == .waitBegan } ?? log.entries.count
        let woke = log.entries[..<slept].lastIndex { isOfSleeper($0) && $0.event == .waitEnded } ?? slept
        let looks = log.entries[woke..<slept].filter { $0.task == sleeper.task && $0.isAccess && $0.looks }
        // What has been changed between the signal and the look, and so may have undone what the signal told of.
        let change = log.entries[min(signal.moment, woke)..<slept].last { change in
            change.isAccess && !change.looks && change.task != sleeper.task && looks.contains { $0.object & ~7 == change.object & ~7 }
        }
        let undone = change.flatMap { change in
            source.name(of: change).map {
                " Before it had the lock back, \(name(change.task)) changed \($0) again in \(quote(change.places))."
            }
        }
        return explanation(
            "Lost wake-up: \(who) is woken by the \(signal.isBroadcast ? "broadcast" : "signal") of \(name(entry.task)), finds that what it waits for is not so, falls asleep again, and no other signal comes.",
            [
                "Whoever is woken has to wait for the lock before it can look, and others may have it first.\(undone ?? "") So a signal tells that something was so, not that it still is."
            ],
            [
                location(entry.task, entry.places, "signals"),
                change.flatMap { location($0.task, $0.places, "changes it before the other looks") },
            ] + asleep(all),
            hint:
                "Let those who wait look at something that is not taken back behind a signal, as a number that only grows: how many rounds are over, how many things have come. Who remembers the number from before sees that it has changed, however late it looks."
        )
    }

    /// Signals came, and others went on with them.
    private func tooFew(_ sleeper: ExplorationReport.Waiting, _ history: ConditionHistory, _ all: [ExplorationReport.Waiting])
        -> Explanation
    {
        let who = name(sleeper.task), signal = history.signals.last, entry = signal.map { log.entries[$0.moment] }
        let others = signal.map { $0.woken.filter { $0 != sleeper.task } } ?? []
        let last = entry.map { entry in
            "The last signal, of \(name(entry.task)) in \(quote(entry.places)), \(others.isEmpty ? "did not wake it" : "woke \(Self.list(others.map(name)))")."
        }
        return explanation(
            "Lost wake-up: \(who) sleeps for ever, because each signal woke somebody else or came before it fell asleep.",
            [
                "signal() wakes one of those who sleep at that moment, nobody else, and nobody who comes later. \(last ?? "")",
                sentence(sleeper),
            ],
            [entry.flatMap { location($0.task, $0.places, "signals") }] + asleep(all),
            hint:
                "Wake all with broadcast() where more than one may be waiting, or signal once for each; and look at what is waited for, under the lock, before sleeping: `while !isReady { condition.wait() }`."
        )
    }

    private func asleep(_ sleepers: [ExplorationReport.Waiting]) -> [Explanation.Location?] {
        sleepers.map { location($0.task, stack($0), "sleeps for ever") }
    }
}

/// Who slept on a condition at each of its signals, and whom they woke.
private struct ConditionHistory {
    struct Signal {
        var moment: Int
        var isBroadcast: Bool
        var sleepers: [Int]
        /// Those whom it woke, and one of them that fell asleep again at once.
        var woken: [Int] = []
        var wokenAgain: Int?
        /// Who may still be woken by it.
        fileprivate var eligible: Set<Int> = []

        func wasWoken(_ task: Int) -> Bool { woken.contains(task) }
    }

    private(set) var signals: [Signal] = []
    private var since: [Int: Int] = [:]

    init(_ log: Chronicle, _ condition: UInt64) {
        var asleep: [Int] = [], lastWake: [Int: (signal: Int, moment: Int)] = [:]
        for (moment, entry) in log.entries.enumerated() where entry.object == condition {
            switch entry.event {
            case .waitBegan:
                asleep.append(entry.task)
                since[entry.task] = moment
                // Nothing but giving its lock back lies between.
                if let wake = lastWake[entry.task], !signals[wake.signal].isBroadcast, Self.isQuiet(log, entry.task, wake.moment..<moment) {
                    signals[wake.signal].wokenAgain = entry.task
                }
            case .waitEnded:
                asleep.removeAll { $0 == entry.task }
                guard entry.detail >> 8 & 1 == 0, let used = signals.firstIndex(where: { $0.eligible.contains(entry.task) }) else {
                    continue
                }
                signals[used].woken.append(entry.task)
                if !signals[used].isBroadcast { signals[used].eligible = [] }
                for index in signals.indices { signals[index].eligible.remove(entry.task) }
                lastWake[entry.task] = (used, moment)
            case .conditionSignalled:
                let isBroadcast = entry.detail == 1, given = signals.count { !$0.isBroadcast && !$0.eligible.isEmpty }
                var signal = Signal(moment: moment, isBroadcast: isBroadcast, sleepers: asleep)
                if isBroadcast {
                    for index in signals.indices { signals[index].eligible = [] }
                    signal.eligible = Set(asleep)
                } else {
                    let waking = signals.filter(\.isBroadcast).reduce(into: Set<Int>()) { $0.formUnion($1.eligible) }
                    let eligible = Set(asleep).subtracting(waking)
                    if given < eligible.count { signal.eligible = eligible }
                }
                signals.append(signal)
            default: break
            }
        }
    }

    /// When a task fell asleep for the last time.
    func sleepsSince(_ task: Int) -> Int { since[task] ?? 0 }

    /// Whether a task, between waking up and falling asleep again, has done nothing but take its lock and give it back.
    private static func isQuiet(_ log: Chronicle, _ task: Int, _ range: Range<Int>) -> Bool {
        let done = log.entries[range].dropFirst().filter { $0.task == task }
        return done.count { $0.event == .lockReleased } <= 1 && done.count { $0.event == .lockAcquired } <= 1
            && done.allSatisfy { [.lockReleased, .lockAcquired, .memoryRead].contains($0.event) }
    }
}
