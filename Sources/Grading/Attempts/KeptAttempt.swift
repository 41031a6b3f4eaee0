import Words
import FoundationEssentials
import System

/// An attempt that an author keeps, to prove that the checks judge it as they should: a Swift file, or an edit, which has only the place
/// where the attempt differs from another file (`AttemptEdit`).
public struct KeptAttempt: Sendable {
    /// The file in the folder `Right` or `Wrong`.
    public let path: String
    /// The name of the Swift file: "SerialQueue.swift", also for an edit.
    public let name: String
    /// The whole text.
    public let text: String

    /// Whether the file has only the place that differs.
    public var isEdit: Bool { path.hasSuffix(AttemptEdit.ending) }

    /// - Throws: `ExplainedError` if the file cannot be read, or if an edit does not fit to its base.
    init(path: String, in folder: ExerciseFolder) throws(ExplainedError) {
        self.path = path
        let file = Evidence.name(of: path), text = try ExerciseFolder.text(of: path)
        if path.hasSuffix(AttemptEdit.ending) {
            name = file.dropLast(AttemptEdit.ending.count) + ".swift"
            self.text = try AttemptEdit(text, path: path).applied(in: folder)
        } else {
            name = file
            self.text = text
        }
    }
}

extension ExerciseFolder {
    /// The wrong attempts that must be refused, by name.
    /// - Throws: `ExplainedError` if one cannot be read, or does not declare the check that must
    ///   refuse it.
    public func wrongAttempts() throws(ExplainedError) -> [WrongAttempt] {
        var attempts: [WrongAttempt] = []
        for attempt in try kept("Wrong") { attempts.append(try WrongAttempt(attempt)) }
        return attempts
    }

    /// Solutions of another kind than the one that is shown, by name. They must pass too.
    /// - Throws: `ExplainedError` if one cannot be read.
    public func otherSolutions() throws(ExplainedError) -> [KeptAttempt] { try kept("Right") }

    private func kept(_ kind: String) throws(ExplainedError) -> [KeptAttempt] {
        let folder = "\(package)/Solutions/\(exercise.name)/\(kind)"
        let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
            $0.hasSuffix(".swift") || $0.hasSuffix(AttemptEdit.ending)
        }
        var attempts: [KeptAttempt] = []
        for file in files { attempts.append(try KeptAttempt(path: "\(folder)/\(file)", in: self)) }
        return attempts.sorted { $0.name < $1.name }
    }

    /// Writes the starter, the solution and all attempts as whole Swift files, below a folder: "01-once/Starter.swift",
    /// "01-once/Wrong/LooksTwice.swift".
    /// - Returns: the files.
    /// - Throws: `ExplainedError` if one cannot be read or written.
    public func writeAttempts(into target: String) throws(ExplainedError) -> [String] {
        var files = [("Starter.swift", try Self.text(of: starterPath)), ("Exercise.swift", try Self.text(of: solutionPath))]
        files += try kept("Right").map { ("Right/\($0.name)", $0.text) } + kept("Wrong").map { ("Wrong/\($0.name)", $0.text) }
        for kind in ["Right", "Wrong"] {
            try? FileManager.default.createDirectory(atPath: "\(target)/\(exercise.name)/\(kind)", withIntermediateDirectories: true)
        }
        var paths: [String] = []
        for (name, text) in files {
            paths.append("\(target)/\(exercise.name)/\(name)")
            guard FileManager.default.createFile(atPath: paths[paths.count - 1], contents: Data(text.utf8)) else {
                throw ExplainedError(
                    .noRoom, "\(paths[paths.count - 1]) cannot be written.",
                    cure: "Give a folder that you can write to, on a disk with space.")
            }
        }
        return paths
    }
}

extension Grader {
    /// Grades an attempt that an author keeps. An edit becomes a whole file, which is kept, so that the commands of the grade can read it.
    /// - Throws: as the grade of a file.
    public func grade(_ attempt: KeptAttempt, for exercise: Exercise) throws -> Grade {
        guard attempt.isEdit else { return try grade(attempt.path, for: exercise) }
        var mark = Fingerprint()
        mark.addPart(attempt.text.utf8)
        let folder = "\(workshop.folder)/attempts/\(mark.text)", file = "\(folder)/\(attempt.name)"
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            // In one step, because another process can do the same.
            try Data(attempt.text.utf8).write(to: URL(filePath: file), options: .atomic)
        } catch {
            throw ExplainedError(.noRoom, "\(file) cannot be written.", cure: "Free some space on that disk.")
        }
        return try grade(file, for: exercise)
    }
}
