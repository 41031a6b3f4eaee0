import Foundation
import System
import Testing
import Words

@testable import Grading

/// The files of a class, as values: nothing is lost, and no student's mistake touches another one.
@Suite struct ClassRollTests {
    /// The rows of a class: student, exercise, and its state ("" for an attempt that is graded).
    private func rows(
        _ found: [(path: String, kind: HandedIn.Kind)], _ names: String = SubmissionPattern.standard, students: [String]? = nil,
        exercise: String? = nil
    ) throws -> [String] {
        let roll = ClassRoll(
            found.map { HandedIn($0.path, $0.kind) }, pattern: try #require(SubmissionPattern(names)), students: students,
            exercise: exercise, fullName: Self.fullName)
        return roll.submissions.map { "\($0.student)|\($0.exercise)|" } + roll.gaps.map { "\($0.student)|\($0.exercise)|\($0.status)" }
    }

    private static func fullName(_ name: String) -> String? {
        ["01": "01-once", "01-once": "01-once", "05": "05-apply-stride", "05-apply-stride": "05-apply-stride"][name]
    }

    private let file = HandedIn.Kind.file(size: 100)

    @Test("Each file and folder that cannot be graded has a row with its student, and with its exercise if that is known")
    func oddities() throws {
        let found: [(path: String, kind: HandedIn.Kind)] = [
            ("anna/05.SWIFT", file), ("ben/05.swift.txt", file), ("cem/05.rtf", file), ("dana", .folder(files: 0)), ("emil.zip", file),
            ("fay/05.swift", .folder(files: 2)), ("gus/05.swift", .link), ("hana/05.swift", .file(size: 1 << 20 + 1)),
            ("ida/99.swift", file), ("jan/project", .folder(files: 7)), ("kim/05.swift", file), ("kim/notes.txt", file),
            ("lea", .link), ("max/05.swift", .unreadable), ("-nora/05.swift", file),
        ]
        #expect(
            try rows(found) == [
                "-nora|05-apply-stride|", "kim|05-apply-stride|", "anna|05-apply-stride|doesNotFit", "ben|05-apply-stride|doesNotFit",
                "cem|05-apply-stride|doesNotFit", "dana||emptyFolder", "emil||doesNotFit", "fay|05-apply-stride|unreadable",
                "gus|05-apply-stride|unreadable", "hana|05-apply-stride|unreadable", "ida|99|unknownExercise", "jan||doesNotFit",
                "kim||doesNotFit", "lea||doesNotFit", "max|05-apply-stride|unreadable",
            ])
    }

    @Test("Two files for one exercise leave that student's exercise without a grade, and nothing else")
    func severalFiles() throws {
        let found = [
            ("anna/01.swift", file), ("anna/05-apply-stride.swift", file), ("anna/05.swift", file), ("ben/05.swift", file),
            // The same name in two forms of Unicode.
            ("zoe\u{308}/05.swift", file), ("zo\u{EB}/05.swift", file),
        ]
        #expect(
            try rows(found) == [
                "anna|01-once|", "ben|05-apply-stride|", "anna|05-apply-stride|severalFiles", "zoë|05-apply-stride|severalFiles",
            ])
    }

    @Test("A student whose file has a wrong name besides a right one keeps the grade")
    func besides() throws {
        #expect(
            try rows([("anna/05.swift", file), ("anna/05.swift.txt", file)]) == ["anna|05-apply-stride|", "anna||doesNotFit"])
    }

    @Test("A student of the list without any file has a row, and one who is not in the list is named")
    func list() throws {
        let found = [("anna/05.swift", file), ("ben", HandedIn.Kind.folder(files: 0)), ("dora/05.swift", file)]
        #expect(
            try rows(found, students: ["anna", "ben", "cem"]) == [
                "anna|05-apply-stride|", "dora|05-apply-stride|", "ben||emptyFolder", "cem||nothingHandedIn",
            ])
        #expect(try rows([], "{student}.swift", students: ["cem"], exercise: "05") == ["cem|05-apply-stride|nothingHandedIn"])
        let roll = ClassRoll(
            found.map { HandedIn($0.0, $0.1) }, pattern: try #require(SubmissionPattern(SubmissionPattern.standard)), students: ["anna"],
            fullName: Self.fullName)
        #expect(roll.strangers == ["ben", "dora"])
    }

    @Test("Patterns find students in folders and in files, also in names that do not fit")
    func patterns() throws {
        #expect(
            try rows(
                [("05/anna.swift", file), ("05/ben.swift.txt", file), ("05/o.neill.zip", file), ("01", .folder(files: 0))],
                "{exercise}/{student}.swift")
                == [
                    "anna|05-apply-stride|", "|01-once|emptyFolder", "ben|05-apply-stride|doesNotFit", "o.neill|05-apply-stride|doesNotFit",
                ])
        #expect(
            try rows(
                [("Ann Lee_17_assign/x_05.swift", file), ("Bo Yu_18_assign/onlinetext.html", file), ("Cy_19_assign", .folder(files: 0))],
                "{student}_*_assign/*_{exercise}.swift")
                == ["Ann Lee|05-apply-stride|", "Bo Yu||doesNotFit", "Cy||emptyFolder"])
        #expect(
            try rows([("anna.swift", file), ("ben.SWIFT", file), ("cem", .folder(files: 3))], "{student}.swift", exercise: "05")
                == ["anna|05-apply-stride|", "ben|05-apply-stride|doesNotFit", "cem|05-apply-stride|doesNotFit"])
        #expect(SubmissionPattern("{exercise}.swift") == nil && SubmissionPattern("{student}{student}") == nil)
    }

    @Test("Parts hold each row once, and a student stays in a part when another one leaves the class")
    func parts() throws {
        let pattern = try #require(SubmissionPattern(SubmissionPattern.standard))
        func roll(without gone: String) -> ClassRoll {
            let students = (1...40).map { "student \($0)" }.filter { $0 != gone }
            let found = students.flatMap { [HandedIn("\($0)/05.swift", file), HandedIn("\($0)/notes.txt", file)] }
            return ClassRoll(found, pattern: pattern, fullName: Self.fullName)
        }
        let all = roll(without: ""), less = roll(without: "student 7")
        let parts = (1...4).map { all.part($0, of: 4) }
        #expect(parts.allSatisfy { !$0.submissions.isEmpty })
        #expect(parts.flatMap(\.submissions).map(\.file).sorted() == all.submissions.map(\.file).sorted())
        #expect(parts.flatMap(\.gaps).map(\.file).sorted() == all.gaps.map(\.file).sorted())
        for number in 1...4 {
            let kept = parts[number - 1].submissions.map(\.student).filter { $0 != "student 7" }
            #expect(less.part(number, of: 4).submissions.map(\.student) == kept)
        }
    }

    @Test("The folder of a class is read whole: empty folders, links, and folders that lie too deep; what systems write is left out")
    func folder() throws {
        let folder = try TemporaryFolder.make()
        for path in ["anna", "ben/deep/er", "cem", "dana/.git"] {
            try FileManager.default.createDirectory(atPath: "\(folder.path)/class/\(path)", withIntermediateDirectories: true)
        }
        for path in ["anna/05.swift", "anna/.DS_Store", "anna/._05.swift", "ben/deep/er/05.swift", "list.csv"] {
            try Data("x".utf8).write(to: URL(filePath: "\(folder.path)/class/\(path)"))
        }
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/class/eva", withDestinationPath: "anna")
        mkdir("\(folder.path)/class/\u{FF}", 0o700)
        var name = Array("\(folder.path)/class/bad".utf8CString)
        name[name.count - 2] = -1
        mkdir(name, 0o700)
        let found = HandedIn.all(in: "\(folder.path)/class", for: try #require(SubmissionPattern(SubmissionPattern.standard)))
        #expect(
            found == [
                HandedIn("anna/05.swift", .file(size: 1)), HandedIn("ba\u{FFFD}", .unreadable), HandedIn("ben/deep", .folder(files: 1)),
                HandedIn("cem", .folder(files: 0)), HandedIn("dana", .folder(files: 0)), HandedIn("eva", .link),
                HandedIn("list.csv", .file(size: 1)), HandedIn("ÿ", .folder(files: 0)),
            ])
    }

    @Test("A list of students is a table of a spreadsheet, or a name in each line")
    func studentList() throws {
        func names(_ text: String, isTable: Bool = true) throws -> [String] {
            try StudentList(text, isTable: isTable, file: "list").names
        }
        #expect(try names("\u{FEFF}ID;Student;Mail\r\n1;Müller, Zoë;z@x\r\n2; 李雷 ;\r\n\r\n") == ["Müller, Zoë", "李雷"])
        #expect(
            try names("student\n\"o'neill, pat\"\n\"say \"\"so\"\"\"\n'=1+1\n-nora") == ["o'neill, pat", "say \"so\"", "=1+1", "-nora"])
        #expect(try names("anna,1\nben,2\n") == ["anna", "ben"])
        #expect(try names("Lee, Ann\n\nYu, Bo\n", isTable: false) == ["Lee, Ann", "Yu, Bo"])
        #expect(throws: ExplainedError.self) { try names("anna\nben\nanna\n") }
        #expect(throws: ExplainedError.self) { try names("student,mail\n") }
    }

    @Test("An export of Gradescope has the names of its students, also of groups and of students with the same name")
    func gradescope() throws {
        let export = GradescopeExport(
            """
            ---
            submission_1:
              :submitters:
              - :name: Zoë O'Neill
                :sid: '100'
                :email: zoe@x.edu
              :created_at: 2026-11-02 09:15:00.5 Z
              :results:
                :tests:
                - :name: a check
            submission_2:
              :submitters:
              - :name: "Pair \"One\""
                :email: one@x.edu
              - :name: 'Pair: Two'
                :email: two@x.edu
            submission_3:
              :submitters:
              - :name: Bo Yu
                :email: bo@x.edu
            submission_4:
              :submitters:
              - :name: Bo Yu
                :email: other@x.edu
            """)
        let found = [
            ("submission_1/Exercise.swift", file), ("submission_2/Exercise.swift", file), ("submission_3/Exercise.swift", file),
            ("submission_4", HandedIn.Kind.folder(files: 0)), ("submission_5/Exercise.swift", file), ("submission_metadata.yml", file),
        ]
        let roll = ClassRoll(
            found.map { HandedIn($0.0, $0.1) }, pattern: try #require(SubmissionPattern("{student}/Exercise.swift")),
            students: ["Zoë O'Neill", "Pair: Two"], exercise: "05", export: export, fullName: Self.fullName)
        #expect(
            roll.submissions.map(\.student) == ["Bo Yu <bo@x.edu>", "Pair \"One\"", "Pair: Two", "Zoë O'Neill", "submission_5"])
        #expect(roll.submissions[3].submitted == "2026-11-02 09:15:00.5 Z")
        #expect(roll.gaps.map { "\($0.student) \($0.status)" } == ["Bo Yu <other@x.edu> emptyFolder"])
        #expect(roll.strangers.contains("submission_5") && !roll.strangers.contains("Pair: Two"))
    }

    @Test("Bytes of other kinds of documents are no attempts", arguments: ["{\\rtf1 x", "PK\u{3}\u{4}x", "%PDF-1", "a\0b"])
    func documents(_ text: String) {
        #expect(Submission.flaw(of: Data(text.utf8)) != nil)
        #expect(Submission.flaw(of: Data([0xFF, 0xFE, 0x61])) != nil)
        #expect(Submission.flaw(of: Data("let rtf = 1\n".utf8)) == nil && Submission.flaw(of: Data()) == nil)
    }
}
