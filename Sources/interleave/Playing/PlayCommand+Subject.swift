import ExplorationRunner
import Game
import Grading
import LabKit
import System
import Words

/// The program of a game.
struct PlayedProgram {
    var source: ExploredSource
    /// The function to play; nil: the first one that fails.
    var entry: String?
    /// The command that plays it.
    var command: String
    /// The name of a lab's variant, or of an exercise; nil: the file's name.
    var name: String?
    var lesson: GameLesson?
    /// The name of its score, and the package that keeps it; nil: none is kept.
    var score: (name: String, package: String)?
    /// The number of pool threads; nil: as many as are needed.
    var pool: Int?

    /// The score of a function of the program.
    func keptScore(_ entry: String) -> KeptScore? {
        score.map { KeptScore(lesson == nil && !$0.name.contains("/") ? "\($0.name)/\(entry)" : $0.name, package: $0.package) }
    }

    /// The heading of the game.
    func title(_ entry: String) -> String {
        if let lesson { return lesson.name }
        guard let name else { return source.name }
        return self.entry == nil ? "\(name), \(entry)()" : name
    }
}

extension PlayCommand {
    func subject(_ progress: ProgressLine) throws -> PlayedProgram {
        let play = "\(Invocation.interleave) play"
        if files.count == 1, let number = Int(file) {
            let catalogue = try LevelCatalogue(), (name, level) = try catalogue.level(number)
            let lesson = GameLesson(number: number, count: catalogue.levels.count, level: level)
            let source = try ExploredSource(
                program: [catalogue.program(of: name)], entry: level.function, swiftVersion: program.swiftVersion, input: program.input)
            return PlayedProgram(
                source: source, entry: level.function, command: "\(play) \(number)", lesson: lesson, score: (name, catalogue.package))
        }
        if files.count == 1, !isFile, file.hasPrefix("lab-") { return try lab(play) }
        guard isFile else {
            let catalogue = try other.catalogue(), exercise = try catalogue.exercise(named: file)
            let folder = ExerciseFolder(exercise, in: catalogue.package)
            let source = try folder.exploredSource(of: solution ? folder.solutionPath : attempt ?? folder.ownPath)
            return PlayedProgram(
                source: source, entry: program.entry, command: "\(play) \(file)", name: exercise.name,
                score: solution ? nil : (exercise.name, catalogue.package))
        }
        var source = try program.source(files)
        try program.addModules(to: &source) { progress.say($0) }
        return PlayedProgram(source: source, entry: program.entry, command: "\(play) \(program.words(files))")
    }

    /// A variant of a lab, in the small version that `--explore` explores.
    private func lab(_ play: String) throws -> PlayedProgram {
        let catalogue = try LabCatalogue(), name = try catalogue.name(for: file)
        let variants = try catalogue.description(of: name).variants.filter { $0.explored != nil }, names = variants.map(\.name)
        let chosen =
            variant.map { wanted in variants.first { $0.name == wanted } } ?? variants.first { $0.explored != "none" } ?? variants.first
        guard let chosen else {
            throw ExplainedError(
                .usage,
                variant.map { "lab-\(name) has no variant '\($0)' that can be played." } ?? "No variant of lab-\(name) can be played.",
                cure: "These variants can be played: \(names.joined(separator: ", ")).")
        }
        let package = BuildFolder.current.package ?? "."
        let folder = "\(package)/Labs/\(name.prefix(1).uppercased())\(name.dropFirst())"
        return PlayedProgram(
            source: try ExploredSource(lab: folder, variants: names), entry: ExploredSource.function(ofVariant: chosen.name),
            command: "\(play) lab-\(name) --variant \(chosen.name)", name: "lab-\(name), \(chosen.name)",
            score: ("lab-\(name)/\(chosen.name)", package), pool: chosen.pool)
    }
}
