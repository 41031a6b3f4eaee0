import Words
import enum Trace.Verdict
import Foundation
import Glibc
import Synchronization
import System
import TestSupport
import Testing

@testable import Grading

@Suite(.startsProcesses) struct ReportTests {
    private func grade(passing: Bool) throws -> Grade {
        let check = try #require(Exercise.readerWriter.checks.first { !$0.isPassedByStarter })
        let result = Grade.CheckResult(
            name: check.name, passed: passing, points: passing ? 2 : 0, maxPoints: 2, verdict: passing ? "none" : "notParallel",
            message: passing ? "" : "They never met. Try this: a concurrent queue.", seconds: 0.25)
        return Grade(.readerWriter, checks: [result])
    }

    @Test("The JSON of a grade has every promised key, and null if there is no token")
    func json() throws {
        let object = try #require(JSONSerialization.jsonObject(with: Data(try grade(passing: false).json.utf8)) as? [String: Any])
        #expect(Set(object.keys).isSuperset(of: ["exercise", "passed", "points", "maxPoints", "checks", "status"]))
        #expect(object["exercise"] as? String == "02-reader-writer")
        #expect(object["status"] as? String == "graded")
        #expect(object["passed"] as? Bool == false)
        let check = try #require((object["checks"] as? [[String: Any]])?.first)
        #expect(
            Set(check.keys) == [
                "name", "passed", "points", "maxPoints", "unjudgedPoints", "verdict", "message", "table", "token", "seconds",
            ])
        #expect(check["token"] is NSNull)
        #expect(check["verdict"] as? String == "notParallel")
        #expect(check["points"] as? Double == 0)
    }

    @Test("The names of the states are the promised ones")
    func states() {
        #expect(
            Set(Grade.Status.allCases.map(\.rawValue)) == ["graded", "notCompiled", "timedOut", "crashed", "refused", "notStarted"])
    }

    @Test("The text has each failed check with its words, and each passed check on one line, within the width")
    func text() throws {
        let text = try grade(passing: false).text(width: 48)
        #expect(text.contains("✗ no reader runs during a write  (0 of 2 points)"))
        #expect(text.contains("They never met."))
        let lines: [Substring] = text.split(separator: "\n")
        #expect(lines[1...].allSatisfy { $0.count <= 48 })
        #expect(try grade(passing: false).text(width: 36).contains("✗ no reader runs during a write\n    (0 of 2 points)\n"))
        #expect(try grade(passing: true).text().hasPrefix("02-reader-writer: passed, 2 points."))
    }

    @Test("A check that the attempt itself made impossible is neither passed nor failed, and prevents passing")
    func notJudged() throws {
        var grade = try grade(passing: true)
        grade.checks.append(
            Grade.CheckResult(
                name: "another", passed: false, points: 0, maxPoints: 1, verdict: "notJudged", message: "Not judged: nothing was there.",
                seconds: 0))
        grade.remarks = ["By the way."]
        #expect(!grade.passed)
        let text = grade.text()
        #expect(text.hasPrefix("02-reader-writer: not yet. 2 of 3 points."))
        #expect(text.contains("– another  (1 point, not judged)\n    Not judged: nothing was there.\n\n  By the way.\n"))
        #expect(grade.json.contains("\"remarks\" : [\n    \"By the way.\"\n  ]"), "\(grade.json)")
        grade.checks.removeFirst()
        #expect(!grade.passed, "where nothing was shown, nothing is passed")
    }

    @Test("A checkout that cannot be written is graded with a folder in TMPDIR, which belongs to this user alone")
    func readOnlyCheckout() throws {
        // No folder can be made in /proc, by no user.
        let workspace = try GradingWorkspace(
            package: Bench.package, buildFolder: "/proc/checkout-\(getpid())", recorder: "\(Bench.buildFolder)/libInterleavePreload.so")
        defer { try? FileManager.default.removeItem(atPath: workspace.folder) }
        #expect(workspace.folder.hasPrefix(TemporaryFolder.parent))
        let folder = try workspace.makeRunFolder()
        var found = stat()
        #expect(stat(folder.path, &found) == 0 && stat(workspace.folder, &found) == 0)
        #expect(found.st_uid == geteuid() && found.st_mode & 0o077 == 0)
        // The same folder is found again, with the compiled checks in it.
        let again = try GradingWorkspace(
            package: Bench.package, buildFolder: "/proc/checkout-\(getpid())", recorder: "\(Bench.buildFolder)/libInterleavePreload.so")
        #expect(again.folder == workspace.folder)
        // A folder that others can write is not used.
        chmod(workspace.folder, 0o777)
        #expect(throws: ExplainedError.self) {
            try GradingWorkspace(package: Bench.package, buildFolder: "/proc/checkout-\(getpid())", recorder: "")
        }
    }

    @Test("The compiling of the checks is announced, once", .enabled(if: Corpus.takes("announcement"), Corpus.notItsTurn))
    func announcement() throws {
        let folder = NSTemporaryDirectory() + "/interleave-announcement-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let told = Mutex<[String]>([])
        let grader = Grader(
            try GradingWorkspace(package: Bench.package, buildFolder: folder, recorder: "\(Bench.buildFolder)/libInterleavePreload.so")
        ) { words in told.withLock { $0.append(words) } }
        for _ in 1...2 {
            _ = try grader.grade("\(Bench.package)/Solutions/05-apply-stride/Exercise.swift", for: .applyStride)
        }
        #expect(told.withLock { $0 } == ["compiling the checks, once; this takes some seconds …"])
    }

    @Test("A wrong attempt declares the words of its grade, words that must not be in it, and its possible points")
    func declaration() throws {
        let folder = NSTemporaryDirectory() + "/interleave-declaration-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        func refuses(_ more: String) throws -> Bool {
            let text =
                "// Refused by: no reader runs during a write\n// Verdict: notParallel\n\(more)// Because: it is\n// wrong.\n\nlet a = 1\n"
            try Data(text.utf8).write(to: URL(filePath: "\(folder)/Wrong.swift"))
            let attempt = try KeptAttempt(path: "\(folder)/Wrong.swift", in: ExerciseFolder(.readerWriter, in: Bench.package))
            return try WrongAttempt(attempt).isRefused(asIn: grade(passing: false))
        }
        #expect(try refuses(""))
        #expect(try refuses("// Says: They never met.\n// Says: a concurrent queue\n"))
        #expect(try !refuses("// Says: They met.\n"))
        #expect(try refuses("// Says not: They met.\n"))
        #expect(try !refuses("// Says not: They never met.\n"))
        #expect(try refuses("// Points: at most 0\n"))
        #expect(try refuses("// Points: at least 0\n"))
        #expect(try !refuses("// Points: at least 1\n"))
        // A race may strike in the real run, and then another check refuses it, in other words.
        #expect(try refuses("// Or refused by: no reader runs during a write\n// Says: They met.\n"))
        #expect(try !refuses("// Or refused by: another check\n// Says: They met.\n"))
    }

    @Test("An unchanged file is not started, whatever spaces an editor has left at the ends of its lines")
    func notStarted() throws {
        let package = NSTemporaryDirectory() + "/interleave-folder-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: package) }
        try FileManager.default.createDirectory(atPath: "\(package)/Exercises/01-once", withIntermediateDirectories: true)
        let folder = ExerciseFolder(.once, in: package)
        func write(_ text: String, _ path: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }
        try write("let a = 1\nlet b = 2\n", folder.starterPath)
        try write("let a = 1  \r\nlet b = 2\n\n", folder.ownPath)
        #expect(try !folder.isStarted())
        try write("let a = 1\nlet b = 3\n", folder.ownPath)
        #expect(try folder.isStarted())
        // Without a file there is nothing of the learner's: they get a copy of the starter. A file that is there stays as it is.
        folder.makeOwnFile()
        #expect(try folder.isStarted())
        try FileManager.default.removeItem(atPath: folder.ownPath)
        #expect(try !folder.isStarted())
        folder.makeOwnFile()
        #expect(try ExerciseFolder.text(of: folder.ownPath) == "let a = 1\nlet b = 2\n" && !folder.isStarted())
        try FileManager.default.removeItem(atPath: folder.starterPath)
        #expect(throws: ExplainedError.self) { try folder.isStarted() }
    }

    @Test("The starter of an exercise gets no points from any command, also with another comment and other blanks")
    func unchanged() throws {
        let grader = try Bench.grader(), name = NSTemporaryDirectory() + "/Unchanged-\(UUID().uuidString).swift"
        defer { unlink(name) }
        for exercise in Exercise.all {
            let starter = try ExerciseFolder.text(of: ExerciseFolder(exercise, in: Bench.package).starterPath)
            try Data("// Mine\n\(starter.replacing("\n", with: " \n"))".utf8).write(to: URL(filePath: name))
            let grade = try grader.grade(name, for: exercise)
            #expect(grade.status == .notStarted && grade.points == 0 && grade.maxPoints == exercise.maxPoints, "\(grade.text())")
        }
    }

    @Test("Checks that the starter passes count only together with a check that it does not pass")
    func onlyFixes() {
        func grade(passing names: Set<String>) -> Grade {
            Grade(
                .applyStride,
                checks: Exercise.applyStride.checks.map {
                    Grade.CheckResult($0, names.contains($0.name) ? nil : GradeFinding(.wrongResult, "Wrong.", try: "fix it."), seconds: 0)
                })
        }
        let free = Set(Exercise.applyStride.checks.filter(\.isPassedByStarter).map(\.name))
        let fixed = "few strides, not one for each index"
        #expect(free.count == 5 && !free.contains(fixed))
        let unfixed = grade(passing: free)
        #expect(unfixed.points == 0 && unfixed.maxPoints == 10 && unfixed.remarks == [Grade.onlyWhatTheStarterPasses])
        #expect(grade(passing: [fixed]).points == 3 && grade(passing: free.union([fixed])).points == 10)
        #expect(grade(passing: []).remarks.isEmpty)
    }

    @Test("A symbolic link is not followed")
    func link() throws {
        let link = NSTemporaryDirectory() + "/Link-\(UUID().uuidString).swift"
        defer { unlink(link) }
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: ExerciseFolder(.applyStride, in: Bench.package).solutionPath)
        let error = #expect(throws: ExplainedError.self) { try Bench.grader().grade(link, for: .applyStride) }
        #expect(error?.description.contains("is a symbolic link, which is not followed") == true)
    }

    @Test(
        "A file that cannot be an attempt is refused with a message: a missing file, a folder, another kind of file, one that is too long")
    func unreadable() throws {
        let folder = NSTemporaryDirectory() + "/interleave-unreadable-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: "\(folder)/folder.swift", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data("text".utf8).write(to: URL(filePath: "\(folder)/a.txt"))
        try Data(count: (1 << 20) + 1).write(to: URL(filePath: "\(folder)/long.swift"))
        for name in ["missing.swift", "folder.swift", "a.txt", "long.swift"] {
            let error = #expect(throws: ExplainedError.self) { try Bench.grader().grade("\(folder)/\(name)", for: .once) }
            #expect(error?.message.contains(name) == true)
            #expect(error?.cure.isEmpty == false)
        }
    }
}
