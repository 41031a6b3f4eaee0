import Course
import ExplorationRunner
import Glibc
import Grading
import LabKit
import System
import Words

/// The exercises of the package, or of another folder, and the means to grade them.
struct ExerciseCatalogue {
    let package: String
    /// The exercises, by name.
    let exercises: [Exercise]

    /// - Parameters:
    ///   - home: a folder with exercises; nil: the package.
    ///   - learner: the learner's own folder; nil: their files are beside the tasks.
    /// - Throws: `ExplainedError` if the package is not known, or if a declaration in the
    ///   folder is wrong.
    init(home: String? = nil, learner: LearnerFolder? = .current) throws {
        guard let package = BuildFolder.current.package else {
            throw ExplainedError(
                .usage, "The exercises are in Interleave's package, but this program is outside of it.",
                cure: "In the package: swift run interleave exercises")
        }
        self.package = package
        let own = learner?.exercises == home ? learner?.path : nil
        func withFolder(_ exercises: [Exercise]) -> [Exercise] {
            exercises.map { exercise in
                var exercise = exercise
                exercise.learnerFolder = own
                return exercise
            }
        }
        guard let home else {
            exercises = withFolder(try Exercise.all(ofPackage: package))
            return
        }
        var facts = stat()
        guard stat(home, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
            throw ExplainedError(.usage, "There is no folder \(home).", cure: "Give the folder with your exercises: --exercises FOLDER.")
        }
        exercises = withFolder(try Exercise.all(in: home))
    }

    /// The exercise with this name, number ("2", "02") or topic ("reader-writer"); the error for an
    /// unknown one has the list and the nearest name.
    func exercise(named wanted: String) throws -> Exercise {
        let word = wanted.lowercased()
        let found =
            exercises.first { $0.name == word }
            ?? exercises.first { exercise in
                let parts = exercise.name.split(separator: "-", maxSplits: 1).map(String.init)
                guard parts.count == 2, let number = Int(parts[0]) else { return false }
                return word == parts[1] || Int(word) == number
            }
        if let found { return found }
        let names = exercises.map(\.name)
        let topics = names.map { String($0.drop { $0 != "-" }.dropFirst()) }
        let near = word.nearest(among: names) ?? word.nearest(among: topics).flatMap { topic in names.first { $0.hasSuffix(topic) } }
        throw ExplainedError(
            .usage, "There is no exercise '\(wanted)'.\(near.map { " Did you mean '\($0)'?" } ?? "")",
            cure: "The exercises are: \(names.joined(separator: ", ")).")
    }

    /// In an installation: refuses a toolchain that it was not built with, before anything is compiled.
    static func checkToolchain() throws(ExplainedError) {
        if BuildFolder.current.installation != nil { _ = try ExploredBuild.explorerLibrary() }
    }

    /// Calls `body` with a grader; builds the recorder first if necessary.
    func withGrader<Result>(_ body: (Grader) throws -> Result) throws -> Result {
        try Self.checkToolchain()
        let recorder = try PreloadLibrary()
        defer { recorder.remove() }
        let line = GradingProgress()
        defer { line.clear() }
        var workshop = try GradingWorkspace(package: package, buildFolder: BuildFolder.current.folder, recorder: recorder.path)
        if let own = LearnerFolder.current { workshop.keepTraces(inLearnerFolder: own.path) }
        return try body(
            Grader(workshop) { words in
                // For a person at the terminal who would wonder; a script need not know.
                if isatty(STDERR_FILENO) == 1 {
                    line.clear()
                    printError("interleave: \(words)")
                }
            } progress: { words in
                line.show(words)
            })
    }
}
