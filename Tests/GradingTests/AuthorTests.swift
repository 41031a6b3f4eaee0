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

    @Test("Each folder of exercises is in the list, and has a test of its own for the learner")
    func complete() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: "\(Bench.package)/Exercises").filter {
            // (One with checks of its own needs no lists.)
            $0.first?.isNumber ?? false && !FileManager.default.fileExists(atPath: "\(Bench.package)/Exercises/\($0)/exercise.json")
        }
        #expect(folders.sorted() == Self.names)
        let tests = try String(contentsOfFile: "\(Bench.package)/Tests/ExerciseTests/OwnExercises.swift", encoding: .utf8)
        for name in Self.names {
            #expect(tests.contains("isStarted(\"\(name)\")") && tests.contains("grade(\"\(name)\")"), "\(name) has no test for the learner")
            for package in ["Exercises", "Solutions"] {
                #expect(try String(contentsOfFile: "\(Bench.package)/\(package)/Package.swift", encoding: .utf8).contains("\"\(name)\""))
            }
        }
    }
}
