import Words
import FoundationEssentials

/// An attempt of a class that is to be graded.
public struct Submission: Codable, Equatable, Sendable {
    public var student: String
    /// The exercise's whole name.
    public var exercise: String
    /// The path of the file, relative to the folder of the class.
    public var file: String
    /// The folder of the class.
    public var folder = ""
    /// When it was handed in, if an export of Gradescope says so.
    public var submitted = ""
    /// A hash of its text.
    public var attempt = ""
    /// The hashes of all else that its grade depends on.
    public var scheme = GradeScheme()

    public init(student: String, exercise: String, file: String) {
        self.student = student
        self.exercise = exercise
        self.file = file
    }

    /// From the text of a process that grades a class.
    public init?(json: String) {
        guard let submission = try? JSONDecoder().decode(Submission.self, from: Data(json.utf8)) else { return nil }
        self = submission
    }

    public var json: String { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}" }

    /// The same attempt without a grade.
    public func without(_ gap: ClassGrade.Gap, _ message: String) -> ClassGrade {
        var grade = ClassGrade(student: student, exercise: exercise, file: file, gap, message)
        (grade.folder, grade.submitted, grade.attempt, grade.scheme) = (folder, submitted, attempt, scheme)
        return grade
    }

    /// Whether a result is of this very text, graded in the same way.
    public func isGraded(by grade: ClassGrade) -> Bool {
        grade.isGraded && grade.attempt == attempt && grade.scheme == scheme && grade.exercise == exercise
            && grade.student.utf8.elementsEqual(student.utf8) && grade.file == file
    }

    /// Why an attempt with an earlier result is graded again, in words; nil if the result is of this very text.
    public func reason(toReplace earlier: ClassGrade) -> String? {
        if isGraded(by: earlier) { return nil }
        if !earlier.isGraded { return "there was no grade" }
        if earlier.attempt != attempt || earlier.file != file { return "the attempt has changed" }
        let changes = scheme.changes(since: earlier.scheme)
        return changes.isEmpty ? "the result is of another student or exercise" : Wording.list(changes)
    }

    /// Why bytes are not the text of an attempt, as a clause; nil if they can be one.
    public static func flaw(of bytes: Data) -> String? {
        let beginnings: [([UInt8], String)] = [
            (Array("{\\rtf".utf8), "is a text of a word processor (RTF)"), (Array("PK\u{3}\u{4}".utf8), "is a zip archive"),
            (Array("%PDF".utf8), "is a PDF document"), ([0xFF, 0xFE], "is in UTF-16"), ([0xFE, 0xFF], "is in UTF-16"),
        ]
        for (beginning, words) in beginnings where bytes.starts(with: beginning) { return "\(words), not Swift text in UTF-8" }
        return bytes.prefix(1000).contains(0) ? "is not text" : nil
    }
}
