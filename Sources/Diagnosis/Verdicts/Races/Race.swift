import Words
import Explorer

extension Scene {
    /// Two accesses that are not ordered.
    /// - Parameter others: executions in which other accesses race.
    func race(besides others: [ExplorationReport.Finding]) -> Explanation {
        let pairs = racesInOrder
        guard let pair = pairs.first(where: { $0.allSatisfy { source.place(stack($0)) != nil } }) ?? pairs.first else {
            return explanation("Data race: two threads access the same memory, and nothing orders the accesses.", [], [], hint: hint)
        }
        let one = pair[0], other = pair[1]
        let isSamePlace = source.place(stack(one)).map { "\($0)" } == source.place(stack(other)).map { "\($0)" }
        let places = isSamePlace ? quote(stack(one)) : "\(quote(stack(one))) and \(quote(stack(other)))"
        let variables = racingVariables
        let how =
            frees(one) || frees(other)
            ? "one of them frees the memory" : changes(one) && changes(other) ? "both write" : "one of them writes"
        let summary =
            "Data race\(variables.map { " on \($0)" } ?? ""): \(name(one.task)) and \(name(other.task)) can run \(places) at the same time, and \(how)."
        let further = racesElsewhere(others)
        let protection = outsideOfActor(one, other) ?? falseProtection(one, other) ?? signalledTooEarly(one, other)
        var told = explanation(
            summary, words(one, other, protection) + further.words, locations(pairs) + further.locations,
            hint: protection?.hint ?? (relaxed(one, other) == nil ? hint : Self.publication))
        told.hasAdviceForLine = protection?.isOfLine ?? false
        told.shortSummary =
            "Data race\(variables.map { " on \($0)" } ?? ""): \(name(one.task)) and \(name(other.task)) can access \(Self.pronoun(variables)) at the same time, and \(how)."
        return told
    }

    /// Whether a thread writes the variable in the statement of an access: `+=` reads it and then writes it.
    private func changes(_ access: ExplorationReport.Access) -> Bool {
        if access.writes { return true }
        guard let read = log.entries.first(where: { $0.isAccess && $0.task == access.task && $0.places.first == access.place }),
            let line = source.position(read.places)
        else { return false }
        return log.entries.contains { entry in
            entry.isAccess && !entry.looks && entry.task == access.task && entry.accessedVariable == read.accessedVariable
                && source.position(entry.places).map { $0.line == line.line && $0.file.path == line.file.path } ?? false
        }
    }

    private static func pronoun(_ variables: String?) -> String {
        variables.map { $0.contains(" and ") ? "them" : "it" } ?? "the same variable"
    }

    /// Other data races, which are not in this execution.
    private func racesElsewhere(_ others: [ExplorationReport.Finding]) -> (words: [String], locations: [Explanation.Location?]) {
        var told = Set(racesInOrder.map(object)), variables: [String] = [], locations: [Explanation.Location?] = []
        for other in others {
            let scene = Scene(finding: other, outcomes: outcomes, isOfAll: isOfAll, isJudged: isJudged, source: source)
            for pair in scene.racesInOrder where told.insert(scene.object(pair)).inserted {
                guard let lines = scene.lines(pair) else { continue }
                variables.append("\(scene.variable(pair) ?? "an unnamed variable") (\(lines))")
                locations += scene.locations([pair], areNamed: true)
            }
        }
        if variables.isEmpty { return ([], []) }
        if variables.count > 4 { variables = variables.prefix(3) + ["\(variables.count - 3) more"] }
        return (
            ["Nothing orders the accesses to \(Wording.list(variables)) either: in other schedules, these accesses are data races too."],
            Array(locations.prefix(8))
        )
    }

