import Explorer
import Trace

extension Scene {
    /// A thread that released a lock or an actor in the middle of a function, while another thread
    /// held it.
    struct Between {
        var words: String
        var locations: [Explanation.Location?]
        /// The place where it was released.
        var gap: Explanation.Location?
        var hint: String
    }

    /// Why a result is wrong without a data race: the thread that ran in between, and the variable
    /// it changed, as far as they are known.
    var story: Between? {
        guard let overtaken else { return between ?? checkedTooEarly ?? readBack }
        let locations = [overtaken.reads, between?.gap, overtaken.isChanged, overtaken.writes]
        return Between(
            words: [between?.words, overtaken.words].compactMap { $0 }.joined(separator: " "), locations: locations,
            hint: between?.hint ?? overtaken.hint)
    }

    /// The period in which a thread held a lock, or ran on an actor.
    struct Turn {
        /// The owner: the number of a Swift task, else the number of the explorer's thread.
        var owner: Int
        var task: Int
        /// The place where it was requested.
        var places: [UInt]
        var began: Int
        var ended: Int
    }

    /// The thread that ran between two parts of the same function; nil if no such case is found.
    private var between: Between? {
        guard !isOfRace else { return nil }
        let actors = turnsOnActors.compactMap { label, turns in
            broken(turns).flatMap { isCreation($0.second) ? nil : awaited($0, label, turns) }
        }
        // In another function, it can be a callee that released the actor.
        let called = turnsOnActors.compactMap { label, turns in
            broken(turns, anywhere: true).flatMap {
                source.awaiting($0.second.places) == nil || isCreation($0.second) ? nil : awaited($0, label, turns)
            }
        }
        return actors.first ?? turnsOfLocks.compactMap { turns in broken(turns.filter(isOfProgram)).flatMap(unlocked) }.first
            ?? turnsOfLocks.compactMap { turns in brokenAbove(turns.filter(isOfProgram)).flatMap(unlocked) }.first ?? called.first
    }

