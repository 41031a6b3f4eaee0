import Words
import FoundationEssentials
import Glibc
import System

/// The grade of one student's attempt at one exercise, as it is kept in a folder of results.
public struct ClassGrade: Codable, Equatable, Sendable {
    public var student: String
    public var exercise: String
    /// A hash of the attempt: another text must be graded again.
    public var attempt: String
    /// As in `Grade.Status`; or "unreadable", "unknownExercise" and "notGraded".
    public var status: String
    public var passed = false
    public var points = 0.0
    public var maxPoints = 0.0
    public var unjudgedPoints = 0.0
    /// The verdicts of the checks that failed, in their order.
    public var verdicts: [String] = []
    /// Why it has no grade; empty if it has one.
    public var message = ""

    /// An attempt without a grade.
    public init(student: String, exercise: String, attempt: String, status: String, message: String) {
        self.student = student
        self.exercise = exercise
        self.attempt = attempt
        self.status = status
        self.message = message
    }

    public init(student: String, attempt: String, _ grade: Grade) {
        self.init(student: student, exercise: grade.exercise, attempt: attempt, status: grade.status.rawValue, message: "")
        passed = grade.passed
        points = grade.points
        maxPoints = grade.maxPoints
        unjudgedPoints = grade.unjudgedPoints
        verdicts = grade.trouble.map { [$0.verdict] } ?? grade.checks.filter { !$0.passed && $0.isJudged }.map(\.verdict)
    }

    /// Whether the attempt was graded, however it did.
    public var isGraded: Bool { Grade.Status(rawValue: status) != nil }

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
}

/// The grades of a class: a folder with a subfolder for each student, which has a file for each
/// exercise.
public struct ClassGrades: Sendable {
    public private(set) var grades: [ClassGrade] = []

    public init(_ grades: [ClassGrade]) {
        self.grades = grades.sorted { ($0.student, $0.exercise) < ($1.student, $1.exercise) }
    }

    /// Reads the results of all students in folders.
    /// - Throws: `ExplainedError` if two folders have different grades for the same attempt, or if
    ///   there are none.
    public init(mergingFolders folders: [String]) throws(ExplainedError) {
        var all: [String: (grade: ClassGrade, folder: String)] = [:]
        for folder in folders {
            for student in ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() {
                let files = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(student)")) ?? []
                for file in files.sorted() where file.hasSuffix(".json") {
                    guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(student)/\(file)"),
                        let grade = ClassGrade(json: bytes)
                    else {
                        throw ExplainedError(
                            .unreadable, "\(folder)/\(student)/\(file) is not a grade that interleave wrote.",
                            cure: "Delete the file, and grade that attempt again with --resume.")
                    }
                    let key = "\(grade.student)\n\(grade.exercise)"
                    if let earlier = all[key], earlier.grade != grade {
                        throw ExplainedError(
                            .unreadable, "\(earlier.folder) and \(folder) have different grades for \(grade.exercise) of \(grade.student).",
                            cure: "Merge results of the same attempts.")
                    }
                    all[key] = (grade, folder)
                }
            }
        }
        guard !all.isEmpty else {
            throw ExplainedError(
                .missing, "There are no grades in \(folders.joined(separator: ", ")).",
                cure: "Give the folders that `interleave grade --batch` wrote its results to.")
        }
        self.init(all.values.map(\.grade))
    }

    /// The path of an attempt's results in a folder, without its extension.
    public static func path(_ student: String, _ exercise: String, in folder: String) -> String { "\(folder)/\(student)/\(exercise)" }

    /// A table of comma-separated values with a row for each attempt. The same grades give the same
    /// bytes.
    public var csv: String {
        let header = ["student", "exercise", "status", "passed", "points", "maxPoints", "unjudgedPoints", "verdicts"]
        let rows = grades.map { grade in
            [
                grade.student, grade.exercise, grade.status, String(grade.passed), Grade.decimal(grade.points),
                Grade.decimal(grade.maxPoints),
                Grade.decimal(grade.unjudgedPoints), grade.verdicts.joined(separator: " "),
            ]
        }
        return ([header] + rows).map(CSV.row).joined()
    }

    /// A table for people: a line for each student with the points of each exercise, and the sum.
    public func table(width: Int) -> String {
        var exercises: [String] = [], students: [String] = []
        for grade in grades {
            if !exercises.contains(grade.exercise) { exercises.append(grade.exercise) }
            if students.last != grade.student { students.append(grade.student) }
        }
        exercises.sort()
        let heads = exercises.map { String($0.prefix { $0.isNumber }.isEmpty ? $0.prefix(4) : $0.prefix { $0.isNumber }) }
        let columns = max(4, (heads.map(\.count).max() ?? 0) + 2)
        let room = max(8, width - columns * (exercises.count + 1))
        let names = min(room, max(7, students.map(\.count).max() ?? 0))
        func padded(_ text: String, _ count: Int) -> String { String(repeating: " ", count: max(0, count - text.count)) + text }
        func name(_ text: String) -> String {
            let shown = text.count > names ? text.prefix(names - 1) + "…" : text[...]
            return shown + String(repeating: " ", count: max(0, names - shown.count))
        }
        let byStudent = Dictionary(grouping: grades, by: \.student)
        var lines = [name("student") + heads.map { padded($0, columns) }.joined() + padded("sum", columns + 1)]
        for student in students {
            let own = byStudent[student] ?? []
            let cells = exercises.map { exercise -> String in
                guard let grade = own.first(where: { $0.exercise == exercise }) else { return padded("–", columns) }
                return padded(grade.isGraded ? Grade.decimal(grade.points) : "?", columns)
            }
            lines.append(name(student) + cells.joined() + padded(Grade.decimal(own.reduce(0) { $0 + $1.points }), columns + 1))
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
