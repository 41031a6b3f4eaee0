import Explorer

extension Scene {
    /// Two accesses that nothing orders.
    func race() -> Explanation {
        guard let pair = finding.races.first(where: { $0.allSatisfy { source.place([$0.place]) != nil } }) ?? finding.races.first else {
            return explanation("Data race: two tasks touch the same memory, and nothing orders them.", [], [], hint: hint)
        }
        let one = pair[0], other = pair[1]
        let isSamePlace = source.place([one.place]).map { "\($0)" } == source.place([other.place]).map { "\($0)" }
        let places = isSamePlace ? quote([one.place]) : "\(quote([one.place])) and \(quote([other.place]))"
        let variable = variable(pair).map { " on \($0)" } ?? ""
        let summary =
            "Data race\(variable): \(name(one.task)) and \(name(other.task)) may be in \(places) at the same time, and one of them writes."
        return explanation(summary, words(one, other), locations(), hint: hint)
    }

    private func words(_ one: ExplorationReport.Access, _ other: ExplorationReport.Access) -> [String] {
        var words = [
            "\(name(one.task).capitalizedFirst) \(verb(one)) \(variable([one, other]).map { "\($0), which" } ?? "the same variable that") \(name(other.task)) \(verb(other)), and nothing puts the two in an order: no lock that both take, no queue "
                + "that runs one after the other, no wait of one for the other."
        ]
        guard let consequences = finding.consequences else {
            if let outcome = finding.outcome { words.append("This schedule leads to \(OutcomeWords(outcome)).") }
            return words
        }
        if consequences.isEmpty {
            words.append(
                outcomes.count > 1
                    ? "The result depends on who comes first: \(Self.outcomes(outcomes.prefix(5).map(\.text)))."
                    : "No interleaving gave another result here, but that is luck: a race has no defined behaviour, and the compiler may assume that there is none."
            )
            return words
        }
        let alone = outcomes.map(\.text).filter { !consequences.contains($0) }
        let usual = alone.count == 1 ? "the result is \(OutcomeWords(alone[0]))" : "the results are \(Self.outcomes(alone.prefix(5)))"
        let more = consequences.count > 5 ? " and \(consequences.count - 5) more" : ""
        let others = Self.outcomes(consequences.prefix(5)) + more
        words.append("The consequence: as long as no task is stopped in the middle, \(usual); interleaved, there is also \(others).")
        if let outcome = finding.outcome, consequences.contains(outcome) {
            let switches = finding.path.preemptions == 1 ? "one switch" : "\(finding.path.preemptions) switches"
            words.append("The schedule below leads to \(OutcomeWords(outcome)) with \(switches) at the wrong moment.")
        }
        return words
    }

    /// The name of what is raced for, where it has one.
    private func variable(_ accesses: [ExplorationReport.Access]) -> String? {
        log.entries.lazy.filter { entry in
            entry.isAccess && accesses.contains { $0.task == entry.task && $0.place == entry.places.first }
        }.compactMap { source.name(of: $0) }.first
    }

    private func verb(_ access: ExplorationReport.Access) -> String {
        (access.writes ? "writes" : "reads") + (access.isAtomic ? " (atomically)" : "")
    }

    /// The accesses, with the functions that led to them in this execution.
    private func locations() -> [Explanation.Location?] {
        finding.races.prefix(4).flatMap { pair in
            pair.map { access in
                let entry = log.entries.first { $0.task == access.task && $0.places.first == access.place }
                return location(access.task, entry?.places ?? [access.place], access.writes ? "writes" : "reads")
            }
        }
    }

    private var hint: String {
        "Let one thing order the two: the same lock around every access, a serial queue that owns the variable, an actor, or an atomic where it is a single number. "
            + "Protect whole steps (read, change, write), not the single access."
    }
}

extension String {
    /// As the beginning of a sentence.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