    /// Whether the `await` of a turn is in the closure of a new task in the same line: the turn is the beginning of that task.
    private func isCreation(_ turn: Turn) -> Bool {
        source.awaiting(turn.places)?.text.contains(/(\bTask(\.detached)?|addTask\w*)(\([^{]*\))? \{/) == true
    }

    /// Two turns of one thread in one function, one after the other, and a turn of another thread
    /// between them.
    /// - Parameter anywhere: whether the two can be in different functions.
    private func broken(_ turns: [Turn], anywhere: Bool = false) -> (first: Turn, other: Turn, second: Turn)? {
        let turns = turns.sorted { $0.began < $1.began }
        for (index, second) in turns.enumerated() {
            guard let before = turns[..<index].lastIndex(where: { $0.owner == second.owner }) else { continue }
            let first = turns[before]
            let others = turns[before..<index].filter { other in
                other.owner != second.owner && other.began >= first.ended && !isHelper(other, of: second, since: first.began)
            }
            let between = others.last { changesWhatWasRead(in: first, $0) } ?? others.last
            guard let other = between, let one = source.innermost(first.places), let two = source.innermost(second.places),
                anywhere || (one.function == two.function && isBefore(first.places, second.places))
            else { continue }
            return (first, other, second)
        }
        return nil
    }

    /// Whether a turn changes a variable that an earlier one of another thread only read.
    private func changesWhatWasRead(in first: Turn, _ other: Turn) -> Bool {
        func accesses(_ turn: Turn) -> [ExecutionRecord.Entry] {
            log.entries[turn.began..<min(max(turn.began, turn.ended), log.entries.count)].filter { $0.task == turn.task && $0.isAccess }
        }
        let own = accesses(first),
            read = Set(own.filter(\.looks).map(\.accessedVariable)).subtracting(own.filter(\.isChange).map(\.accessedVariable))
        return accesses(other).contains { $0.isChange && read.contains($0.accessedVariable) }
    }

    /// Two turns of one thread in two functions called by a third function, and between them a turn
    /// of another thread in the second one. Example: a value is read and written back by two
    /// methods, and each method locks separately.
    private func brokenAbove(_ turns: [Turn]) -> (first: Turn, other: Turn, second: Turn)? {
        let turns = turns.sorted { $0.began < $1.began }
        for (index, second) in turns.enumerated() {
            guard let before = turns[..<index].lastIndex(where: { $0.owner == second.owner }) else { continue }
            let first = turns[before], line = source.position(second.places)?.line
            let between = turns[before..<index].last { other in
                other.owner != second.owner && other.began >= first.ended && source.position(other.places)?.line == line
                    && !(isAlways(first.began, before: other.began) && isAlways(other.began, before: second.began))
            }
            guard let other = between, source.position(first.places)?.line != line, let (one, two) = callers(first.places, second.places),
                one <= two
            else { continue }
            return (first, other, second)
        }
        return nil
    }

    /// The lines in which the innermost common caller of two places' functions calls them.
    private func callers(_ first: [UInt], _ second: [UInt]) -> (Int, Int)? {
        func above(_ places: [UInt]) -> [(function: String, line: Int)] {
            var above: [(function: String, line: Int)] = []
            for offset in places {
                guard let position = source.position([offset]), let function = source.function(offset) else { continue }
                if above.last?.function != function { above.append((function, position.line)) }
            }
            return Array(above.dropFirst().prefix(3))
        }
        let others = above(second)
        for caller in above(first) {
            if let other = others.first(where: { $0.function == caller.function }) { return (caller.line, other.line) }
        }
        return nil
    }

    /// Whether a place in a function is before another: in an earlier line, or elsewhere in the
    /// same line.
    private func isBefore(_ one: [UInt], _ other: [UInt]) -> Bool {
        guard let first = source.position(one)?.line, let second = source.position(other)?.line else { return false }
        return first < second || first == second && one.first != other.first
    }

    /// Whether a thread was created by another since a moment, directly or through others: then it
    /// ran because it was started.
    private func isHelper(_ turn: Turn, of other: Turn, since moment: Int) -> Bool {
        var task = turn.owner
        while let made = log.entries.firstIndex(where: { $0.event == .taskCreated && $0.object == task }), made > moment {
            task = Int(log.entries[made].argument)
            if task == other.owner { return true }
        }
        return false
    }

    // MARK: actors

    private var turnsOnActors: [(label: String, turns: [Turn])] {
        log.entries.filter {
            $0.event == .queueCreated && [Trace.Queue.Kind.actor.rawValue, Trace.Queue.Kind.main.rawValue].contains(Int($0.detail))
        }
        .map { queue in
            let name = queue.detail == UInt16(Trace.Queue.Kind.main.rawValue) ? "the main actor" : "the actor \(queue.text ?? "")"
            return (name, turns(on: queue.object))
        }
    }

    private func turns(on queue: UInt64) -> [Turn] {
        var turns: [Turn] = [], asked: [UInt64: ExecutionRecord.Entry] = [:], open: [UInt64: Int] = [:]
        for (index, entry) in log.entries.enumerated() where entry.argument == queue {
            switch entry.event {
            case .itemEnqueued: asked[entry.object] = entry
            case .itemBegan:
                guard let request = asked[entry.object], request.extra > 0, request.detail >> 9 & 1 == 0 else { continue }
                open[entry.object] = turns.count
                turns.append(Turn(owner: Int(request.extra), task: entry.task, places: request.places, began: index, ended: .max))
            case .itemEnded:
                if let turn = open.removeValue(forKey: entry.object) { turns[turn].ended = index }
            default: break
            }
        }
        return turns
    }

    /// - Parameter all: all turns on the actor.
    private func awaited(_ turns: (first: Turn, other: Turn, second: Turn), _ actor: String, _ all: [Turn]) -> Between {
        if let outside = calledTwice(turns, actor, all) { return outside }
        let function = source.innermost(turns.second.places).map { "`\($0.function)`" } ?? "a function"
        let who = name(turns.second.task), other = name(turns.other.task), line = source.awaiting(turns.second.places)
        let place = line.map { "in `\($0.text)` (\(source.words($0)))" } ?? "at an `await`"
        let on = source.position(turns.second.places).map { ", and continued in \(source.words($0))" } ?? ""
        let leaves = line.map {
            Explanation.Location(task: who, file: $0.file.name, line: $0.line, what: "leaves \(actor)", source: $0.text, callers: [])
        }
        if let half = halfChanged(turns) {
            return Between(
                words:
                    "\(who.capitalizedFirst) was in \(function) on \(actor), and was suspended \(place)\(line?.line == source.position(turns.second.places)?.line ? "" : on). Meanwhile \(other) ran on \(actor). \(half.words)",
                locations: [
                    half.before, leaves, location(turns.other.task, turns.other.places, "runs on \(actor) meanwhile"), half.after,
                ], gap: leaves,
                hint:
                    "Make all changes that belong together before the `await`, or all of them after it: other tasks can run on an actor at every `await`."
            )
        }
        return Between(
            words:
                "\(who.capitalizedFirst) was in \(function) on \(actor), and was suspended \(place)\(line?.line == source.position(turns.second.places)?.line ? "" : on). Meanwhile \(other) ran on \(actor). The state that \(who) saw before \(line.map { "`\($0.text)` (\(source.words($0)))" } ?? "the `await`") can be different after it (actor reentrancy).",
            locations: [
                location(turns.first.task, turns.first.places, "begins on \(actor)"), leaves,
                location(turns.other.task, turns.other.places, "runs on \(actor) meanwhile"),
                location(turns.second.task, turns.second.places, "continues"),
            ],
            gap: leaves,
            hint:
                "Check the state again after the `await`, or check and change it without an `await` in between: other tasks can run on an actor at every `await`."
        )
    }

    /// A function outside the actor has called it in two lines, each with its own `await`.
    private func calledTwice(_ turns: (first: Turn, other: Turn, second: Turn), _ actor: String, _ all: [Turn]) -> Between? {
        guard let first = source.awaiting(turns.first.places), let second = source.awaiting(turns.second.places), first.line != second.line
        else { return nil }
        // A function on the actor began there with its first line, which awaits nothing.
        let function = source.innermost(turns.first.places)?.function
        let isInside = all.contains { turn in
            turn.owner == turns.first.owner && turn.began < turns.first.began && source.innermost(turn.places)?.function == function
                && source.awaiting(turn.places) == nil
        }
        if isInside || isMethod(turns.first.places, of: actor) { return nil }
        let who = name(turns.second.task), other = name(turns.other.task)
        return Between(
            words:
                "\(who.capitalizedFirst) was on \(actor) for `\(first.text)` (\(source.words(first))), and again for `\(second.text)` (\(source.words(second))). In between, \(other) ran there. The state that \(who) saw the first time can be different the second time (check-then-act).",
            locations: [
                location(turns.first.task, turns.first.places, "runs on \(actor)"),
                location(turns.other.task, turns.other.places, "runs on \(actor) meanwhile"),
                location(turns.second.task, turns.second.places, "runs on \(actor) again"),
            ], gap: location(turns.second.task, turns.second.places, "calls \(actor) again"),
            hint:
                "Two calls from outside are two separate turns on an actor, and other tasks can run in between. Write one method that does both steps without an `await` in between."
        )
    }

    /// Whether a place is in a method of an actor that runs on it, or in a closure there.
    private func isMethod(_ places: [UInt], of actor: String) -> Bool {
        guard let type = actor.split(whereSeparator: { $0 == " " || $0 == "." }).last, let (position, name) = source.innermost(places)
        else {
            return false
        }
        let functions = places.lazy.filter { source.place([$0]) != nil }.compactMap(source.function)
        let isOfType = functions.first.map { $0.hasPrefix("\(type).") || $0.contains(".\(type).") || $0.contains(" in \(type).") } ?? false
        let head = name.prefix { $0 != "(" }
        return isOfType && !position.file.lines.contains { $0.contains("nonisolated") && $0.contains("func \(head)") }
    }

    // MARK: locks

    var turnsOfLocks: [[Turn]] {
        var turns: [UInt64: [Turn]] = [:], open: [UInt64: [Int: Int]] = [:]
        for (index, entry) in log.entries.enumerated() {
            let word = entry.object
            if entry.event == .lockReleased && entry.detail == 0, let turn = open[word]?.removeValue(forKey: entry.task) {
                turns[word]?[turn].ended = index
            } else if entry.event == .lockAcquired && entry.detail == 0 {
                open[word, default: [:]][entry.task] = turns[word]?.count ?? 0
                turns[word, default: []].append(Turn(owner: entry.task, task: entry.task, places: entry.places, began: index, ended: .max))
            }
        }
        return turns.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Whether the program itself acquires the lock there, and not a library that it calls.
    private func isOfProgram(_ turn: Turn) -> Bool {
        let text = source.position(turn.places)?.text.lowercased() ?? ""
        return ["lock", "mutex", "wait", "sync"].contains(where: text.contains)
    }

    private func unlocked(_ turns: (first: Turn, other: Turn, second: Turn)) -> Between? {
        let who = name(turns.second.task), other = name(turns.other.task), calls = callsThatLock(turns)
        let places = calls.map { (quote($0.first), quote($0.second)) } ?? quotes(turns.first.places, turns.second.places)
        let hasWaited = log.entries[turns.first.began..<turns.second.began].contains {
            $0.task == turns.second.task && $0.event == .waitBegan && Int($0.detail & 0xFF) == Trace.Wait.Kind.condition.rawValue
        }
        if hasWaited {
            if source.isInLoop(turns.second.places) { return nil }
            return Between(
                words:
                    "\(who.capitalizedFirst) waited for a signal in \(quote(turns.second.places)). During that wait, the lock is free. Before \(who) had the lock again, \(other) acquired it. So the condition that \(who) waited for can be false again when the wait ends.",
                locations: [
                    location(turns.other.task, turns.other.places, "acquires the lock first"),
                    location(turns.second.task, turns.second.places, "wakes up, and continues"),
                ],
                hint: "Check the condition again after each wait: `while` it is false, call wait(). An `if` checks it only once.")
        }
        let isLost =
            storesWhatItRead(turns.first.places, turns.other.places, turns.second.places)
            || source.isOfOneProperty(turns.first.places, turns.second.places)
        let why =
            isLost
            ? "\(who.capitalizedFirst) stores a value that it made from the old one: a lost update."
            : "The state that \(who) saw the first time can be different the second time (check-then-act)."
        return Between(
            words:
                "\(who.capitalizedFirst) held a lock in \(places.0), released it, and acquired it again in \(places.1). In between, \(other) held the lock, in \(calls.map { quote($0.other) } ?? quotes(of: [turns.other.places, turns.first.places, turns.second.places])[0]). \(why)",
            locations: [
                location(turns.first.task, turns.first.places, "holds the lock"),
                location(turns.other.task, turns.other.places, "holds it meanwhile"),
                location(turns.second.task, turns.second.places, "holds it again"),
                calls.flatMap { location(turns.first.task, $0.first, "calls what holds the lock") },
                calls.flatMap { location(turns.other.task, $0.other, "calls what holds it meanwhile") },
                calls.flatMap { location(turns.second.task, $0.second, "calls what holds it again") },
            ],
            hint: isLost
                ? Self.readAndStore
                : "Hold the lock from the first read to the last change: one critical section, instead of two with a gap between them.")
    }

    /// The lines that call the functions of three turns, where the lines of the turns only acquire the lock: `lock.lock()` tells nothing.
    private func callsThatLock(_ turns: (first: Turn, other: Turn, second: Turn)) -> (first: [UInt], other: [UInt], second: [UInt])? {
        let places = [turns.first.places, turns.second.places]
        guard places.allSatisfy({ source.position($0)?.text.wholeMatch(of: /[\w.]+\.(lock|wait)\(\)/) != nil }) else { return nil }
        let own = callLines(turns.first.places, turns.second.places)
        if own.first == turns.first.places { return nil }
        return (own.first, callLines(turns.other.places, turns.first.places).first, own.second)
    }
}
