import FoundationEssentials
import Glibc

/// A learner's progress with an exercise: the result of its last grading, as long as the file has
/// not changed since.
public enum Progress: Equatable, Sendable {
    case notStarted
    /// Edited since it was last graded, or never graded.
    case edited
    case graded(points: Double, of: Double, passed: Bool)

    private struct Entry: Codable {
        var text: String
        var points: Double
        var maxPoints: Double
        var passed: Bool
    }

    /// The known progress for the learner's file of an exercise.
    /// - Throws: `GradingError` if a file is missing.
    public static func of(_ exercise: Exercise, in package: String) throws(GradingError) -> Progress {
        let folder = ExerciseFolder(exercise, in: package)
        guard try folder.isStarted() else { return .notStarted }
        guard let bytes = FileManager.default.contents(atPath: path(exercise, package)),
            let entry = try? JSONDecoder().decode(Entry.self, from: bytes), try entry.text == fingerprint(folder)
        else { return .edited }
        return .graded(points: entry.points, of: entry.maxPoints, passed: entry.passed)
    }

    /// Stores the grade of the learner's own file; if that is not possible, it does nothing.
    public static func remember(_ grade: Grade, of exercise: Exercise, in package: String) {
        guard grade.status != .notStarted, let text = try? fingerprint(ExerciseFolder(exercise, in: package)) else { return }
        let entry = Entry(text: text, points: grade.points, maxPoints: grade.maxPoints, passed: grade.passed)
        try? FileManager.default.createDirectory(atPath: "\(package)/Exercises/.progress", withIntermediateDirectories: true)
        guard let bytes = try? JSONEncoder().encode(entry) else { return }
        try? bytes.write(to: URL(filePath: path(exercise, package)), options: .atomic)
    }

    private static func path(_ exercise: Exercise, _ package: String) -> String { "\(package)/Exercises/.progress/\(exercise.name).json" }

    private static func fingerprint(_ folder: ExerciseFolder) throws(GradingError) -> String {
        var fingerprint = Fingerprint()
        fingerprint.take(try ExerciseFolder.text(of: folder.ownPath).utf8)
        return fingerprint.text
    }
}
