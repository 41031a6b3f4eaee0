import Words
import ArgumentParser
import Course
import ExplorationRunner
import FoundationEssentials
import Grading
import LabKit
import Learning
import System
import Terminal

/// `interleave learn`: an exercise with a verdict after each save.
struct LearnCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "learn", abstract: "Work on an exercise: your file is graded each time you save it.",
        discussion: """
            Open the exercise's Exercise.swift in your editor, and leave this running beside it. In a terminal, keys give hints, step through \
            the schedule that fails, and go on to the next exercise: ? lists them. In a pipe, or with --plain, it prints lines, and reads the \
            same commands as lines from standard input.

            Exit code 0 after q. Where the commands come from a pipe or a file, their end ends it, with the exit code of the last grade: 0 passed, \
            1 not passed.
            """)

    @Argument(
        help: ArgumentHelp(
            "The exercise, as `\(Invocation.interleave) exercises` lists it, or its number. (default: the one you worked on last)",
            valueName: "exercise"))
    var name: String?

    /// A folder with `Exercises` and `Solutions` for the learner's files; without it, the package.
    @Option(help: .hidden) var home: String?

    @OptionGroup var other: ExercisesOption

    @OptionGroup(title: "Page") var page: PageOptions

    /// The path relative to the current folder, if it is below; else all of it, so that an editor can open it.
    @Sendable private static func shown(_ path: String) -> String {
        let short = ShownPath.short(path)
        return path.hasSuffix("/\(short)") && short.contains("/") ? short : path
    }

    /// Notes a verdict in the journal.
    @Sendable private static func remember(_ verdict: LearnerVerdict, of exercise: Exercise) {
        _ = JournalFile().add(
            Journal.Entry(
                verdictOn: exercise.name, command: ["learn", exercise.name], folder: FileManager.default.currentDirectoryPath,
                sentence: verdict.sentence))
    }

    func run() throws {
        let catalogue = try other.catalogue()
        let exercise = try name.map(catalogue.exercise)
        let exercises = catalogue.exercises, home = home, folder = other.home
        var setup = LearnerSetup(
            exercises: exercises, home: home ?? catalogue.package,
            first: exercise.flatMap { wanted in exercises.firstIndex { $0.name == wanted.name } }, style: page.style, columns: page.columns,
            isPlain: page.isLinear || page.width != nil,
            grader: { exercise in
                GraderProgram(
                    "/proc/self/exe",
                    [LearnerGradeCommand.name, exercise.name, "--elsewhere", TemporaryFolder.parent] + (home.map { ["--home", $0] } ?? [])
                        + (folder.map { ["--exercises", $0] } ?? []))
            }, shownPath: Self.shown)
        // The exercises of another folder are not on the path.
        let course = home == nil && folder == nil ? Course(package: catalogue.package) : nil
        setup.ways = { [place = setup.home] exercise in
            var ways = course.map { Ways.from(exercise.name, $0, isAtExercise: true) } ?? Ways()
            let attempt = ExerciseFolder(exercise, in: place)
            if attempt.hasSmallTest {
                ways.game = ["play", exercise.name, "--attempt", attempt.ownPath] + (folder.map { ["--exercises", $0] } ?? [])
            }
            return ways
        }
        if course != nil {
            if JournalFile.isKept {
                setup.opened = { exercise in _ = JournalFile().add(Journal.Entry(exercise: exercise.name)) }
                setup.judged = { Self.remember($1, of: $0) }
            }
        }
        let isPassed = try Learning.run(setup) {
            printError("interleave: \($0)")
        } write: {
            try StandardOutput.write($0)
        }
        if !isPassed { throw ExitCode(ExitStatus.doesNotHold) }
    }
}
