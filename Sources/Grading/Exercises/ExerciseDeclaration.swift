import Words
import FoundationEssentials

/// The file `exercise.json`: what an exercise asks for, and how its checks are judged.
struct ExerciseDeclaration: Decodable {
    var topic: String
    /// The declarations that an attempt must keep, as they are shown to learners.
    var keeps: [String]
    var checks: [Check]
    /// The advice against a data race, and for threads that wait for each other in an interleaving.
    var adviceForRaces: String?
    var adviceForCircularWaits: String?
    /// The advice for something that never comes in an interleaving, so that a task or a thread waits for ever.
    var adviceForWaits: String?

    /// One check: with exactly one of `runs`, `explores` and `counts`; or with none of them, if the exercise's `Judge.swift` judges it.
    struct Check: Decodable {
        var name: String
        var points: Double
        /// Whether the unchanged starter passes it.
        var isPassedByStarter: Bool
        /// When a platform shows its result to students.
        var visibility = Grading.Check.Visibility.visible
        /// A function of `Checks.swift`.
        var runs: String?
        /// With `runs`: kinds of mistake of an interleaving that leave it to chance whether this function passes.
        var doubtedBy: [String]
        /// Functions of `Explored.swift`.
        var explores: [String]?
        /// Outcomes that must appear in some interleaving.
        var reaches: [String]
        /// For a function that right attempts can do in very many interleavings: the number after which no more are run.
        var limits: [String: Int]
        /// Whether each `await` lets other tasks run first, as Swift allows, where this build stays on the actor.
        var everySuspension = false
        /// The kind of mistake of an outcome with these words.
        var verdicts: [String: String]
        /// The kind of events that is counted in the trace of the run, in which function of `Checks.swift` (nil: all of
        /// them), and the bounds.
        var counts: TraceCount?
        var during: String?
        var atMost: Int?
        var atLeast: Int?
        /// The kind of mistake, the words, the attempt's line, and the advice.
        var verdict: String?
        var says: String?
        var place: String?
        var cure: String?
        /// For a kind of mistake, the machine on which the attempt would be right.
        var beliefs: [String: String]

        /// Whether it has only its name and its points.
        var isJudgedInSwift: Bool { runs == nil && explores == nil && counts == nil }

        /// The mistake of a check that nothing judges.
        static let withoutJudge = (what: "must have one of the keys runs, explores and counts", cure: "can have only one of them")

        fileprivate static let keys = [
            "name", "points", "starterPasses", "visibility", "runs", "explores", "reaches", "limits", "everySuspension", "counts", "during",
            "atMost",
            "atLeast", "doubtedBy", "verdict", "verdicts", "says", "at", "try", "rightIf",
        ]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            let keys = Key(container, place: "A check", known: Self.keys)
            name = try keys.value("name")
            let named = Key(container, place: "The check “\(name)”", known: Self.keys)
            try named.refuseUnknown()
            points = try named.value("points")
            isPassedByStarter = try named.optional("starterPasses") ?? false
            if let word: String = try named.optional("visibility") {
                guard let known = Grading.Check.Visibility(rawValue: word) else {
                    let words = Grading.Check.Visibility.allCases.map(\.rawValue)
                    throw named.mistake("has the visibility “\(word)”", "can be \(Wording.list(words, "or"))")
                }
                visibility = known
            }
            runs = try named.optional("runs")
            doubtedBy = try named.optional("doubtedBy") ?? []
            explores = try named.optional("explores")
            reaches = try named.optional("reaches") ?? []
            limits = try named.optional("limits") ?? [:]
            everySuspension = try named.optional("everySuspension") ?? false
            verdicts = try named.optional("verdicts") ?? [:]
            during = try named.optional("during")
            atMost = try named.optional("atMost")
            atLeast = try named.optional("atLeast")
            verdict = try named.optional("verdict")
            says = try named.optional("says")
            place = try named.optional("at")
            cure = try named.optional("try")
            beliefs = try named.optional("rightIf") ?? [:]
            if let word: String = try named.optional("counts") {
                guard let count = TraceCount(rawValue: word) else {
                    throw named.mistake("counts “\(word)”", "can count \(TraceCount.allCases.map(\.rawValue).joined(separator: ", "))")
                }
                counts = count
            }
            try check(named)
        }

