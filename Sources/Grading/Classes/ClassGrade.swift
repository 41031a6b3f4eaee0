import Words
import FoundationEssentials
import System

/// The grade of one student's attempt at one exercise, as it is kept in a folder of results; or the row
/// of something that has no grade.
public struct ClassGrade: Codable, Equatable, Sendable {
    /// Why something has no grade.
    public enum Gap: String, Sendable, CaseIterable {
        /// No text of at most 1 MB, a link, or a folder.
        case unreadable
        case unknownExercise
        /// The grading of it failed.
        case notGraded
        /// Its name is not as the pattern says.
        case doesNotFit
        /// There are several files for the same exercise.
        case severalFiles
        case emptyFolder
        /// A student of the list without any file.
        case nothingHandedIn
        /// The run was interrupted before.
        case notGradedYet
    }

    public var student: String
    /// Empty if it is not known.
    public var exercise: String
    /// The path of the file, relative to the folder of the class.
    public var file = ""
    /// The folder of the class.
    public var folder = ""
    /// When it was handed in, if that is known.
    public var submitted = ""
    /// A hash of the attempt: another text must be graded again.
    public var attempt = ""
    /// The hashes of all else that the grade depends on.
    public var scheme = GradeScheme()
    /// As in `Grade.Status`, or a `Gap`.
    public var status: String
    public var passed = false
    public var points = 0.0
    public var maxPoints = 0.0
    public var unjudgedPoints = 0.0
    /// The verdicts of the checks that failed, in their order.
    public var verdicts: [String] = []
    public var checks: [Check] = []
    /// Why it has no grade; empty if it has one.
    public var message = ""

    /// One check's part of a grade.
    public struct Check: Codable, Equatable, Sendable {
        public var name: String
        /// The kind of mistake: "none" if it passed, "notJudged" if it could not be judged.
        public var verdict: String
        public var passed: Bool
        public var points: Double
        public var maxPoints: Double
        public var unjudgedPoints: Double
        /// The mistake, its cause, its place, and the advice; empty if it passed.
        public var message: String
        /// As in `Grade.CheckResult`.
        public var misconception: String?
    }

    /// The row of something without a grade.
    public init(student: String, exercise: String, file: String = "", _ gap: Gap, _ message: String) {
        self.student = student
        self.exercise = exercise
        self.file = file
        status = gap.rawValue
        self.message = message
    }

    /// The grade of an attempt.
    public init(of submission: Submission, _ grade: Grade) {
        student = submission.student
        exercise = grade.exercise
        file = submission.file
        folder = submission.folder
        submitted = submission.submitted
        attempt = submission.attempt
        scheme = submission.scheme
        status = grade.status.rawValue
        passed = grade.passed
        points = grade.points
        maxPoints = grade.maxPoints
        unjudgedPoints = grade.unjudgedPoints
        verdicts = grade.trouble.map { [$0.verdict] } ?? grade.checks.filter { !$0.passed && $0.isJudged }.map(\.verdict)
        checks = grade.checks.map { check in
            Check(
                name: check.name, verdict: check.verdict, passed: check.passed, points: check.points, maxPoints: check.maxPoints,
                unjudgedPoints: check.unjudgedPoints, message: check.message, misconception: check.misconception)
        }
        if let crash = grade.crash { verdicts.append(crash.verdict) }
    }

    /// Whether the attempt was graded, however it did.
    public var isGraded: Bool { Grade.Status(rawValue: status) != nil }

    /// Whether two rows are about the same: then there is one of them in a table.
    var key: [String] { [student, exercise, exercise.isEmpty || status == Gap.unknownExercise.rawValue ? file : ""] }

    /// Whether two results for the same attempt say the same. Times and remarks do not count.
    func agrees(with other: ClassGrade) -> Bool {
        (attempt, file, status) == (other.attempt, other.file, other.status) && verdicts == other.verdicts
            && (points, maxPoints, unjudgedPoints, passed) == (other.points, other.maxPoints, other.unjudgedPoints, other.passed)
    }

    /// A hash of the bytes of an attempt.
    public static func fingerprint(_ bytes: Data) -> String {
        var fingerprint = Fingerprint()
        fingerprint.addPart(bytes)
        return fingerprint.text
    }

    public init?(json: Data) {
        guard let grade = try? JSONDecoder().decode(ClassGrade.self, from: json) else { return nil }
        self = grade
    }

    /// One JSON object.
    public var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return ((try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}") + "\n"
    }

    /// The path of its results in a folder, without an extension.
    public func path(in folder: String) -> String { "\(folder)/\(Self.folderName(student))/\(fileName)" }

    /// The name of a student's folder with results.
    public static func folderName(_ student: String) -> String {
        // A list can have any name; and tables are beside the folders.
        let isTable = (student.hasPrefix("grades") || student.hasPrefix("statistics")) && student.hasSuffix(".csv")
        if student.isEmpty || student.hasPrefix(".") || isTable { return "student \(asName(student))" }
        return asName(student)
    }

    private var fileName: String {
        // The name of an exercise has no blank, so it is not the name of another row.
        if exercise.isEmpty, file.isEmpty { return "nothing handed in" }
        return exercise.isEmpty || status == Gap.unknownExercise.rawValue ? "file \(Self.asName(file))" : Self.asName(exercise)
    }

    /// A text as the name of a file.
    private static func asName(_ text: String) -> String {
        let name = text.replacing("/", with: "_").replacing("\0", with: "_")
        guard name.utf8.count > 200 else { return name }
        return "\(name.prefix(40)) \(fingerprint(Data(text.utf8)))"
    }
}
