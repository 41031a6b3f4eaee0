import Words
import ArgumentParser
import Course

/// The option of the commands that work with exercises: a teacher's own ones are in another folder.
struct ExercisesOption: ParsableArguments {
    @Option(
        name: .customLong("exercises"),
        help: ArgumentHelp("Use the exercises of this folder, which has the folders Exercises and Solutions.", valueName: "folder"))
    var folder: String?

    /// The folder of the option; without it, that of the learner's folder in which the command is called. Nil: the package.
    var home: String? { given ?? LearnerFolder.current?.exercises }

    /// The folder of the option, without slashes at its end.
    var given: String? {
        folder.map { folder in
            var home = folder
            while home.hasSuffix("/"), home.count > 1 { home.removeLast() }
            return home
        }
    }

    /// - Throws: `ExplainedError` if there is no such folder, or if a declaration in it is
    ///   wrong.
    func catalogue() throws -> ExerciseCatalogue { try ExerciseCatalogue(home: home) }
}
