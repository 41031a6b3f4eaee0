import Explorer
import Trace

extension Scene {
    /// Somebody who let go of a lock or an actor in the middle of a function, while another had it.
    struct Between {
        var words: String
        var locations: [Explanation.Location?]
        /// Where it let go.
        var gap: Explanation.Location?
        var hint: String
    }

    /// Where a result went wrong without a race: who came between, and which variable that was about, as far as either is seen.
    var story: Between? {
        guard let overtaken else { return between }
        let locations = [overtaken.reads, between?.gap, overtaken.isChanged, overtaken.writes]
        return Between(
            words: [between?.words, overtaken.words].compactMap { $0 }.joined(separator: " "), locations: locations,
            hint: between?.hint ?? overtaken.hint)
    }

    /// For how long somebody had a lock, or was on an actor.
    struct Turn {
        /// Who: of a Swift task, its number; else that of the explorer's task.
        var owner: Int
        var task: Int
        /// Where it was asked for.
        var places: [UInt]
        var began: Int
        var ended: Int
    }

    /// Who came between two parts of the same function. nil where nothing of the kind is seen.
    private var between: Between? {
        guard !isOfRace else { return nil }
        let actors = turnsOnActors.compactMap { label, turns in broken(turns).map { awaited($0, label, turns) } }
        // In another function it may be one that the first has called, and that let go of the actor.
        let called = turnsOnActors.compactMap { label, turns in
            broken(turns, anywhere: true).flatMap { source.awaiting($0.second.places) == nil ? nil : awaited($0, label, turns) }
        }
        return actors.first ?? turnsOfLocks.compactMap { turns in broken(turns.filter(isOfProgram)).map(unlocked) }.first ?? called.first
    }

    /// Two turns of one task in one function, the second after the first, and one of another task between them.
    /// - Parameter anywhere: whether the two may lie in different functions.
    private func broken(_ turns: [Turn], anywhere: Bool = false) -> (first: Turn, other: Turn, second: Turn)? {
        let turns = turns.sorted { $0.began < $1.began }
        for (index, second) in turns.enumerated() {
            guard let before = turns[..<index].lastIndex(where: { $0.owner == second.owner }) else { continue }
            let first = turns[before]
            let between = turns[before..<index].last { other in
                other.owner != second.owner && other.began >= first.ended && !isHelper(other, of: second, since: first.began)
            }
            guard let other = between, let one = source.innermost(first.places), let two = source.innermost(second.places),
                anywhere || (one.function == two.function && isBefore(first.places, second.places))
            else { continue }
            return (first, other, second)
        }
        return nil
    }

    /// Whether a place in a function comes before another in it: further up, or in the same line and another.
    private func isBefore(_ one: [UInt], _ other: [UInt]) -> Bool {
        guard let first = source.position(one)?.line, let second = source.position(other)?.line else { return false }
        return first < second || first == second && one.first != other.first
    }

    /// Whether a task was made by another since a moment, by way of others or not: it came because it was sent.
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
        var turns: [Turn] = [], asked: [UInt64: Chronicle.Entry] = [:], open: [UInt64: Int] = [:]
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

    /// - Parameter all: whoever was on the actor, and when.
    private func awaited(_ turns: (first: Turn, other: Turn, second: Turn), _ actor: String, _ all: [Turn]) -> Between {
        if let outside = calledTwice(turns, actor, all) { return outside }
        let function = source.innermost(turns.second.places).map { "`\($0.function)`" } ?? "a function"
        let who = name(turns.second.task), other = name(turns.other.task), line = source.awaiting(turns.second.places)
        let place = line.map { "in `\($0.text)` (\(source.words($0)))" } ?? "at an `await`"
        let on = source.position(turns.second.places).map { ", and went on in \(source.words($0))" } ?? ""
        let leaves = line.map {
            Explanation.Location(task: who, file: $0.file.name, line: $0.line, what: "lets go of \(actor)", source: $0.text, callers: [])
        }
        return Between(
            words:
                "\(who.capitalizedFirst) was in \(function) on \(actor), let go of it \(place)\(line?.line == source.position(turns.second.places)?.line ? "" : on); meanwhile \(other) was there. What \(who) had found out before the `await` may have changed when it went on.",
            locations: [
                location(turns.first.task, turns.first.places, "comes onto \(actor)"), leaves,
                location(turns.other.task, turns.other.places, "is on \(actor) meanwhile"),
                location(turns.second.task, turns.second.places, "goes on"),
            ],
            gap: leaves,
            hint:
                "An actor lets others in at every `await`. Look again after the `await` whether everything still is as it was, or check and change without an `await` in between."
        )
    }

