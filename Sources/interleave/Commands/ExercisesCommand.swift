import System
import Words
import ArgumentParser
import ExplorationRunner
import FoundationEssentials
import Glibc
import Grading
import LabKit

/// `interleave exercises`: the exercises, and the learner's progress.
struct ExercisesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "exercises", abstract: "List the exercises, with their topics and your progress.",
        subcommands: [Check.self, Attempts.self, New.self])

    @OptionGroup var other: ExercisesOption

    func run() throws {
        let catalogue = try other.catalogue()
        let width = catalogue.exercises.map(\.name.count).max() ?? 0
        var next: Exercise?
        for exercise in catalogue.exercises {
            ExerciseFolder(exercise, in: catalogue.package).makeOwnFile()
            let progress = try Progress.of(exercise, in: catalogue.package)
            let isPassed = if case .graded(_, _, true) = progress { true } else { false }
            if !isPassed, next == nil { next = exercise }
            let name = exercise.name + String(repeating: " ", count: width - exercise.name.count)
            // The columns after mark and name.
            let column = width + 4, indent = String(repeating: " ", count: column)
            let topic = ExerciseText.broken(exercise.topic, max(20, (StandardOutput.terminalWidth ?? 100) - column))
            try StandardOutput.page("\(isPassed ? "✓" : " ") \(name)  \(topic.joined(separator: "\n\(indent)"))")
            try StandardOutput.page("  \(String(repeating: " ", count: width))  \(Self.words(progress))")
        }
        guard let next else { return try StandardOutput.line("\nAll passed.") }
        let folder = next.learnerFolder ?? next.home, path = "Exercises/\(next.name)/Exercise.swift"
        let file = folder.map { $0 == FileManager.default.currentDirectoryPath ? path : "\($0)/\(path)" } ?? path
        try StandardOutput.line(
            """

            Read the task, edit \(file), and see a verdict each time you save it:
              \(Invocation.interleave) learn \(next.words)
            To grade your file once:
              \(Invocation.interleave) grade \(next.words)
            """)
    }

    private static func words(_ progress: Progress) -> String {
        switch progress {
        case .notStarted: "not started"
        case .edited: "edited, not graded yet"
        case .graded(let points, let most, let passed): "\(passed ? "passed, " : "")\(Int(points)) of \(Int(most)) points"
        }
    }

    /// `interleave exercises check`: for authors.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract:
                "For authors: check that starters fail, solutions pass, wrong attempts are refused for the right reason, and texts and hints exist.",
            discussion: "Exit code 0 if all of that holds, 1 otherwise.")

        @Argument(help: "Check only these exercises. (default: all)")
        var names: [String] = []

        @Option(
            help: ArgumentHelp("The number of attempts that are graded at the same time. (1 to 64, default: 1)", valueName: "count"),
            transform: within(1...64))
        var jobs = 1

        @Option(
            help: ArgumentHelp(
                "Check only part K of N of the attempts, for example 2/3; starters and solutions are always checked.", valueName: "k/n"),
            transform: { text in
                guard let shard = BatchGrading.Shard(text) else {
                    throw ValidationError("Give K/N with K from 1 to N, for example 2/3.")
                }
                return shard
            })
        var shard: BatchGrading.Shard?

        @OptionGroup var other: ExercisesOption

        func run() throws {
            let catalogue = try other.catalogue()
            let exercises = names.isEmpty ? catalogue.exercises : try names.map(catalogue.exercise)
            var troubles = 0
            try catalogue.withGrader { grader in
                try AuthorCheck(grader).check(exercises, jobs: jobs, part: shard.map { ($0.number, $0.count) } ?? (1, 1)) { result in
                    // The line of progress is there.
                    if isatty(STDERR_FILENO) == 1 { printError("\r\u{1B}[K", terminator: "") }
                    try StandardOutput.line(
                        "\(result.trouble == nil ? "✓" : "✗") \(result.exercise)  \(result.subject): \(result.remark)")
                    guard let trouble = result.trouble else { return }
                    troubles += 1
                    for line in trouble.split(separator: "\n") { try StandardOutput.line("    \(line)") }
                }
            }
            if troubles > 0 { throw ExitCode(ExitStatus.doesNotHold) }
        }
    }

    /// `interleave exercises attempts --into FOLDER`: for authors.
    struct Attempts: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "attempts", abstract: "For authors: write starters, solutions and attempts as whole Swift files.",
            discussion: """
                Many attempts are kept as edits: only the place where they differ from the starter or from a solution. This writes each of them as \
                FOLDER/EXERCISE/Wrong/NAME.swift (or Right), to be read or graded: \(Invocation.interleave) grade 01 --attempt FILE.
                """)

        @Argument(help: "Only those of these exercises. (default: all)")
        var names: [String] = []

        @Option(help: ArgumentHelp("The folder for the files.", valueName: "folder"))
        var into: String

        @OptionGroup var other: ExercisesOption

        func run() throws {
            let catalogue = try other.catalogue()
            for exercise in names.isEmpty ? catalogue.exercises : try names.map(catalogue.exercise) {
                for path in try ExerciseFolder(exercise, in: catalogue.package).writeAttempts(into: into) { try StandardOutput.line(path) }
            }
        }
    }

    /// `interleave exercises new NAME`: for authors.
    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new", abstract: "For authors: lay out a new exercise that grades, to be changed file by file.",
            discussion: """
                It writes the task, the file to edit, hints, checks, a solution and wrong attempts of a small example. Without --exercises they are in this \
                package. docs/add-an-exercise.md explains each file.
                """)

        @Argument(help: ArgumentHelp("The name: lowercase letters, digits and hyphens, such as 23-counter.", valueName: "name"))
        var name: String

        @OptionGroup var other: ExercisesOption

        func run() throws {
            let catalogue = try ExerciseCatalogue(), home = other.given ?? catalogue.package
            if home == catalogue.package, catalogue.exercises.contains(where: { $0.name == name }) {
                throw ExplainedError(.usage, "There is an exercise \(name) already.", cure: "Choose another name.")
            }
            let skeleton = try ExerciseSkeleton(name, in: home, isInPackage: other.given == nil)
            try skeleton.write()
            for file in skeleton.files { try StandardOutput.line("\(home)/\(file.path)") }
            let words = other.given == nil ? name : "\(name) --exercises \(ShellWords.quoted(home))"
            try StandardOutput.line(
                """

                This example grades already. Check it now, and again after each change:
                  \(Invocation.interleave) exercises check \(words)
                """)
        }
    }
}