        private func check(_ keys: Key) throws {
            guard [runs != nil, explores != nil, counts != nil].count(where: { $0 }) < 2,
                !isJudgedInSwift || [verdict, says, place, cure].allSatisfy({ $0 == nil })
            else {
                throw keys.mistake(Self.withoutJudge.what, Self.withoutJudge.cure)
            }
            guard points > 0, points.isFinite else { throw keys.mistake("has \(points) points", "needs more than 0") }
            if counts != nil, atMost == nil, atLeast == nil { throw keys.mistake("counts without a bound", "needs atMost or atLeast") }
            if counts == nil, atMost != nil || atLeast != nil || during != nil {
                throw keys.mistake("has a bound, but counts nothing", "needs the key counts")
            }
            if runs == nil, !doubtedBy.isEmpty { throw keys.mistake("has doubtedBy, but runs nothing", "needs the key runs") }
            if explores?.isEmpty == true { throw keys.mistake("explores nothing", "needs the name of a function of Explored.swift") }
            if explores == nil, !verdicts.isEmpty || !limits.isEmpty || everySuspension {
                throw keys.mistake("has limits, verdicts or everySuspension, but explores nothing", "needs the key explores")
            }
            if let other = limits.keys.filter({ explores?.contains($0) != true }).min() {
                throw keys.mistake("has a limit for “\(other)”, which it does not explore", "can have limits only for these functions")
            }
            if explores == nil, !reaches.isEmpty { throw keys.mistake("reaches outcomes, but explores nothing", "needs the key explores") }
            for function in [runs, during].compactMap({ $0 }) + (explores ?? []) where !function.isSwiftName {
                throw keys.mistake("names “\(function)”", "needs the name of a function, without parentheses")
            }
        }
    }

    private static let keys = ["topic", "keeps", "checks", "adviceForRaces", "adviceForCircularWaits", "adviceForWaits"]

    init(from decoder: any Decoder) throws {
        let keys = Key(try decoder.container(keyedBy: AnyKey.self), place: "The file", known: Self.keys)
        try keys.refuseUnknown()
        topic = try keys.value("topic")
        keeps = try keys.value("keeps")
        checks = try keys.value("checks")
        adviceForRaces = try keys.optional("adviceForRaces")
        adviceForCircularWaits = try keys.optional("adviceForCircularWaits")
        adviceForWaits = try keys.optional("adviceForWaits")
        guard !checks.isEmpty else { throw keys.mistake("has no checks", "needs at least one") }
        guard Set(checks.map(\.name)).count == checks.count else {
            throw keys.mistake("has two checks of the same name", "needs a name for each: wrong attempts name the check that refuses them")
        }
        guard !checks.allSatisfy(\.isPassedByStarter) else {
            throw keys.mistake(
                "has only checks that the starter passes", "needs one that the starter does not pass: without it no code gets points")
        }
        guard checks.count(where: { $0.explores != nil }) < 2 else {
            throw keys.mistake("has several checks that explore", "needs one, with all functions: `\"explores\": [\"one\", \"other\"]`")
        }
        guard !checks.contains(where: \.isJudgedInSwift) || checks.allSatisfy({ $0.runs == nil && $0.counts == nil }) else {
            throw keys.mistake(
                "has checks that Judge.swift judges, and checks with the keys runs or counts",
                "can have, beside the checks of Judge.swift, one with the key explores")
        }
        let functions = checks.compactMap(\.runs)
        for check in checks {
            if let during = check.during, !functions.contains(during) {
                throw keys.mistake(
                    "has the check “\(check.name)”, which counts during `\(during)`", "needs a check that runs this function")
            }
        }
        guard Set(functions).count == functions.count else {
            throw keys.mistake("has two checks that run the same function", "needs a function for each")
        }
    }

    /// Reads the file of an exercise.
    /// - Throws: `ExplainedError` with the mistake in the file.
    static func read(_ path: String) throws(ExplainedError) -> ExerciseDeclaration {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw ExplainedError(
                .missing, "\(path) is missing.", cure: "`interleave exercises new NAME` lays out an exercise with this file.")
        }
        do {
            return try JSONDecoder().decode(ExerciseDeclaration.self, from: bytes)
        } catch var mistake as ExplainedError {
            mistake.message = "\(path): \(mistake.message)"
            throw mistake
        } catch {
            throw ExplainedError(
                .badDeclaration, "\(path) is not valid JSON: \(Self.words(error))", cure: "Check its commas, quotes and brackets.")
        }
    }

    private static func words(_ error: any Error) -> String {
        guard case DecodingError.dataCorrupted(let context) = error else { return "\(error)" }
        return "\(context.underlyingError.map { "\($0)" } ?? context.debugDescription)"
    }
}

/// Any word of the file.
private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// The keys of an object of the file, with errors in words.
private struct Key {
    private let container: KeyedDecodingContainer<AnyKey>
    private let place: String
    private let known: [String]

    init(_ container: KeyedDecodingContainer<AnyKey>, place: String, known: [String]) {
        self.container = container
        self.place = place
        self.known = known
    }

    func mistake(_ what: String, _ cure: String) -> ExplainedError {
        ExplainedError(.badDeclaration, "\(place) \(what).", cure: "It \(cure).")
    }

    func refuseUnknown() throws {
        guard let unknown = container.allKeys.map(\.stringValue).filter({ !known.contains($0) }).min() else { return }
        throw mistake("has the key “\(unknown)”, which means nothing", "can have the keys \(known.joined(separator: ", "))")
    }

    func value<Value: Decodable>(_ key: String) throws -> Value {
        guard let value: Value = try optional(key) else { throw mistake("has no key “\(key)”", "needs it") }
        return value
    }

    func optional<Value: Decodable>(_ key: String) throws -> Value? {
        do {
            return try container.decodeIfPresent(Value.self, forKey: AnyKey(stringValue: key))
        } catch is DecodingError {
            let kind =
                switch Value.self {
                case is String.Type: "a text"
                case is [String].Type: "a list of texts"
                case is [String: String].Type: "a text for each kind of mistake"
                case is [String: Int].Type: "a whole number for each function"
                case is Int.Type: "a whole number"
                case is Double.Type: "a number"
                case is Bool.Type: "true or false"
                default: "a list of objects"
                }
            throw mistake("has another kind of value for “\(key)”", "needs \(kind) there")
        }
    }
}

extension String {
    /// Whether it can be the name of a function.
    fileprivate var isSwiftName: Bool {
        !isEmpty && first?.isNumber == false && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
}
