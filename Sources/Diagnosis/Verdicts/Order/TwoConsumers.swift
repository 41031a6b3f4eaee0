import Words
import Explorer

extension Scene {
    /// Two tasks that consume one asynchronous stream; nil if there are none.
    ///
    /// Each requests an element, and one of them requests again after the other: so both are
    /// consumers during the same time, and neither has passed the stream on. If one requests only
    /// after the other has finished, that can be intended, unless it existed before and has waited
    /// for nothing: then it is chance.
    var twoConsumers: Between? {
        guard !isOfRace else { return nil }
        var asked: [UInt64: [Ask]] = [:]
        for (moment, entry) in log.entries.enumerated() where entry.event == .note && entry.text == ExecutionRecord.Entry.asksStream {
            // (A line of the program is on the stack: it sends an element from within a
            // continuation's closure.)
            if source.position(entry.places) != nil { continue }
            let who = name(entry.task)
            if asked[entry.object]?.last?.who != who {
                asked[entry.object, default: []].append(Ask(who: who, task: entry.task, moment: moment))
            }
        }
        for (_, asks) in asked.sorted(by: { $0.key < $1.key }) {
            for (index, ask) in asks.enumerated().dropFirst() {
                let isAgain = asks[..<index].contains { $0.who == ask.who }
                if isAgain || comesByChance(ask, after: asks[0]) { return consumers(asks[index - 1], ask) }
            }
        }
        return nil
    }

    /// A task that begins to request elements of a stream.
    private struct Ask {
        var who: String
        var task: Int
        var moment: Int
    }

    /// Whether nothing made a task request later than another: it was created before that, and has
    /// waited for nothing.
    private func comesByChance(_ ask: Ask, after other: Ask) -> Bool {
        let made = log.entries.firstIndex { $0.event == .taskCreated && $0.text == ask.who }
        guard let made, made < other.moment else { return false }
        return !log.entries[made..<ask.moment].contains { $0.event == .waitBegan && name($0.task) == ask.who }
    }

    private func consumers(_ one: Ask, _ other: Ask) -> Between {
        let lines = [one, other].map { iteration(of: $0.task) }
        let places = lines.compactMap { $0 }.map { "`\($0.text)` (\(source.words($0)))" }
        let distinct = places.first == places.last ? Array(places.prefix(1)) : places
        let at = places.count < 2 ? "" : ", in \(Wording.list(distinct))"
        return Between(
            words:
                "\(one.who.capitalizedFirst) and \(other.who) take the elements of the same stream\(at). A stream gives each element to one consumer only: to the task that asks next. It does not send every element to both.",
            locations: zip([one, other], lines).map { ask, line in
                line.map {
                    Explanation.Location(
                        task: ask.who, file: $0.file.name, line: $0.line, what: "takes elements of the stream", source: $0.text,
                        callers: [])
                }
            },
            hint:
                "Let one task iterate over the stream and pass the elements on to the others. Or make one stream for each consumer, and yield every element to all of them."
        )
    }

    /// The line in which a task iterates over a stream: the only such line in its closure; nil if
    /// that is not known.
    func iteration(of task: Int) -> SourceIndex.Position? {
        let made = log.entries.first { $0.event == .taskCreated && $0.text == name(task) }
        return made.flatMap { source.iteration(in: [$0.closure]) }
    }
}

extension SourceIndex {
    /// The line with `for await` in the block that begins at a place, if there is exactly one.
    fileprivate func iteration(in closure: [UInt]) -> Position? {
        guard var line = position(closure) else { return nil }
        var depth = 0, hasBegun = false, found: [Position] = []
        repeat {
            let text = line.text
            if ["for await ", "for try await ", ".next()"].contains(where: text.contains) { found.append(line) }
            for letter in text where letter == "{" || letter == "}" {
                depth += letter == "{" ? 1 : -1
                hasBegun = true
            }
            line.line += 1
        } while hasBegun && depth > 0 && !line.text.isEmpty
        return found.count == 1 ? found[0] : nil
    }
}
