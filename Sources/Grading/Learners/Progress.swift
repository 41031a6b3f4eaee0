import Words
import FoundationEssentials
import Glibc
import System

/// A learner's progress with an exercise: the result of its last grading, as long as the file has
/// not changed since.
///
/// It is kept in `Exercises/.progress/<name>.json`, a file of the learner's for each exercise. A
/// file that cannot be read counts as none, and is put aside before a new one is written.
public enum Progress: Equatable, Sendable {
    case notStarted
    /// Edited since it was last graded, or never graded.
    case edited
    case graded(points: Double, of: Double, passed: Bool)

    private struct Entry: Codable {
        /// The fingerprint of the text that was graded last.
        var text = ""
        var points = 0.0
        var maxPoints = 0.0
        var passed = false
        /// Missing in files of older versions.
        var work: LearnerRecord?
    }

    /// The known progress for the learner's file of an exercise.
    /// - Throws: `ExplainedError` if a file is missing.
    public static func of(_ exercise: Exercise, in package: String) throws(ExplainedError) -> Progress {
        let folder = ExerciseFolder(exercise, in: package)
        guard try folder.isStarted() else { return .notStarted }
        guard let entry = entry(path(exercise, package)), try entry.text == fingerprint(ExerciseFolder.text(of: folder.ownPath)) else {
            return .edited
        }
        return .graded(points: entry.points, of: entry.maxPoints, passed: entry.passed)
    }

    /// The learner's work on an exercise until now.
    public static func work(on exercise: Exercise, in package: String) -> LearnerRecord {
        guard let entry = entry(path(exercise, package)) else { return LearnerRecord() }
        var work = entry.work?.plausible ?? LearnerRecord()
        // An older version has graded it.
        if entry.work == nil, !entry.text.isEmpty { work.attempts = 1 }
        if entry.passed, work.solved == nil { work.solved = .init(attempts: work.attempts, seconds: work.seconds, hints: work.hints) }
        return work
    }

    /// Stores the grade of the learner's own file; if that is not possible, it does nothing.
    public static func remember(_ grade: Grade, of exercise: Exercise, in package: String) {
        guard grade.status != .notStarted, let text = try? ExerciseFolder.text(of: ExerciseFolder(exercise, in: package).ownPath) else {
            return
        }
        remember(LearnerVerdict(grade), ofText: text, of: exercise, in: package)
    }

    /// Stores the verdict on a text of the learner's; if that is not possible, it does nothing.
    ///
    /// A text that differs from the one before is one more attempt, if it compiles.
    /// - Parameters:
    ///   - seconds: time that the learner has worked since the last call.
    @discardableResult
    public static func remember(
        _ verdict: LearnerVerdict, ofText text: String, of exercise: Exercise, in package: String, seconds: Double = 0
    ) -> LearnerRecord {
        let mark = fingerprint(text)
        return change(exercise, package) { entry, work in
            work.seconds += seconds
            if entry.text != mark, verdict.status != .notCompiled { work.attempts += 1 }
            if verdict.passed, work.solved == nil {
                work.solved = .init(attempts: max(1, work.attempts), seconds: work.seconds, hints: work.hints)
            }
            entry = Entry(text: mark, points: verdict.points, maxPoints: verdict.maxPoints, passed: verdict.passed)
        }
    }

    /// Adds to the learner's work; if that is not possible, it does nothing.
    /// - Parameters:
    ///   - seconds: time that the learner has worked since the last call.
    ///   - hints: the number of hints that they have seen.
    @discardableResult
    public static func add(seconds: Double, hints: Int = 0, to exercise: Exercise, in package: String) -> LearnerRecord {
        change(exercise, package) { _, work in
            work.seconds += seconds
            work.hints = max(work.hints, hints)
        }
    }

    /// The exercise that the learner worked on last; nil if there is none.
    public static func latest(of exercises: [Exercise], in package: String) -> Exercise? {
        func date(_ exercise: Exercise) -> Date? {
            (try? FileManager.default.attributesOfItem(atPath: path(exercise, package)))?[.modificationDate] as? Date
        }
        return exercises.compactMap { exercise in date(exercise).map { (exercise, $0) } }.max { $0.1 < $1.1 }?.0
    }

    // MARK: The file

    /// Why nothing can be kept about an exercise, and no attempt be put aside; nil if it can.
    public static func whyNotKept(of exercise: Exercise, in package: String) -> (folder: String, reason: String)? {
        let folder = folder(ExerciseFolder(exercise, in: package).learnerFolder)
        // (Some errors leave `errno` as it is.)
        errno = EACCES
        let isThere = (try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)) != nil
        return isThere && access(folder, W_OK) == 0 ? nil : (folder, String(cString: strerror(errno)))
    }

    static func folder(_ learnerFolder: String) -> String { "\(learnerFolder)/Exercises/.progress" }

    private static func path(_ exercise: Exercise, _ package: String) -> String {
        "\(folder(ExerciseFolder(exercise, in: package).learnerFolder))/\(exercise.name).json"
    }

    private static func entry(_ path: String) -> Entry? {
        FileManager.default.contents(atPath: path).flatMap { try? JSONDecoder().decode(Entry.self, from: $0) }
    }

    /// Changes the file: in one step for readers, and after the changes of other processes.
    private static func change(
        _ exercise: Exercise, _ package: String, _ change: (inout Entry, inout LearnerRecord) -> Void
    ) -> LearnerRecord {
        let path = path(exercise, package), folder = folder(ExerciseFolder(exercise, in: package).learnerFolder)
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let file = SharedFile(path)
        return file.whileLocked(patience: .seconds(1)) {
            var work = work(on: exercise, in: package)
            let known = entry(path)
            if known == nil, access(path, F_OK) == 0 { rename(path, "\(path).damaged") }
            var entry = known ?? Entry()
            change(&entry, &work)
            entry.work = work
            if let bytes = try? JSONEncoder().encode(entry) { _ = file.replace(with: bytes, mode: 0o644) }
            return work
        }
    }

    private static func fingerprint(_ text: String) -> String {
        var fingerprint = Fingerprint()
        fingerprint.addPart(text.utf8)
        return fingerprint.text
    }
}
