import ArgumentParser
import Course
import ExplorationRunner
import FoundationEssentials
import Glibc
import Grading
import System
import Words

/// `interleave start`: a learner's own folder.
struct StartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Make a folder of your own for the exercises.",
        discussion: """
            The folder gets each task and the file to edit. It has no solutions and no hints: `learn` shows hints. Inside of it, `learn`, `grade`, \
            `replay` and `exercises` use your files and keep your progress there, so Interleave itself can be in a place that you cannot \
            write to. If the folder was made before, it gets what is missing, and your files stay as they are.
            """)

    @Argument(help: ArgumentHelp("The folder to make.", valueName: "folder"))
    var folder = "interleave"

    @OptionGroup var other: ExercisesOption

    func run() throws {
        let path = Self.absolute(folder), exercises = try startedFrom(path)
        let learner = LearnerFolder(path, exercises: exercises)
        let catalogue = try ExerciseCatalogue(home: exercises, learner: learner)
        if path == catalogue.package || path == exercises {
            throw ExplainedError(
                .usage, "\(folder) is the folder of the exercises themselves.", cure: "Name a folder of your own: interleave start FOLDER")
        }
        let known = catalogue.exercises.filter { FileManager.default.fileExists(atPath: ExerciseFolder($0, in: catalogue.package).ownPath) }
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try learner.mark.write(to: URL(filePath: "\(path)/\(LearnerFolder.markName)"), options: .atomic)
            for exercise in catalogue.exercises { try write(ExerciseFolder(exercise, in: catalogue.package)) }
        } catch let error as ExplainedError {
            throw error
        } catch {
            throw Self.unwritable(path)
        }
        let count = Wording.count(catalogue.exercises.count, "exercise"), first = catalogue.exercises[0].name
        let kept =
            known.isEmpty
            ? ""
            : known.count == catalogue.exercises.count
                ? " All were there: nothing of yours is changed." : " \(known.count) of them were there, and are unchanged."
        try StandardOutput.page(
            """
            \(folder) has \(count).\(kept)

            Go there, and begin with the first. Edit its Exercise.swift: each time you save it, it is graded.
              cd \(ShellWords.quoted(folder))
              \(Self.command) learn \(first)
            """)
    }

    /// The folder of the exercises. A folder that was made before keeps its own.
    /// - Throws: `ExplainedError` if the folder is of other exercises.
    private func startedFrom(_ path: String) throws -> String? {
        let wanted = other.given.map(Self.absolute)
        guard let old = LearnerFolder(above: path), old.path == path else { return wanted }
        if let wanted, wanted != old.exercises {
            throw ExplainedError(
                .usage, "\(folder) was made for the exercises of \(old.exercises ?? "Interleave").",
                cure: "Name another folder for those of \(wanted).")
        }
        return old.exercises
    }

    /// Writes the learner's file, if there is none, and the task, if it has changed.
    private func write(_ exercise: ExerciseFolder) throws {
        exercise.makeOwnFile()
        guard FileManager.default.fileExists(atPath: exercise.ownPath) else { throw Self.unwritable(exercise.ownPath) }
        let task = Data(Invocation.own.adapted(try exercise.task()).utf8), path = "\(exercise.ownFolder)/README.md"
        if FileManager.default.contents(atPath: path) != task { try task.write(to: URL(filePath: path), options: .atomic) }
    }

    private static func unwritable(_ path: String) -> ExplainedError {
        ExplainedError(.unwritable, "\(path) cannot be written.", cure: "Name a folder that you can write to, on a disk with space.")
    }

    /// The command by a path that works from the learner's folder, too.
    private static var command: String {
        let command = Invocation.interleave
        guard command.contains("/"), !command.hasPrefix("/"), !command.contains(" ") else { return command }
        return ShellWords.quoted(absolute(command))
    }

    /// An absolute path without "." and ".." and slashes at its end; links stay.
    private static func absolute(_ path: String) -> String {
        let whole = path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
        var parts: [Substring] = []
        for part in whole.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}
