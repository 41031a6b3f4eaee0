import Foundation
import TestSupport
import Testing

@testable import Grading

/// Every exercise of the catalogue needs more than `interleave exercises check` grades: there,
/// each starter, solution and wrong attempt is graded, and .ci/run calls it.
@Suite(.startsProcesses) struct AuthorTests {
    static let names = Exercise.all.map(\.name)

    @Test(
        "There are at least three wrong attempts and three hints, a task that names the required declarations, and an explanation",
        arguments: names)
    func texts(_ name: String) throws {
        let folder = ExerciseFolder(try Bench.exercise(name), in: Bench.package)
        #expect(try folder.wrongAttempts().count >= 3)
        #expect(try folder.hints().count == 3)
        #expect(try ExerciseFolder.text(of: folder.readmePath).contains("interleave grade \(name)"))
        #expect(try ExerciseFolder.text(of: folder.explanationPath).count > 300)
    }

    @Test(
        "An author's check finds code of the solution in what learners see before the first hint; the advice can have it", arguments: names)
    func givenAway(_ name: String) throws {
        let exercise = try Bench.exercise(name), folder = ExerciseFolder(exercise, in: Bench.package)
        let known = try ExerciseFolder.text(of: folder.starterPath) + folder.task()
        let lines = try ExerciseFolder.text(of: folder.solutionPath).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let code = try #require(lines.first { $0.count > 10 && !$0.contains("`") && !known.contains($0) })
        func words(_ message: String) throws -> [String] {
            let check = Grade.CheckResult(
                name: "it works", passed: false, points: 0, maxPoints: 1, verdict: "race", message: message, seconds: 0)
            return try AuthorCheck.solutionWords(in: LearnerVerdict(Grade(exercise, checks: [check])), folder)
        }
        #expect(try words("It fails. See line 3 of Exercise.swift.\nTry this: `\(code)`.").isEmpty)
        #expect(try words("It fails, because `\(code)` is missing.\nTry this: look at it.") == [code])
    }

    /// Where the links of a folder lead, by the names of the exercises.
    private static func links(_ folder: String) throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.first?.isNumber ?? false }
        let targets = try names.map { try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
        return Dictionary(uniqueKeysWithValues: zip(names.map { String($0.dropLast(".swift".count)) }, targets))
    }

    @Test("Each folder is an exercise. The links and the list of those that are judged in Swift are what ./setup makes of the folders")
    func complete() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: "\(Bench.package)/Exercises").filter {
            $0.first?.isNumber ?? false
        }
        #expect(folders.sorted() == Self.names)
        let judged = try Self.names.filter { try Bench.exercise($0).calls == .run }
        #expect(!judged.isEmpty && ExerciseJudge.all.keys.sorted() == judged)
        for (folder, file) in [("Grading/Judges", "Judge.swift"), ("ExerciseChecks/Runs", "Run.swift")] {
            let wanted = Dictionary(uniqueKeysWithValues: judged.map { ($0, "../../../Exercises/\($0)/\(file)") })
            #expect(try Self.links("\(Bench.package)/Sources/\(folder)") == wanted, "run ./setup, and build again")
        }
        for name in judged {
            let exercise = try Bench.exercise(name)
            #expect(Set(try #require(ExerciseJudge.all[name]).checks.keys).isSubset(of: exercise.checks.map(\.name)))
        }
    }
}
