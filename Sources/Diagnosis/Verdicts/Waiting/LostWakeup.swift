import Words
import Explorer

extension Scene {
    /// A thread sleeps for ever on a condition that was signalled.
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
                if let explained = withoutLock(sleeper, signal: signal.moment, since: since) { return explained }
                return tooEarly(sleeper, signal, sleepers)
            }
        }
        // (The last thread that fell asleep: after its wake-up, the condition was false, or false
        // again.)
        if let sleeper = sleepers.first(where: { sleeper in history.signals.last.map { $0.wasWoken(sleeper.task) } ?? false }),
            let signal = history.signals.last
        {
            return wokenInVain(sleeper, signal, sleepers)
        }
        return tooFew(sleeper, history, sleepers)
    }

    /// A thread has changed a variable that a sleeping thread had read before it fell asleep, and
    /// no signal came since.
    func unsignalled(_ sleeper: ExplorationReport.Waiting) -> Explanation? {
        guard sleeper.cause == .condition, let object = object(of: sleeper) else { return nil }
        let history = ConditionHistory(log, object), since = history.sleepsSince(sleeper.task)
        let begin = log.entries[..<since].lastIndex { $0.task == sleeper.task && [.lockAcquired, .waitEnded].contains($0.event) } ?? 0
        let looks = log.entries[begin..<since].filter { $0.task == sleeper.task && $0.isAccess && $0.looks }
        let silence = max(since, history.signals.last?.moment ?? 0)
        let changes = log.entries[silence...].filter { entry in
            entry.isAccess && !entry.looks && entry.task != sleeper.task && looks.contains { $0.object & ~7 == entry.object & ~7 }
        }
        // A thread that waits itself after such a change, and uses it, is not the thread that
        // should have signalled.
        let own = source.innermost(stack(sleeper))?.function
        let change = changes.last { source.innermost($0.places)?.function != own } ?? changes.last
        guard let change, let look = looks.last(where: { $0.object & ~7 == change.object & ~7 }), let variable = source.name(of: change),
            source.position(change.places) != nil
        else { return nil }
        let who = name(sleeper.task), other = name(change.task)
        return explanation(
            "\(finding.verdict == .lostWakeup ? "Lost wake-up" : "Deadlock"): \(other) changes \(variable) while \(who) sleeps, and does not signal.",
            [
                "\(who.capitalizedFirst) has read \(variable) in \(quote(look.places)) and fallen asleep in \(quote(stack(sleeper))). After that \(other) changes it in \(quote(change.places)), and no signal comes. A condition variable does not notice such a change: it needs a signal."
            ],
            [
                location(sleeper.task, stack(sleeper), "falls asleep, and sleeps for ever"),
                location(change.task, change.places, "changes \(variable), and does not signal"),
            ],
            hint:
                "Signal after each change to the condition, while you hold the lock. Use broadcast(), or signal() where only one thread can be waiting."
        )
    }

    /// The signal came while no thread was asleep.
    private func tooEarly(_ sleeper: ExplorationReport.Waiting, _ signal: ConditionHistory.Signal, _ all: [ExplorationReport.Waiting])
        -> Explanation
    {
        let who = name(sleeper.task), entry = log.entries[signal.moment]
        let isBroadcast = signal.isBroadcast
        if let explained = overwritten(sleeper, signal.moment) { return explained }
        return explanation(
            "Lost wake-up: the \(isBroadcast ? "broadcast" : "signal") of \(name(entry.task)) came before \(who) fell asleep, and no other comes.",
            [
                "A condition variable has no memory: a signal wakes only a thread that is already waiting. No thread was waiting at the signal in \(quote(entry.places)). "
                    + "\(who.capitalizedFirst) fell asleep after it, in \(quote(stack(sleeper))), and sleeps for ever."
            ],
            [
                location(entry.task, entry.places, "signals: no thread is waiting yet"),
                location(sleeper.task, stack(sleeper), "falls asleep, after the signal"),
            ] + asleep(all.filter { $0.task != sleeper.task }),
            hint:
                "Keep the condition in a variable under the same lock, set it before the signal, and wait in a loop: `while !isReady { condition.wait() }`. A thread that comes later then sees "
                + "that the condition is already true, and does not sleep.")
    }

    /// A thread has changed a variable and signalled. The sleeping thread has changed the variable again after that, without a look at it.
    private func overwritten(_ sleeper: ExplorationReport.Waiting, _ signal: Int) -> Explanation? {
        let end = log.entries.lastIndex { $0.task == sleeper.task && $0.event == .waitBegan } ?? log.entries.count
        let accesses = log.entries[min(signal, end)..<end].filter {
            $0.task == sleeper.task && $0.isAccess && source.position($0.places) != nil
        }
        guard let store = accesses.first(where: { !$0.looks }),
            !accesses.prefix(while: { $0 != store }).contains(where: { $0.looks && $0.object & ~7 == store.object & ~7 }),
            accesses.contains(where: { $0.looks && $0.object & ~7 == store.object & ~7 }),
            let change = log.entries[..<signal].last(where: {
                $0.task == log.entries[signal].task && $0.isAccess && !$0.looks && $0.object & ~7 == store.object & ~7
            }), source.position(change.places) != nil, let variable = source.name(of: store) ?? source.name(of: change)
        else { return nil }
        let who = name(sleeper.task), other = name(change.task)
        return explanation(
            "Lost wake-up: \(who) stores \(variable) after \(other) has stored it and signalled, and no other signal comes.",
            [
                "\(other.capitalizedFirst) stores \(variable) in \(quote(change.places)) and signals in \(quote(log.entries[signal].places)). No thread was waiting. After that \(who) stores it in \(quote(store.places)) without a look at it: the value of \(other) is gone. So \(who) falls asleep in \(quote(stack(sleeper))), and sleeps for ever."
            ],
            [
                location(change.task, change.places, "stores \(variable), and signals"),
                location(store.task, store.places, "stores it again: the first value is gone"),
                location(sleeper.task, stack(sleeper), "falls asleep, and sleeps for ever"),
            ],
            hint:
                "Both orders of the two threads must be right. Give what \(other) stores a variable (or a value) that the other thread never sets back, and look at it before the wait. A stop that comes before the start is then remembered."
        )
    }

    /// The signal woke a thread that could not use it.
    private func wrongOne(_ sleeper: ExplorationReport.Waiting, _ signal: ConditionHistory.Signal, _ all: [ExplorationReport.Waiting])
        -> Explanation
    {
        let who = name(sleeper.task), entry = log.entries[signal.moment], woken = signal.wokenAgain ?? 0
        let others = all.filter { $0.task != sleeper.task && $0.task != woken }
        let place = log.entries.last { $0.task == woken && $0.event == .waitBegan && $0.object == object(of: sleeper) }?.places ?? []
        let isElsewhere = source.place(place).map { "\($0)" } != source.place(stack(sleeper)).map { "\($0)" }
        return explanation(
            "Lost wake-up: the signal of \(name(entry.task)) woke \(name(woken)), which could not use it. \(who.capitalizedFirst) still sleeps, and no other signal comes.",
            [
                "signal() wakes one of the sleeping threads, and the program cannot choose which. When \(name(entry.task)) signalled in \(quote(entry.places)), \(Wording.list(signal.sleepers.map(name))) slept on the same condition. \(name(woken).capitalizedFirst) woke up, saw in \(quote(place)) that its condition was false, and fell asleep again: the signal was used up. "
                    + "\(who.capitalizedFirst) was not woken, and sleeps for ever in \(quote(stack(sleeper)))\(isElsewhere ? ", where it waits for something else" : "")."
            ],
            [
                location(entry.task, entry.places, "signals, and wakes \(name(woken))"),
                location(woken, place, "wakes up, and falls asleep again"),
                location(sleeper.task, stack(sleeper), "is not woken, and sleeps for ever"),
            ] + asleep(others),
            hint: isElsewhere
                ? "If threads wait for different things, use one condition variable for each thing, with the same lock. Or wake all threads with broadcast(), so that each checks its own condition."
                : "Wake all threads with broadcast(), so that each checks whether it can continue.")
    }

    /// The last signal woke the sleeping thread, which fell asleep again.
    private func wokenInVain(_ sleeper: ExplorationReport.Waiting, _ signal: ConditionHistory.Signal, _ all: [ExplorationReport.Waiting])
        -> Explanation
    {
        let who = name(sleeper.task), entry = log.entries[signal.moment], condition = object(of: sleeper)
        let isOfSleeper: (ExecutionRecord.Entry) -> Bool = { $0.task == sleeper.task && $0.object == condition }
        let slept = log.entries.lastIndex { isOfSleeper($0) && $0.event == .waitBegan } ?? log.entries.count
        let woke = log.entries[..<slept].lastIndex { isOfSleeper($0) && $0.event == .waitEnded } ?? slept
        let looks = log.entries[woke..<slept].filter { $0.task == sleeper.task && $0.isAccess && $0.looks }
        // A change between the signal and the read, which can have made the condition false again.
        let change = log.entries[min(signal.moment, woke)..<slept].last { change in
            change.isAccess && !change.looks && change.task != sleeper.task && looks.contains { $0.object & ~7 == change.object & ~7 }
        }
        let undone = change.flatMap { change in
            source.name(of: change).map {
                " Before it had the lock again, \(name(change.task)) changed \($0) again in \(quote(change.places))."
            }
        }
        return explanation(
            "Lost wake-up: the \(signal.isBroadcast ? "broadcast" : "signal") of \(name(entry.task)) wakes \(who), which finds that its condition is false. \(who.capitalizedFirst) falls asleep again, and no other signal comes.",
            [
                "A woken thread must acquire the lock before it can check the condition, and other threads can acquire the lock first.\(undone ?? "") So a signal means that the condition was true, not that it still is."
            ],
            [
                location(entry.task, entry.places, "signals"),
                change.flatMap { location($0.task, $0.places, "changes the condition before the woken thread checks it") },
            ] + asleep(all),
            hint:
                "Let the waiting threads check a value that does not change back after a signal. For example, count the finished rounds or the delivered items: such a number only grows. A thread that remembers the old number sees the change, even if it reads late."
        )
    }

    /// Signals came, and other threads used them.
    private func tooFew(_ sleeper: ExplorationReport.Waiting, _ history: ConditionHistory, _ all: [ExplorationReport.Waiting])
        -> Explanation
    {
        let who = name(sleeper.task), signal = history.signals.last, entry = signal.map { log.entries[$0.moment] }
        let others = signal.map { $0.woken.filter { $0 != sleeper.task } } ?? []
        if let signal, let entry, signal.moment < history.sleepsSince(sleeper.task) {
            let call = signal.isBroadcast ? "broadcast" : "signal"
            let woken = others.isEmpty ? "" : " It woke \(Wording.list(others.map(name)))."
            return explanation(
                "Lost wake-up: the last \(call), of \(name(entry.task)), came before \(who) fell asleep, and no other comes.",
                [
                    "\(quote(entry.places).capitalizedFirst) of \(name(entry.task)) came before \(who) fell asleep in \(quote(stack(sleeper))).\(woken) A condition variable has no memory: each signal() and broadcast() wakes only threads that are already waiting."
                ],
                [
                    location(entry.task, entry.places, "signals: \(who) is not waiting yet"),
                    location(sleeper.task, stack(sleeper), "falls asleep, after the signal"),
                ] + asleep(all.filter { $0.task != sleeper.task }),
                hint:
                    "Keep the condition in a variable under the same lock, set it before the \(call), and wait in a loop: `while !isReady { condition.wait() }`. A thread that comes later then sees that the condition is already true, and does not sleep."
            )
        }
        let last = entry.map { entry in
            "The last signal, of \(name(entry.task)) in \(quote(entry.places)), \(others.isEmpty ? "did not wake it" : "woke \(Wording.list(others.map(name)))")."
        }
        return explanation(
            "Lost wake-up: \(who) sleeps for ever, because each signal woke another thread or came before it fell asleep.",
            [
                "signal() wakes one thread that is asleep at that moment. It does not wake other threads, or threads that fall asleep later. \(last ?? "")",
                sentence(sleeper),
            ],
            [entry.flatMap { location($0.task, $0.places, "signals") }] + asleep(all),
            hint:
                "Wake all threads with broadcast() where more than one can be waiting, or signal once for each. And check the condition, under the lock, before sleeping: `while !isReady { condition.wait() }`."
        )
    }

    private func asleep(_ sleepers: [ExplorationReport.Waiting]) -> [Explanation.Location?] {
        sleepers.map { location($0.task, stack($0), "sleeps for ever") }
    }
}