    /// A function that is not on the actor has called it in two lines, each an `await` of its own.
    private func calledTwice(_ turns: (first: Turn, other: Turn, second: Turn), _ actor: String, _ all: [Turn]) -> Between? {
        guard let first = source.awaiting(turns.first.places), let second = source.awaiting(turns.second.places), first.line != second.line
        else { return nil }
        // One that is on the actor came there with its first line, which awaits nothing.
        let function = source.innermost(turns.first.places)?.function
        let isInside = all.contains { turn in
            turn.owner == turns.first.owner && turn.began < turns.first.began && source.innermost(turn.places)?.function == function
                && source.awaiting(turn.places) == nil
        }
        if isInside || isMethod(turns.first.places, of: actor) { return nil }
        let who = name(turns.second.task), other = name(turns.other.task)
        return Between(
            words:
                "\(who.capitalizedFirst) was on \(actor) for `\(first.text)` (\(source.words(first))), and again for `\(second.text)` (\(source.words(second))); in between \(other) was there. What \(who) had found out the first time may have changed when it came back.",
            locations: [
                location(turns.first.task, turns.first.places, "is on \(actor)"),
                location(turns.other.task, turns.other.places, "is on \(actor) meanwhile"),
                location(turns.second.task, turns.second.places, "is on \(actor) again"),
            ], gap: location(turns.second.task, turns.second.places, "calls \(actor) again"),
            hint:
                "Two calls from outside are two turns on an actor, and others come in between: make one method of it, which does both without an `await` in between."
        )
    }

    /// Whether a place lies in a method of an actor that runs on it, or in a closure there.
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

    /// Whether the program itself takes the lock there, and no library that it calls.
    private func isOfProgram(_ turn: Turn) -> Bool {
        let text = source.position(turn.places)?.text.lowercased() ?? ""
        return ["lock", "mutex", "wait", "sync"].contains(where: text.contains)
    }

    private func unlocked(_ turns: (first: Turn, other: Turn, second: Turn)) -> Between {
        let who = name(turns.second.task), other = name(turns.other.task)
        let hasWaited = log.entries[turns.first.began..<turns.second.began].contains {
            $0.task == turns.second.task && $0.event == .waitBegan && Int($0.detail & 0xFF) == Trace.Wait.Kind.condition.rawValue
        }
        if hasWaited {
            return Between(
                words:
                    "\(who.capitalizedFirst) waited for a signal in \(quote(turns.second.places)), and gave the lock back for as long. Before it had the lock again, \(other) had it. So what \(who) waited for may have come about and be over again: to be woken is no promise.",
                locations: [
                    location(turns.other.task, turns.other.places, "has the lock first"),
                    location(turns.second.task, turns.second.places, "is woken, and goes on"),
                ],
                hint: "Look again after each wait: `while` the condition does not hold, wait(); with `if` it is looked at only once.")
        }
        return Between(
            words:
                "\(who.capitalizedFirst) had a lock in \(quote(turns.first.places)), gave it back, and took it again in \(quote(turns.second.places)); in between \(other) had it. What \(who) had found out the first time may have changed when it came back.",
            locations: [
                location(turns.first.task, turns.first.places, "has the lock"),
                location(turns.other.task, turns.other.places, "has it meanwhile"),
                location(turns.second.task, turns.second.places, "has it again"),
            ],
            hint: "Keep the lock from the first look to the last change: one step under one lock, instead of two with a gap between them.")
    }
}
