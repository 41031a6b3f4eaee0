import Diagnosis
import Explorer
import Exploring

extension Explorations {
    /// What an exploration may cost. What is correct and small needs hundredths of a second. The budget ends others: it counts executions and steps, so
    /// it is the same on each machine. The patience is for a machine that makes no headway: then nothing is judged, and that costs nothing.
    private static let budget = 50_000, steps = 20_000_000
    private static let patience = Duration.seconds(120)

    /// Compiles an attempt with the file that calls it in a small form, and runs each of its functions in every interleaving that can differ.
    ///
    /// Two seconds, most of them the compiler's; at most twenty more for each function on a machine that is not busy.
    /// - Parameters:
    ///   - replay: the command that shows a token's schedule.
    ///   - progress: told some times a second how many executions there have been.
    /// - Throws: what keeps any attempt from being explored, and Ctrl-C.
    init(
        of explorations: [Exploration], _ folder: ExerciseFolder, _ attempt: String, _ evidence: Evidence, replay: (String) -> String,
        progress: (Int) -> Void
    ) throws {
        let start = ContinuousClock.now
        defer { seconds = (ContinuousClock.now - start) / .seconds(1) }
        do {
            let build = try ExploredBuild.make(try folder.exploredSource(of: attempt))
            for exploration in explorations {
                let before = interleavings.values.reduce(0, +)
                let result = try build.explore(exploration.entry, budget: Self.budget, steps: Self.steps, patience: Self.patience) {
                    progress(before + $0.executions)
                }
                // A deadline stops it in the same way.
                if result.report.wasStopped, result.seconds < Self.patience / .seconds(1) { throw ExplorationError.interrupted }
                if let found = Self.finding(in: result, exploration, evidence, replay) {
                    finding = found
                    isRaceAlone = result.report.findings.allSatisfy { $0.verdict == .race }
                    return
                }
                interleavings[exploration.entry] = result.report.executions
            }
        } catch let error as ExplorationError {
            finding = try Self.notExplored(error, folder, attempt)
        }
    }

    /// Why nothing is known, in words: that an attempt cannot be explored is no fault of its author's.
    private static func notExplored(_ error: ExplorationError, _ folder: ExerciseFolder, _ attempt: String) throws -> Finding {
        switch error.code {
        case .interrupted, .unreadable: throw error
        case .notCompiled:
            return .unjudged(
                because: """
                    your code compiles, but not together with Exercises/\(folder.exercise.name)/Explored.swift, which calls it in a small form; perhaps both \
                    declare the same name
                    """)
        default:
            var words = error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message
            for path in [attempt, folder.exploredPath] { words = words.replacing(path, with: Evidence.name(of: path)) }
            return .unjudged(because: "not every interleaving could be tried. \(words)")
        }
    }

    private static func finding(
        in result: ExplorationResult, _ exploration: Exploration, _ evidence: Evidence, _ replay: (String) -> String
    ) -> Finding? {
        if result.report.outcomes.contains(where: { $0.text.hasPrefix("exit(") }) {
            return Finding(
                Finding.Verdict("misuse"), "Your code ends the process: it must not call exit().", try: "Return instead, or throw an error."
            )
        }
        guard let first = result.report.findings.first, let words = result.explanations.first else {
            if result.report.isComplete { return nil }
            return .unjudged(
                because: """
                    there are more interleavings than could be run. \(ofAll(result.report.executions)) and that proves nothing of the others
                    """)
        }
        let race = zip(result.report.findings, result.explanations).first { $0.0.verdict == .race }?.1
        let token = result.token(first.path)
        var finding: Finding
        if first.verdict == .assertion, first.signal == nil, first.error == nil, let outcome = first.outcome,
            let known = exploration.judge(outcome, evidence)
        {
            // What the run itself has shown already, on each way, is told there; a race that is behind it is told here.
            if known.verdict == .notJudged, race == nil { return known }
            finding = known.verdict == .notJudged ? Finding(.race, "It comes to this: \(outcome).", try: race?.hint ?? "") : known
        } else {
            finding = Finding(Finding.Verdict(words.verdict.rawValue), "\(words.summary) \(words.explanation)", try: words.hint)
        }
        finding.token = token
        if let race, first.verdict != .race {
            // "Data race on Box.value: the main thread and …"
            let begin = "Data race"
            finding.what += " Behind it is a data race\(race.summary.dropFirst(begin.count))"
            if first.verdict == .assertion { finding.verdict = .race }
            if first.signal != nil { finding.cure = race.hint }
        }
        let others = result.report.outcomes.filter { !$0.isAllowed && !$0.text.isEmpty && $0.text != first.outcome }.map(\.text)
        if !others.isEmpty, first.verdict != .race {
            finding.what += " Other interleavings come to: \(others.prefix(3).joined(separator: "; "))."
        }
        let lines = words.attemptLines(evidence.file) + (race?.attemptLines(evidence.file) ?? [])
        finding.place = evidence.place(of: lines, notIn: finding.what) ?? finding.place
        finding.replay = replay(token)
        return finding
    }
}

extension Explorations {
    private static func ofAll(_ count: Int) -> String {
        switch count {
        case 0: "Not a single one came to its end in time,"
        case 1: "One was, and it did not go wrong,"
        default: "\(count) were, and none of them went wrong,"
        }
    }
}

extension Explanation {
    /// The lines of the attempt at which the tasks were, or through which they came there.
    fileprivate func attemptLines(_ file: String) -> [Int] {
        locations.compactMap { location in
            if Evidence.name(of: location.file) == file { return location.line }
            return location.callers.first { $0.hasPrefix("\(file):") }.flatMap { Int($0.dropFirst(file.count + 1)) }
        }
    }
}

extension Evidence {
    /// "line 12 of Exercise.swift and line 17 of Exercise.swift": those that the words do not hold yet; nil where there is none.
    fileprivate func place(of lines: [Int], notIn words: String) -> String? {
        var new: [Int] = []
        for line in lines where !new.contains(line) && !words.contains("\(file), line \(line))") { new.append(line) }
        guard !new.isEmpty else { return nil }
        return new.prefix(3).map { "line \($0) of \(file)" }.joined(separator: " and ")
    }
}
