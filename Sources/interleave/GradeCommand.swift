import ArgumentParser
import Exploring
import FoundationEssentials
import Glibc
import Grading

/// `interleave grade EXERCISE`: one attempt, compiled, run, recorded and judged.
struct GradeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grade", abstract: "Grade an exercise: yours, unless another file is named.",
        discussion: """
            The attempt is compiled by itself and runs in a process of its own, under the recorder: what it does is judged, and how it does it.
            Exit codes: 0 passed; 1 not passed (or not started); 2 wrong usage, or it does not compile.
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

    @Argument(
        help: ArgumentHelp("The exercise, as `\(Invocation.interleave) exercises` lists it; its number will do.", valueName: "exercise"))
    var name: String

    @Option(help: ArgumentHelp("Grades this file instead of yours in Exercises.", valueName: "file"))
    var attempt: String?

    @Flag(help: "Grades the solution.")
    var solution = false

    @Option(help: "The form: text or json.")
    var format = Format.text

    @Option(name: .shortAndLong, help: ArgumentHelp("The file to write; else standard output.", valueName: "file"))
    var output: String?

    @Flag(help: "Shows the task and grades nothing.")
    var task = false

    @Flag(help: "Shows a hint and grades nothing; twice the second hint too, three times all three.")
    var hint: Int

    func validate() throws {
        if solution, attempt != nil { throw ValidationError("--solution and --attempt exclude each other.") }
    }

    func run() throws {
        let catalogue = try ExerciseCatalogue()
        let exercise = try catalogue.exercise(named: name)
        let folder = ExerciseFolder(exercise, in: catalogue.package)
        if task { return try StandardOutput.line(ExerciseText.wrapped(folder.task(), width: width)) }
        if hint > 0 { return try showHints(of: folder) }
        let target = try output.map { try OutputFile($0, unlessItIs: attempt ?? folder.ownPath) }
        let grade = try catalogue.withGrader { grader in
            if solution { return try grader.grade(folder.solutionPath, for: exercise) }
            if let attempt { return try grader.grade(attempt, for: exercise) }
            let grade = try grader.gradeOwn(exercise)
            Progress.remember(grade, of: exercise, in: catalogue.package)
            return grade
        }
        let text = format == .json ? grade.json : grade.text(width: width) + closing(grade, in: catalogue.package)
        if let target {
            try target.write(text)
            try target.close()
        } else {
            try StandardOutput.write(text)
        }
        if grade.passed { return }
        throw ExitCode((grade.status == .notCompiled ? CommandFailure.Code.usage : .doesNotHold).rawValue)
    }

    /// Columns of a page.
    private var width: Int { min(StandardOutput.terminalWidth ?? 100, 120) }

    /// What a learner may do next.
    private func closing(_ grade: Grade, in package: String) -> String {
        func file(_ name: String) -> String { ShellWords.quoted(Self.short("\(package)/\(name)")) }
        if grade.passed {
            return solution || attempt != nil
                ? "" : "\nWhy it works, in another's words:\n  \(file("Solutions/\(grade.exercise)/README.md"))\n"
        }
        var text = ""
        if let trace = grade.trace {
            text += "\nSee what happened:\n  \(Invocation.interleave) view \(ShellWords.quoted(Self.short(trace)))"
        }
        if grade.status == .notStarted {
            let grading = "\(Invocation.interleave) grade \(grade.exercise)"
            text += "\nThe task:\n  \(grading) --task\nTo see how a solution is graded:\n  \(grading) --solution"
        } else {
            text += "\nA hint:\n  \(Invocation.interleave) grade \(grade.exercise) --hint"
        }
        return text.isEmpty ? "" : text + "\n"
    }

    /// The path from here, where it is below; by SwiftPM's link to the folder of this build.
    private static func short(_ path: String) -> String {
        let here = FileManager.default.currentDirectoryPath + "/"
        guard path.hasPrefix(here) else { return path }
        let parts = path.dropFirst(here.count).split(separator: "/")
        let linked = ([parts[0]] + parts.dropFirst(2)).joined(separator: "/")
        return parts[0] == ".build" && FileManager.default.isReadableFile(atPath: linked) ? linked : parts.joined(separator: "/")
    }

    private func showHints(of folder: ExerciseFolder) throws {
        let hints = try folder.hints()
        try StandardOutput.line(ExerciseText.wrapped(hints.prefix(hint).joined(separator: "\n\n"), width: width))
        if hint < hints.count {
            let next = Array(repeating: "--hint", count: hint + 1).joined(separator: " ")
            // The number will do, and leaves room for the hints.
            try StandardOutput.line("\nNot enough?\n  \(Invocation.interleave) grade \(folder.exercise.name.prefix { $0 != "-" }) \(next)")
        }
    }
}
