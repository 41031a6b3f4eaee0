import Course
import FoundationEssentials
import Game
import System

/// The best score in a level, in a variant of a lab, or in a small test of an exercise. All of them are in one file, beside the progress of the
/// exercises: in the learner's folder, if there is one.
struct KeptScore {
    /// "01-counter", "lab-barrier/unprotected", "02-reader-writer/readersAndWriter".
    let name: String
    private let file: SharedFile

    /// - Parameter package: the folder with the levels, the labs and the exercises.
    init(_ name: String, package: String) {
        self.name = name
        file = Self.file(package)
    }

    private static func file(_ package: String) -> SharedFile {
        SharedFile("\(LearnerFolder.current?.path ?? package)/Exercises/.progress/levels.json")
    }

    /// All scores.
    static func all(package: String) -> LevelProgress { read(file(package)) }

    private static func read(_ file: SharedFile) -> LevelProgress {
        FileManager.default.contents(atPath: file.path).flatMap { try? JSONDecoder().decode(LevelProgress.self, from: $0) }
            ?? LevelProgress()
    }

    /// The best one so far in a sentence; nil: there is none.
    var best: String? { Self.read(file).best(of: name) }

    /// Keeps that the game was won: with this number of preemptions, or nil if the program cannot be broken. If it cannot be kept, nothing
    /// happens.
    func keep(_ preemptions: Int?) {
        try? FileManager.default.createDirectory(atPath: file.folder, withIntermediateDirectories: true)
        file.whileLocked(patience: .seconds(1)) {
            var progress = Self.read(file)
            progress.note(name, preemptions: preemptions)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            if let bytes = try? encoder.encode(progress) { _ = file.replace(with: bytes, mode: 0o644) }
        }
    }
}