    /// The variables of the races that a finding tells of: of a race, with those of other executions; else of those that are its cause.
    func racingNames(_ others: [ExplorationReport.Finding]) -> Set<String> {
        if finding.verdict != .race {
            let steps = (finding.deciding ?? []).flatMap { [$0.earlier, $0.later] }.compactMap { entry(of: $0) }
            let accessed = steps.map { log.entries[$0] }.filter(\.isAccess).compactMap { source.name(of: $0) }
            return Set((finding.causes ?? []).map(object) + accessed).subtracting([""])
        }
        return others.reduce(into: Set(racesInOrder.map(object))) { names, other in
            let scene = Scene(finding: other, outcomes: outcomes, isOfAll: isOfAll, isJudged: isJudged, source: source)
            names.formUnion(scene.racesInOrder.map(scene.object))
        }.subtracting([""])
    }

    /// The subject of a pair of accesses: the variable's name, or else the lines.
    private func object(_ pair: [ExplorationReport.Access]) -> String { variable(pair) ?? lines(pair) ?? "" }

    /// "line 9", "lines 6 and 7"; nil if neither is in the files.
    private func lines(_ pair: [ExplorationReport.Access]) -> String? {
        var words: [String] = []
        for position in pair.compactMap({ source.position(stack($0)) }).sorted(by: { $0.line < $1.line }).map(source.words) {
            if !words.contains(position) { words.append(position) }
        }
        return words.isEmpty ? nil : Wording.list(words)
    }

    /// The variables with a data race in this execution, in the order in which the program reaches
    /// them; nil if none has a name.
    var racingVariables: String? { variables(of: racesInOrder) }

    /// The variables of some pairs of accesses; nil if none has a name.
    func variables(of pairs: [[ExplorationReport.Access]]) -> String? {
        var names: [String] = []
        for name in pairs.compactMap(variable) where !names.contains(name) { names.append(name) }
        if names.isEmpty { return nil }
        return Wording.list(names.count > 4 ? Array(names.prefix(3)) + ["\(names.count - 3) more"] : names)
    }

    /// The pairs, in the order in which the execution reaches the first of each: an earlier race
    /// can cause a later one.
    var racesInOrder: [[ExplorationReport.Access]] {
        let moments = finding.races.map { pair in pair.map(moment).sorted() }
        return finding.races.indices.sorted {
            (moments[$0].lexicographicallyPrecedes(moments[$1])) || (moments[$0] == moments[$1] && $0 < $1)
        }
        .map { finding.races[$0] }
    }

    private func moment(_ access: ExplorationReport.Access) -> Int {
        log.entries.firstIndex { $0.isAccess && $0.task == access.task && $0.places.first == access.place } ?? .max
    }

    private func words(_ one: ExplorationReport.Access, _ other: ExplorationReport.Access, _ protection: IneffectiveProtection?) -> [String]
    {
        let nothing = ": they hold no common lock, use no common serial queue, and neither waits for the other."
        let end = protection.map { $0.standsAlone ? "\(nothing) \($0.words)" : ". \($0.words)" } ?? nothing
        let words =
            "\(name(one.task).capitalizedFirst) \(verb(one)) \(variable([one, other]).map { "\($0), which" } ?? "the same \(frees(one) || frees(other) ? "memory" : "variable") that") \(name(other.task)) \(verb(other)), and nothing orders the two accesses\(end)"
        return [words] + (relaxed(one, other).map { [$0] } ?? []) + (torn(one, other).map { [$0] } ?? []) + consequence
    }

