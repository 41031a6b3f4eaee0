import Words
import Diagnosis
import ExerciseChecks
import FoundationEssentials
import Trace

extension Exercise {
    /// An exercise as its `exercise.json` declares it: with functions in `Checks.swift` and `Explored.swift`, or, in the package, with a judge in
    /// Swift.
    /// - Parameters:
    ///   - name: the name of its folder.
    ///   - folder: the folder that has the folders `Exercises` and `Solutions`.
    ///   - isOfPackage: whether that is the package.
    /// - Throws: `ExplainedError` if the declaration is missing or wrong.
    init(declared name: String, in folder: String, isOfPackage: Bool) throws(ExplainedError) {
        let path = "\(folder)/Exercises/\(name)/\(Self.declarationName)"
        let declaration = try ExerciseDeclaration.read(path)
        let judge = declaration.checks.contains(where: \.isJudgedInSwift) ? ExerciseJudge.all[name] : nil
        let functions = declaration.checks.compactMap(\.runs)
        var checks: [Check] = []
        for check in declaration.checks {
            let shown = SafeText.line(check.name)
            guard let judgment = check.isJudgedInSwift ? judge?.checks[check.name] : Self.judgment(check) else {
                if judge == nil, FileManager.default.fileExists(atPath: "\(folder)/Exercises/\(name)/Judge.swift") {
                    throw ExplainedError(
                        .badDeclaration, "\(path): The check “\(shown)” is judged in Judge.swift, which this build does not have.",
                        cure: "If the folder is in the package, run ./setup, which links the file, and build again.")
                }
                let mistake = ExerciseDeclaration.Check.withoutJudge
                throw ExplainedError(.badDeclaration, "\(path): The check “\(shown)” \(mistake.what).", cure: "It \(mistake.cure).")
            }
            checks.append(
                Check(
                    name: shown, points: check.points, isPassedByStarter: check.isPassedByStarter, visibility: check.visibility,
                    beliefs: check.beliefs.mapValues(SafeText.line), judgment)
            )
        }
        self.name = name
        topic = SafeText.line(declaration.topic)
        signatures = declaration.keeps
        self.checks = checks
        suspendsAtEveryAwait = declaration.checks.contains(where: \.everySuspension)
        cureForRaces = declaration.adviceForRaces
        cureForCircularWaits = declaration.adviceForCircularWaits
        cureForWaits = declaration.adviceForWaits
        home = isOfPackage ? nil : folder
        calls = judge == nil ? .functions(functions) : .run
        if let judge {
            (remarks, situation, crashedPart) = (judge.remarks, judge.situation, judge.crashedPart)
            return
        }
        remarks = { _ in [] }
        situation = { evidence in
            Self.running(functions, evidence).map { function in
                let check = declaration.checks.first { $0.runs == function }
                return "The check “\(check?.name ?? function)” was calling your code."
            }
        }
        crashedPart = { Self.running(functions, $0) }
    }

    /// The file that makes a folder an exercise.
    static let declarationName = "exercise.json"

    /// The exercises of the package, by name.
    /// - Throws: `ExplainedError` if a declaration is wrong, or if there are none.
    public static func all(ofPackage package: String) throws(ExplainedError) -> [Exercise] { try all(in: package, isPackage: true) }

    /// The exercises of a folder, by name. Those of the package can be copied there: their Swift code stays in the package.
    /// - Throws: `ExplainedError` if a declaration is wrong, or if the folder has none.
    public static func all(in home: String) throws(ExplainedError) -> [Exercise] { try all(in: home, isPackage: false) }

    private static func all(in home: String, isPackage: Bool) throws(ExplainedError) -> [Exercise] {
        let folder = "\(home)/Exercises"
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
            FileManager.default.fileExists(atPath: "\(folder)/\($0)/\(declarationName)")
        }
        var exercises: [Exercise] = []
        for name in names.sorted() {
            guard SafeText.line(name) == name else {
                throw ExplainedError(
                    .missing, "The name of the folder \(folder)/\(name) has a control character.",
                    cure: "Rename the folder: letters, digits and hyphens.")
            }
            exercises.append(try Exercise(declared: name, in: home, isOfPackage: isPackage))
        }
        guard exercises.isEmpty else { return exercises }
        throw ExplainedError(
            .missing, "\(home) has no exercises: no file Exercises/NAME/\(declarationName).",
            cure: "Give the folder above Exercises, or lay out an exercise: interleave exercises new NAME --exercises \(home)")
    }

    /// The function of the checks that had begun and not ended.
    private static func running(_ functions: [String], _ evidence: Evidence) -> String? {
        let notes = evidence.trace.notes.map(\.text)
        return functions.last { notes.contains(DeclaredRun.begins($0)) && !notes.contains(DeclaredRun.ends($0)) }
    }
}

extension Exercise {
    /// How a check is judged that says so itself.
    private static func judgment(_ declared: ExerciseDeclaration.Check) -> Judgment {
        if let function = declared.runs {
            return .behaviour { (seen: DeclaredRun.Observations, evidence) in
                finding(of: function, declared, seen, evidence) ?? doubt(declared, evidence)
            }
        }
        if let functions = declared.explores {
            return .interleavings(
                of: functions.map { function in
                    Exploration(function, atMost: declared.limits[function]) { outcome, evidence in finding(outcome, declared, evidence) }
                },
                unless: { _ in nil },
                provided: { evidence in unreached(declared, evidence) })
        }
        return .trace { evidence in counted(declared, evidence) }
    }

    private static func verdict(_ declared: ExerciseDeclaration.Check, or usual: GradeFinding.Verdict) -> GradeFinding.Verdict {
        declared.verdict.map { GradeFinding.Verdict($0) } ?? usual
    }

