import Words
import FoundationEssentials

/// The grades of a class: a folder with a subfolder for each student, which has a file for each
/// exercise.
public struct ClassGrades: Sendable {
    public private(set) var grades: [ClassGrade] = []

    public init(_ grades: [ClassGrade]) {
        self.grades = grades.sorted { ($0.student, $0.exercise, $0.file) < ($1.student, $1.exercise, $1.file) }
    }

    /// Reads the results of all students in folders.
    /// - Throws: `ExplainedError` if two folders have different grades for the same attempt, if grades for an
    ///   exercise were made in different ways, or if there are none.
    public init(mergingFolders folders: [String]) throws(ExplainedError) {
        var all: [[String]: (grade: ClassGrade, folder: String)] = [:]
        for folder in folders {
            for (path, grade) in try Self.results(in: folder) {
                guard let grade else {
                    throw ExplainedError(
                        .unreadable, "\(path) is not a grade that this Interleave wrote.",
                        cure: "Delete the file, and grade that attempt again with --resume.")
                }
                if let earlier = all[grade.key] {
                    guard earlier.grade.agrees(with: grade) else {
                        throw ExplainedError(
                            .unreadable,
                            "\(earlier.folder) and \(folder) have different grades for \(grade.exercise) of \(SafeText.escaped(grade.student)).",
                            cure: "Merge results of the same attempts.")
                    }
                }
                all[grade.key] = (grade, folder)
            }
        }
        guard !all.isEmpty else {
            throw ExplainedError(
                .missing, "There are no grades in \(folders.joined(separator: ", ")).",
                cure: "Give the folders that `interleave grade --batch` wrote its results to.")
        }
        self.init(all.values.map(\.grade))
        if let words = mixedSchemes {
            throw ExplainedError(
                .unreadable, words, cure: "Grade the class again with --resume, in each part: it keeps the grades that are still right.")
        }
    }

    /// The results in a folder, with their paths; nil for a file that is not a result.
    /// - Throws: `ExplainedError` if the folder cannot be read.
    public static func results(in folder: String) throws(ExplainedError) -> [(path: String, grade: ClassGrade?)] {
        guard let students = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw ExplainedError(.missing, "There is no folder \(folder).", cure: "Give the folders of --results.")
        }
        return students.sorted().flatMap { student -> [(path: String, grade: ClassGrade?)] in
            let files = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(student)")) ?? []
            return files.sorted().filter { $0.hasSuffix(".json") && !$0.hasSuffix(ResultFile.gradescope) }.map { file in
                let path = "\(folder)/\(student)/\(file)"
                return (path, FileManager.default.contents(atPath: path).flatMap { ClassGrade(json: $0) })
            }
        }
    }

    /// Says that grades of one exercise were made in different ways; nil if they were not.
    var mixedSchemes: String? {
        var first: [String: ClassGrade] = [:]
        for grade in grades where grade.isGraded {
            guard let other = first[grade.exercise] else {
                first[grade.exercise] = grade
                continue
            }
            let changes = grade.scheme.changes(since: other.scheme)
            if changes.isEmpty { continue }
            return """
                The grades of \(SafeText.escaped(other.student)) and \(SafeText.escaped(grade.student)) for \(grade.exercise) cannot be compared: \
                between them, \(Wording.list(changes)).
                """
        }
        return nil
    }

    /// A table of comma-separated values with a row for each attempt. The same grades give the same
    /// bytes.
    public var csv: String {
        let header = [
            "student", "exercise", "status", "passed", "points", "maxPoints", "unjudgedPoints", "verdicts", "file", "submitted", "message",
        ]
        let rows = grades.map { grade in
            [
                grade.student, grade.exercise, grade.status, String(grade.passed), Grade.decimal(grade.points),
                Grade.decimal(grade.maxPoints), Grade.decimal(grade.unjudgedPoints), grade.verdicts.joined(separator: " "), grade.file,
                grade.submitted, grade.reason,
            ]
        }
        return ([header] + rows).map(CSV.row).joined()
    }
}

extension ClassGrade {
    /// The first line of the reason why it has no grade.
    public var reason: String { message.split(whereSeparator: \.isNewline).first.map { SafeText.escaped(String($0)) } ?? "" }
}