    /// An atomic variable could have ordered the two accesses, but its memory order does not: one
    /// thread stored there after its access, and the other loaded that value before its own.
    private func relaxed(_ one: ExplorationReport.Access, _ other: ExplorationReport.Access) -> String? {
        let (earlier, later) = moment(one) <= moment(other) ? (one, other) : (other, one)
        guard moment(later) < log.entries.count else { return nil }
        let between = log.entries[moment(earlier)..<moment(later)].filter { $0.event == .memoryAtomic }
        let stores = between.indices.filter { between[$0].task == earlier.task && between[$0].detail & 0xFF != 0 }
        let loads = between.indices.filter { between[$0].task == later.task && between[$0].detail & 0xFF != 1 }
        let pairs = stores.lazy.flatMap { store in loads.lazy.filter { $0 > store }.map { (between[store], between[$0]) } }
        // (A counter in the file of a test is not meant to order what the tested file does.)
        let files = Set([one, other].compactMap { source.position(stack($0))?.file.path })
        let isMeant: (ExecutionRecord.Entry) -> Bool = { atomic in
            atomic.isRelaxed && isSaid(atomic) && source.position(atomic.places).map { files.contains($0.file.path) } ?? false
        }
        guard let told = pairs.first(where: { $0.object == $1.object && (isMeant($0) || isMeant($1)) }) else { return nil }
        let access = isMeant(told.0) ? told.0 : told.1
        return
            "Both use the atomic variable of \(quote(access.places)), but `.relaxed` orders only accesses to that variable itself. To publish other data, store with `.releasing` and load with `.acquiring`."
    }

    private static let publication =
        "Store with `.releasing` after the other data is written, and load with `.acquiring` before it is read. A thread that loads the stored value then sees the data, too. Or protect both with one lock."

    /// Some operations read the variable first, in any memory order.
    private func isSaid(_ access: ExecutionRecord.Entry) -> Bool { source.position(access.places)?.text.contains("relaxed") ?? false }

    private func verb(_ access: ExplorationReport.Access) -> String {
        deed(access) + (access.isAtomic ? " (atomically)" : "")
    }

    private func deed(_ access: ExplorationReport.Access) -> String { frees(access) ? "frees" : access.writes ? "writes" : "reads" }

    /// Whether memory is freed there, which is recorded as a write to all of it.
    private func frees(_ access: ExplorationReport.Access) -> Bool {
        guard access.writes, let text = source.position([access.place])?.text, let call = text.firstRange(of: ".deallocate()") else {
            return false
        }
        return text[..<call.lowerBound].allSatisfy { $0.isLetter || $0.isNumber || "_.!?[]".contains($0) }
    }

    // MARK: consequences

    /// The consequences here, and possible ones in the real program.
    private var consequence: [String] {
        let here = outcomeOfRace, isSaid = here.contains { $0.contains("undefined behavior") }
        return here + [
            isSaid ? "" : "\(Self.otherWays) \(Self.luck)", changesCollection ? Self.brokenCollection : "",
            changesElements ? Self.oneVariable : "",
        ]
    }

    private static let otherWays = "The real program can behave in other ways."
    private static let luck = "A data race is undefined behavior: the compiler may assume that it never happens."

    /// The sentences that hold for every data race. The short form leaves them out.
    static let knownOfRaces = [otherWays, luck]
    private static let brokenCollection =
        "Each change of the collection was run as one step here. In the real program, two changes at the same time can lose elements or crash."

    private static let oneVariable =
        "It does not help if the threads use different elements: a collection is one variable, and to write one element is to access the whole collection."

    /// Whether two threads write elements of one collection: an array, a dictionary, a string. (A pointer's
    /// elements are variables of their own, and so can be those of a type with its own subscript.)
    private var changesElements: Bool {
        racesInOrder.contains { pair in
            let names = pair.compactMap { $0.writes ? source.position([$0.place]).flatMap { Self.indexed($0.text) } : nil }
            return names.count == 2 && names[0] == names[1] && source.isCollection(names[0])
        }
    }

    /// The variable in "grid.cells[i] = 1" of which an element is written: "cells"; nil if there is none.
    private static func indexed(_ text: String) -> Substring? {
        text.firstMatch(of: /([A-Za-z_]\w*)\[[^=]*\]\s*[-+*\/%&|^]?=[^=]/)?.output.1
    }