/// The threads that slept on a condition at each of its signals, and the threads that each signal
/// woke.
private struct ConditionHistory {
    struct Signal {
        var moment: Int
        var isBroadcast: Bool
        var sleepers: [Int]
        /// The threads that the signal woke, and one of them that fell asleep again immediately.
        var woken: [Int] = []
        var wokenAgain: Int?
        /// The threads that the signal can still wake.
        fileprivate var eligible: Set<Int> = []

        func wasWoken(_ task: Int) -> Bool { woken.contains(task) }
    }

    private(set) var signals: [Signal] = []
    private var since: [Int: Int] = [:]

    init(_ log: ExecutionRecord, _ condition: UInt64) {
        var asleep: [Int] = [], lastWake: [Int: (signal: Int, moment: Int)] = [:]
        for (moment, entry) in log.entries.enumerated() where entry.object == condition {
            switch entry.event {
            case .waitBegan:
                asleep.append(entry.task)
                since[entry.task] = moment
                // In between, it has only acquired and released its lock, or read memory.
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

    /// The moment when a thread fell asleep for the last time.
    func sleepsSince(_ task: Int) -> Int { since[task] ?? 0 }

    /// Whether a thread, between its wake-up and falling asleep again, has done nothing but acquire
    /// and release its lock and read memory.
    private static func isQuiet(_ log: ExecutionRecord, _ task: Int, _ range: Range<Int>) -> Bool {
        let done = log.entries[range].dropFirst().filter { $0.task == task }
        return done.count { $0.event == .lockReleased } <= 1 && done.count { $0.event == .lockAcquired } <= 1
            && done.allSatisfy { [.lockReleased, .lockAcquired, .memoryRead].contains($0.event) }
    }
}
