import Words
import FoundationEssentials
import System

/// A new exercise that grades: a small example, which its author changes file by file.
public struct ExerciseSkeleton: Sendable {
    public let name: String
    /// The folder that has the folders `Exercises` and `Solutions`, or gets them.
    public let home: String
    private let isInPackage: Bool

    /// - Parameter isInPackage: whether the home is the package, so that commands need not name it.
    /// - Throws: `ExplainedError` if that cannot be the name of an exercise.
    public init(_ name: String, in home: String, isInPackage: Bool = false) throws(ExplainedError) {
        let isName = name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
        guard isName, let first = name.first, first != "-", name.last != "-", name.count <= 60, Int(name) == nil else {
            throw ExplainedError(
                .badDeclaration, "“\(name)” cannot be the name of an exercise.",
                cure: "Use lowercase letters, digits and hyphens, for example 23-counter. Exercises are sorted by name.")
        }
        self.name = name
        self.home = home
        self.isInPackage = isInPackage
    }

    /// The files, with their paths below the home.
    public var files: [(path: String, text: String)] {
        let exercise = "Exercises/\(name)", solution = "Solutions/\(name)"
        return [
            ("\(exercise)/README.md", Self.task(name, isInPackage: isInPackage)), ("\(exercise)/Starter.swift", Self.starter),
            ("\(exercise)/hints.md", Self.hints), ("\(exercise)/\(Exercise.declarationName)", Self.declaration),
            ("\(exercise)/Checks.swift", Self.checks), ("\(exercise)/Explored.swift", Self.explored),
            ("\(solution)/Exercise.swift", Self.solution), ("\(solution)/README.md", Self.explanation),
            ("\(solution)/Right/WithAQueue.swift", Self.withAQueue),
            ("\(solution)/Wrong/AddsLater.swift", Self.addsLater), ("\(solution)/Wrong/LocksOnlyTheWrite.diff", Self.locksOnlyTheWrite),
            ("\(solution)/Wrong/NeverUnlocks.diff", Self.neverUnlocks),
        ]
    }

    /// Writes the files; leaves nothing if that is not possible.
    /// - Throws: `ExplainedError` if there is such an exercise, or if a file cannot be written.
    public func write() throws(ExplainedError) {
        for folder in ["Exercises", "Solutions"] where FileManager.default.fileExists(atPath: "\(home)/\(folder)/\(name)") {
            throw ExplainedError(
                .badDeclaration, "There is a folder \(home)/\(folder)/\(name) already.", cure: "Choose another name, or remove that folder."
            )
        }
        do {
            for file in files {
                let path = "\(home)/\(file.path)"
                try FileManager.default.createDirectory(
                    atPath: path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/"),
                    withIntermediateDirectories: true)
                try Data(file.text.utf8).write(to: URL(filePath: path))
            }
        } catch {
            for folder in ["Exercises", "Solutions"] { FolderRemoval.remove("\(home)/\(folder)/\(name)") }
            throw ExplainedError(
                .noRoom, "The exercise cannot be written to \(home).", cure: "Give a folder that you can write to, on a disk with space.")
        }
    }
}
