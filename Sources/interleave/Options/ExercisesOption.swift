import Words
import ArgumentParser

/// The option of the commands that work with exercises: a teacher's own ones are in another folder.
struct ExercisesOption: ParsableArguments {
    @Option(
        name: .customLong("exercises"),
        help: ArgumentHelp("Use the exercises of this folder, which has the folders Exercises and Solutions.", valueName: "folder"))
    var folder: String?

    /// The folder without slashes at its end.
    var home: String? {
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