    /// Whether a line that races changes a collection, as far as the line shows.
    private var changesCollection: Bool {
        let calls = [".append(", ".insert(", ".remove", ".merge(", ".updateValue(", ".popLast(", ".popFirst(", "] = ", "] += ", "] -= "]
        return racesInOrder.joined().contains { access in
            guard access.writes, let text = source.position([access.place])?.text else { return false }
            return calls.contains(where: text.contains)
        }
    }

    private var outcomeOfRace: [String] {
        let forbidden = outcomes.filter { !$0.isAllowed }.map(\.text), usual = outcomes.filter(\.isAllowed).map(\.text)
        guard let consequences = finding.consequences else {
            return finding.outcome.map {
                ["This schedule leads to \(quote(outcome: $0))\(forbidden.contains($0) ? ", which is not allowed" : "")."]
            } ?? []
        }
        if !forbidden.isEmpty {
            let well = usual.isEmpty ? "" : " In other interleavings, it is \(either(usual))."
            return ["The consequence: the result can be \(either(forbidden)), which is not allowed.\(well)", way(to: forbidden)]
        }
        if isJudged && !outcomes.isEmpty {
            return [
                "The race is a mistake, although \(outcomes.count == 1 ? "the only result that occurred is allowed" : "all results that occurred are allowed"): \(list(usual)). That is luck. \(Self.luck) On a real machine a thread can also read an old or half-written value, which no interleaving shows."
            ]
        }
        if consequences.isEmpty {
            return [
                outcomes.count > 1
                    ? "The result depends on which thread is first: \(either(usual))."
                    : "Every interleaving that finished gave the same result, but that is luck. \(Self.luck)"
            ]
        }
        let alone = usual.filter { !consequences.contains($0) }
        if alone.isEmpty {
            return [
                "The consequence: when the steps of the threads interleave, the result can be \(either(consequences)).",
                way(to: consequences),
            ]
        }
        let before = alone.count == 1 ? "the result is \(list(alone))" : "the results are \(list(alone))"
        return [
            "The consequence: without preemption, \(before). When the steps of the threads interleave, the result can also be \(either(consequences)).",
            way(to: consequences),
        ]
    }

    private func way(to outcomes: [String]) -> String {
        guard let outcome = finding.outcome, outcomes.contains(outcome) else { return "" }
        let preemptions = finding.path.preemptions
        let how =
            preemptions == 0
            ? ", without any preemption"
            : preemptions == 1
                ? ", with one preemption"
                : ", with \(preemptions) preemptions"
        return "The schedule below leads to \(quote(outcome: outcome))\(how)."
    }

    /// The name of the variable in the race, if it has one.
    private func variable(_ accesses: [ExplorationReport.Access]) -> String? {
        log.entries.lazy.filter { entry in
            entry.isAccess && accesses.contains { $0.task == entry.task && $0.place == entry.places.first }
        }.compactMap { source.name(of: $0) }.first
    }

    /// The accesses, with the functions that led to them in this execution.
    private func locations(_ pairs: [[ExplorationReport.Access]], areNamed: Bool = false) -> [Explanation.Location?] {
        let isOne = !areNamed && Set(pairs.map { variable($0) ?? "" }).count == 1
        return pairs.prefix(4).flatMap { pair in
            let object = isOne ? "" : variable(pair).map { " \($0)" } ?? ""
            return pair.map { access in
                location(access.task, stack(access), deed(access) + object)
            }
        }
    }

    /// The place of an access, and the calls that led to it in this execution.
    func stack(_ access: ExplorationReport.Access) -> [UInt] {
        log.entries.first { $0.isAccess && $0.task == access.task && $0.places.first == access.place }?.places ?? [access.place]
    }

    private var hint: String {
        "Order the two accesses: put each whole step (read, change, write) under the same lock, on a serial queue that owns the variable, or in an actor. For a single number, an atomic operation is enough."
    }
}

extension String {
    /// As the beginning of a sentence.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
    var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
