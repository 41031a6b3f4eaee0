import Words
import ArgumentParser
import Course
import ExplorationRunner
import FoundationEssentials
import Glibc
import Grading
import System

/// `interleave grade EXERCISE`: compiles, runs, records and judges one attempt.
struct GradeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grade", abstract: "Grade your attempt at an exercise, or another file.",
        discussion: """
            The attempt is compiled separately and runs in its own process. Interleave records it, and judges what it does and how it does it.
            Exit codes: 0 passed; 1 not passed (or not started); 2 wrong usage, or the attempt does not compile.

            With --batch it grades the attempts of a class, and with --all all your files. `\(Invocation.interleave) grade merge FOLDER …` merges \
            results of parts of a class.
            """)

    enum Format: String { case text, json, junit, gradescope, coderunner, csv, gcc, misconceptions }

    /// - Throws: the names of the formats.
    @Sendable private static func format(_ name: String) throws -> Format {
        guard let format = Format(rawValue: name) else {
            throw ValidationError("give text, json, junit, gradescope, coderunner, csv or gcc; with --batch, text or misconceptions.")
        }
        return format
    }

    @Argument(
        help: ArgumentHelp("The exercise, as `\(Invocation.interleave) exercises` lists it, or its number.", valueName: "exercise"))
    var name: String?

    @Option(help: ArgumentHelp("Grade this file instead of yours in Exercises.", valueName: "file"))
    var attempt: String?

    @Flag(help: "Grade your files of all exercises.")
    var all = false

    @Flag(help: "Grade the solution.")
    var solution = false

    @Option(
        help: "The format: text, json, junit, gradescope, coderunner, csv, or gcc (for editors); with --batch, text or misconceptions.",
        transform: Self.format)
    var format = Format.text

    @Option(name: .shortAndLong, help: ArgumentHelp("The file to write. (default: standard output)", valueName: "file"))
    var output: String?

    @Flag(help: "Replace the file of -o even if it is not a grade in this format.")
    var force = false

    @Flag(help: "Show the task and grade nothing.")
    var task = false

    @Flag(help: "Show a hint and grade nothing. Give it twice to see the second hint too, or three times to see all three.")
    var hint: Int

    @OptionGroup var other: ExercisesOption

    @OptionGroup(title: "A class") var batch: BatchOptions

    /// For a process of a class: the file for the result, without its extension.
    @Option(help: .hidden) var keep: String?
    @Option(help: .hidden) var submission: String?

    /// The kind of file that -o replaces.
    private var kind: ReplacedFile.Kind {
        switch format {
        case .text, .misconceptions: .gradeText
        case .json: .gradeJSON
        case .junit: .junit
        case .gradescope: .gradescope
        case .coderunner: .codeRunner
        case .csv: .gradeCSV
        case .gcc: .problems
        }
    }

    func validate() throws {
        if solution, attempt != nil { throw ValidationError("Use --solution or --attempt, not both.") }
        if all, name != nil || attempt != nil || solution || batch.folder != nil {
            throw ValidationError("--all grades your files of all exercises: leave out the exercise and the other options.")
        }
        if batch.folder == nil {
            if name == nil, !all { throw ValidationError("Name an exercise, or use --all or --batch FOLDER.") }
            try batch.refuse()
            if format == .misconceptions {
                throw ValidationError("--format misconceptions counts those of a class: it needs --batch FOLDER.")
            }
        } else if attempt != nil || solution || task || hint > 0 || output != nil || ![.text, .misconceptions].contains(format) {
            throw ValidationError(
                "--batch writes a report for each attempt to the folder of --results. Leave out the options for one attempt.")
        }
    }

    func run() throws {
        if let grading = try batch.grading(exercise: name, home: other.home) {
            guard try grading.run(countsMisconceptions: format == .misconceptions) else { throw ExitCode(ExitStatus.doesNotHold) }
            return
        }
        let catalogue = try other.catalogue()
        if all { return try gradeAll(catalogue) }
        let exercise = try catalogue.exercise(named: name ?? "")
        let folder = ExerciseFolder(exercise, in: catalogue.package)
        if task || hint > 0 { folder.makeOwnFile() }
        if task { return try StandardOutput.page(ExerciseText.wrapped(Invocation.own.adapted(folder.task()), width: width)) }
        if hint > 0 { return try showHints(of: folder) }
        let target = try output.map { try OutputFile($0, unlessItIs: attempt ?? folder.ownPath, replacing: kind, force: force) }
        let grade = try catalogue.withGrader { grader in
            if solution { return try grader.grade(folder.solutionPath, for: exercise) }
            if let attempt { return try grader.grade(attempt, for: exercise) }
            let grade = try grader.gradeOwn(exercise)
            Progress.remember(grade, of: exercise, in: catalogue.package)
            return grade
        }
        if let keep, let submission = submission.flatMap({ Submission(json: $0) }) {
            return try KeptResult(submission, at: keep).write(grade, exercise, package: catalogue.package)
        }
        let text =
            switch format {
            case .text, .misconceptions: grade.text(width: width) + closing(grade, of: exercise, in: exercise.home ?? catalogue.package)
            case .json: grade.json
            case .junit: grade.junit
            case .gradescope: grade.gradescope
            case .coderunner: grade.codeRunner
            case .csv: grade.csv
            case .gcc: EditorProblems(grade, file: solution ? folder.solutionPath : attempt ?? folder.ownPath).text
            }
        remember(grade, of: exercise)
        if let target {
            try target.write(text)
            try target.close()
        } else {
            try StandardOutput.write(format == .text ? StandardOutput.spelled(text) : text)
        }
        if grade.passed { return }
        throw ExitCode(grade.status == .notCompiled ? ExitStatus.usage : ExitStatus.doesNotHold)
    }

    /// Notes the verdict in the journal, with the command that shows its schedule, its run, or the exercise.
    private func remember(_ grade: Grade, of exercise: Exercise) {
        // (The solution's verdict is known.)
        guard JournalFile.isKept, format == .text, !solution, grade.status != .notStarted else { return }
        let folder = FileManager.default.currentDirectoryPath, name = exercise.name + (attempt.map { " (\($0))" } ?? "")
        let exercises = exercise.home.map { ["--exercises", $0] } ?? [], file = attempt.map { ["--attempt", $0] } ?? []
        let command =
            if let token = grade.checks.lazy.compactMap(\.token).first {
                ["replay", token, exercise.name] + exercises + file + ["--step"]
            } else if !grade.passed, let trace = grade.trace {
                ["view", trace]
            } else {
                ["learn", exercise.name] + exercises
            }
        _ = JournalFile().add(
            Journal.Entry(verdictOn: name, command: command, folder: folder, sentence: LearnerVerdict(grade).sentence))
    }

    /// Grades the learner's files, with a line for each.
    private func gradeAll(_ catalogue: ExerciseCatalogue) throws {
        var isPassed = true
        try catalogue.withGrader { grader in
            for exercise in catalogue.exercises {
                let grade = try grader.gradeOwn(exercise)
                Progress.remember(grade, of: exercise, in: catalogue.package)
                isPassed = isPassed && grade.passed
                let first = grade.text(width: .max).split(separator: "\n").first ?? ""
                try StandardOutput.page("\(grade.passed ? "✓" : grade.status == .notStarted ? " " : "✗") \(first)")
            }
        }
        if !isPassed { throw ExitCode(ExitStatus.doesNotHold) }
    }

    /// The columns of a page.
    private var width: Int { min(StandardOutput.terminalWidth ?? StandardOutput.wantedWidth ?? 100, 120) }

    /// The learner's next possible steps.
    private func closing(_ grade: Grade, of exercise: Exercise, in package: String) -> String {
        func file(_ name: String) -> String { ShellWords.quoted(Self.short("\(package)/\(name)")) }
        if solution {
            let folder = "Solutions/\(grade.exercise)"
            return "\nThe solution's code:\n  \(file("\(folder)/Exercise.swift"))\nWhy it works:\n  \(file("\(folder)/README.md"))\n"
        }
        if grade.passed {
            // (An installation for students can be without the solutions.)
            let page = "Solutions/\(grade.exercise)/README.md"
            return attempt != nil || access("\(package)/\(page)", R_OK) != 0 ? "" : "\nWhy a solution works:\n  \(file(page))\n"
        }
        var text = ""
        if let trace = grade.trace {
            text += "\nSee what happened:\n  \(Invocation.interleave) view \(ShellWords.quoted(Self.short(trace)))"
        }
        if grade.status == .notStarted {
            let grading = "\(Invocation.interleave) grade \(exercise.words)"
            text += "\nThe task:\n  \(grading) --task\nTo see how a solution is graded:\n  \(grading) --solution"
        } else {
            text += "\nA hint:\n  \(Invocation.interleave) grade \(exercise.words) --hint"
        }
        return text.isEmpty ? "" : text + "\n"
    }

    /// The path relative to the current folder, if it is below; by SwiftPM's link to the folder of
    /// this build.
    private static func short(_ path: String) -> String {
        let here = FileManager.default.currentDirectoryPath + "/"
        guard path.hasPrefix(here) else { return path }
        let parts = path.dropFirst(here.count).split(separator: "/")
        let linked = ([parts[0]] + parts.dropFirst(2)).joined(separator: "/")
        return parts[0] == ".build" && FileManager.default.isReadableFile(atPath: linked) ? linked : parts.joined(separator: "/")
    }

    private func showHints(of folder: ExerciseFolder) throws {
        let hints = try folder.hints()
        let shown = Invocation.own.adapted(hints.prefix(hint).joined(separator: "\n\n"))
        try StandardOutput.page(ExerciseText.wrapped(shown, width: width))
        if hint < hints.count {
            let next = Array(repeating: "--hint", count: hint + 1).joined(separator: " ")
            // The number is enough, and leaves room for the hints.
            let name = folder.exercise.home == nil ? String(folder.exercise.name.prefix { $0 != "-" }) : folder.exercise.words
            try StandardOutput.line("\nNot enough?\n  \(Invocation.interleave) grade \(name) \(next)")
        }
    }
}