    /// The judgment of a call in the run.
    private static func finding(
        of function: String, _ declared: ExerciseDeclaration.Check, _ seen: DeclaredRun.Observations, _ evidence: Evidence
    ) -> GradeFinding? {
        if let crash = evidence.crashes.first(where: { $0.part == function }) { return crash.finding }
        guard let call = seen.seen.first(where: { $0.function == function }) else {
            return .notJudged(because: "a call of your code before it did not return")
        }
        guard call.hasReturned else {
            let begin = "The check called your code, and the call did not return."
            let place = evidence.stuck.first?.lines.first
            if call.spins {
                return .endlessLoop(begin, "A thread runs in a loop that never ends.", at: place, in: evidence)
            }
            if call.anotherSpins {
                return .endlessLoop("\(begin) Another thread of your code works without an end.", "", at: nil, in: evidence)
            }
            if let standstill = evidence.standstill {
                return GradeFinding(standstill.verdict, "\(begin) \(standstill.what)", at: standstill.place ?? place, try: standstill.cure)
            }
            return GradeFinding(.deadlock, begin, at: place, try: "find out what it waits for, and which thread should end the wait.")
        }
        guard let mistake = call.mistake else { return nil }
        return GradeFinding(
            mistake.verdict.map { GradeFinding.Verdict($0) } ?? verdict(declared, or: .wrongResult), mistake.what,
            at: evidence.place(declaring: mistake.place ?? declared.place), try: mistake.cure ?? declared.cure ?? readTheTask)
    }

    /// Why it is chance that a function passed: an interleaving shows that the attempt depends on chance there.
    private static func doubt(_ declared: ExerciseDeclaration.Check, _ evidence: Evidence) -> GradeFinding? {
        guard let explorations = evidence.explorations, let verdict = explorations.finding?.verdict.rawValue,
            declared.doubtedBy.contains(verdict)
        else { return nil }
        return explorations.doubt("it passed")
    }

    /// The judgment of an outcome that is not allowed.
    private static func finding(_ outcome: String, _ declared: ExerciseDeclaration.Check, _ evidence: Evidence) -> GradeFinding {
        let named = declared.verdicts.filter { outcome.contains($0.key) }.max { $0.key < $1.key }?.value
        var finding = GradeFinding(
            named.map { GradeFinding.Verdict($0) } ?? verdict(declared, or: .wrongResult),
            declared.says?.replacing("{outcome}", with: outcome) ?? "One interleaving has this outcome: \(outcome).",
            at: evidence.place(declaring: declared.place), try: declared.cure ?? readTheTask)
        finding.isNamed = named != nil
        return finding
    }

    /// A right outcome that never comes: the attempt is too strict.
    private static func unreached(_ declared: ExerciseDeclaration.Check, _ evidence: Evidence) -> GradeFinding? {
        guard let explorations = evidence.explorations,
            let outcome = declared.reaches.first(where: { !explorations.outcomes.contains($0) })
        else { return nil }
        return GradeFinding(
            .notParallel,
            "In no interleaving is the outcome “\(outcome)”, which must be possible. Your code makes threads wait without need.",
            at: evidence.place(declaring: declared.place),
            try: "let threads run at the same time where the task allows it: look for a lock, or a queue, that too many of them share.")
    }

    /// The judgment of what was counted in the run.
    private static func counted(_ declared: ExerciseDeclaration.Check, _ evidence: Evidence) -> GradeFinding? {
        guard let what = declared.counts else { return nil }
        let seen = (try? evidence.observations(DeclaredRun.Observations.self))?.seen ?? []
        let functions = declared.during.map { [$0] } ?? seen.map(\.function)
        guard functions.allSatisfy({ function in seen.contains { $0.function == function && $0.hasReturned } }), !functions.isEmpty else {
            return .notJudged(because: "a call of your code crashed, or did not return")
        }
        // A function that has found a mistake ends early, at a moment that can differ.
        guard seen.allSatisfy({ !functions.contains($0.function) || $0.mistake == nil }) else {
            return .notJudged(because: "the check during which this is counted does not pass")
        }
        let spans = functions.compactMap { function in
            evidence.span(from: DeclaredRun.begins(function), to: DeclaredRun.ends(function))
        }
        let found = spans.map { what.count(in: evidence.trace, during: $0) }
        let count = what == .blocksAtTheSameTime ? found.map(\.count).max() ?? 0 : found.reduce(0) { $0 + $1.count }
        let isTooMany = declared.atMost.map { count > $0 } ?? false, isTooFew = declared.atLeast.map { count < $0 } ?? false
        guard isTooMany || isTooFew else { return nil }
        let bound = isTooMany ? "at most \(declared.atMost ?? 0)" : "at least \(declared.atLeast ?? 0)"
        let place = found.flatMap(\.places).lazy.compactMap { evidence.line(of: $0) }.first
        return GradeFinding(
            verdict(declared, or: isTooMany ? .cost : .otherMeans),
            declared.says?.replacing("{count}", with: "\(count)") ?? "Your code \(what.words(count)). The task asks for \(bound).",
            at: place ?? evidence.place(declaring: declared.place), try: declared.cure ?? readTheTask)
    }

    private static let readTheTask = "read the task once more."
}

extension Evidence {
    /// The line with these words; nil if there are none, or no such line.
    fileprivate func place(declaring words: String?) -> String? { words.flatMap { line(declaring: $0) } }

    /// The time between two remarks, whichever threads wrote them.
    fileprivate func span(from first: String, to last: String) -> ClosedRange<Int64>? {
        guard let began = trace.notes.first(where: { $0.text == first })?.time,
            let ended = trace.notes.first(where: { $0.text == last })?.time
        else { return nil }
        return began...max(began, ended)
    }
}
