import Foundation
import System
import Testing
import Words

@testable import Grading

/// Tables of a class, and when a kept grade counts.
@Suite struct ClassGradeTests {
    private static func submission(_ student: String = "anna", text: String = "x") -> Submission {
        var submission = Submission(student: student, exercise: "05-apply-stride", file: "\(student)/05.swift")
        submission.attempt = ClassGrade.fingerprint(Data(text.utf8))
        submission.scheme.exercise = "e"
        submission.scheme.compiler = "c"
        return submission
    }

    private static let grade = FormatTests.grades[1]

    @Test("A kept grade counts only for the same text, the same exercise, the same build and the same compiler; else the reason is told")
    func resume() {
        let first = Self.submission(), kept = ClassGrade(of: first, Self.grade)
        #expect(first.isGraded(by: kept) && first.reason(toReplace: kept) == nil)
        let changes: [(words: String, WritableKeyPath<Submission, String>)] = [
            ("the attempt has changed", \.attempt), ("the attempt has changed", \.file),
            ("the files of the exercise have changed", \.scheme.exercise), ("the checks of the package have changed", \.scheme.checks),
            ("this is another build of Interleave", \.scheme.program), ("this is another Swift compiler", \.scheme.compiler),
        ]
        for (words, path) in changes {
            var changed = first
            changed[keyPath: path] += "!"
            #expect(!changed.isGraded(by: kept) && changed.reason(toReplace: kept) == words)
        }
        let failed = first.without(.notGraded, "The machine went down.")
        #expect(!first.isGraded(by: failed) && first.reason(toReplace: failed) == "there was no grade")
    }

    @Test("A grade depends on each file of the exercise that is compiled or compared, and on none that people read")
    func scheme() throws {
        let folder = try TemporaryFolder.make(), home = "\(folder.path)/course"
        try ExerciseSkeleton("counter", in: home).write()
        let exercise = try #require(try Exercise.all(in: home).first)
        func scheme() -> GradeScheme { GradeSchemes(package: Bench.package, build: .current).scheme(of: exercise) }
        let first = scheme(), place = "\(home)/Exercises/counter"
        #expect(scheme() == first && [first.exercise, first.checks, first.program, first.compiler].allSatisfy { !$0.isEmpty })
        for (file, matters) in [
            ("Checks.swift", true), ("Explored.swift", true), ("exercise.json", true), ("Starter.swift", true), ("README.md", false),
            ("hints.md", false), ("Exercise.swift", false),
        ] {
            let before = scheme()
            let text = (try? String(contentsOfFile: "\(place)/\(file)", encoding: .utf8)) ?? ""
            try Data("\(text)\n".utf8).write(to: URL(filePath: "\(place)/\(file)"))
            #expect((scheme() != before) == matters, "\(file)")
        }
    }

    @Test("A linker's hash is read from a program, and a file without one has its size and date")
    func buildIdentity() throws {
        let folder = try TemporaryFolder.make()
        try Data("text".utf8).write(to: URL(filePath: "\(folder.path)/a"))
        #expect(String(decoding: BuildIdentity.bytes(of: "\(folder.path)/a"), as: UTF8.self).hasPrefix("4 "))
        #expect(BuildIdentity.bytes(of: "\(folder.path)/none").isEmpty)
        let own = BuildIdentity.bytes(of: "/proc/self/exe")
        #expect(own == BuildIdentity.bytes(of: "/proc/self/exe") && own.count >= 8)
    }

    @Test("Results of a folder are merged; other grades for an attempt, or grades made in two ways, are refused")
    func merge() throws {
        let folder = try TemporaryFolder.make(), root = folder.path
        func keep(_ grade: ClassGrade, _ part: String) throws {
            let path = grade.path(in: "\(root)/\(part)")
            try FileManager.default.createDirectory(
                atPath: URL(filePath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
            try Data(grade.json.utf8).write(to: URL(filePath: path + ResultFile.json))
        }
        func merged(_ parts: String...) throws -> [String] {
            try ClassGrades(mergingFolders: parts.map { "\(root)/\($0)" }).grades.map { "\($0.student) \($0.status)" }
        }
        let anna = ClassGrade(of: Self.submission(), Self.grade), ben = ClassGrade(of: Self.submission("ben"), Self.grade)
        try keep(anna, "one")
        try keep(ClassGrade(student: "cem", exercise: "", .nothingHandedIn, "nothing"), "one")
        try keep(ClassGrade(student: "anna", exercise: "", file: "anna/a.txt", .doesNotFit, "no"), "one")
        try keep(ClassGrade(student: "..", exercise: "", file: "../b", .doesNotFit, "no"), "one")
        try keep(ben, "two")
        try keep(anna, "two")
        #expect(
            try merged("one", "two") == [".. doesNotFit", "anna doesNotFit", "anna graded", "ben graded", "cem nothingHandedIn"])
        var other = anna
        other.points = 1
        try keep(other, "three")
        #expect(throws: ExplainedError.self) { try merged("one", "three") }
        var scheme = ben
        scheme.scheme.exercise = "another"
        try keep(scheme, "four")
        #expect {
            try merged("one", "four")
        } throws: {
            String(describing: $0).contains(
                "anna and ben for 05-apply-stride cannot be compared: between them, the files of the exercise have changed")
        }
    }

    @Test("The table has a line for each student, as wide as a terminal shows it, and each row without a grade has its reason")
    func table() {
        let grades = ClassGrades([
            ClassGrade(of: Self.submission("李雷"), Self.grade), ClassGrade(of: Self.submission("a\u{1B}[2Jb"), Self.grade),
            Self.submission("zoë").without(.notGraded, "It went down.\nMore."),
            ClassGrade(student: "cem", exercise: "", .nothingHandedIn, "Nothing."),
            ClassGrade(student: "ida", exercise: "99-\n", file: "ida/99.swift", .unknownExercise, "There is none."),
        ])
        let lines = grades.table(width: 80).split(separator: "\n").map(String.init)
        #expect(lines.count == 6 && Set(lines.map(displayWidth)).count == 1, "\(lines)")
        #expect(lines[0].contains(" 05 ") && !lines[0].contains("99") && !lines.joined().contains("\u{1B}"))
        #expect(grades.table(width: 20).split(separator: "\n").allSatisfy { displayWidth(String($0)) <= 20 })
        #expect(grades.summary.contains("2 attempts graded: 0 passed, 2 not yet."))
        for words in [
            "zoë, 05-apply-stride: notGraded. It went down.\n", "cem: nothingHandedIn. Nothing.", "ida, 99-\\n: unknownExercise.",
        ] {
            #expect(grades.summary.contains(words), "\(grades.summary)")
        }
        #expect(grades.csv.split(separator: "\r\n").count == 6)
    }
}
