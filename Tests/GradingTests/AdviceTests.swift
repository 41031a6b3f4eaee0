import Foundation
import TestSupport
import Testing

@testable import Grading

/// The advice for typical mistakes: the wrong attempt gets the words that it declares.
@Suite(.serialized, .startsProcesses, .takesTurns) struct AdviceTests {
    private func expectDeclared(_ name: String, of exercise: String) throws {
        let exercise = try Bench.exercise(exercise)
        let attempts = try ExerciseFolder(exercise, in: Bench.package).wrongAttempts()
        let attempt = try #require(attempts.first { $0.name == name })
        let grade = try Bench.grader().grade(attempt.attempt, for: exercise)
        #expect(attempt.isRefused(asIn: grade), "\(grade.text())")
    }

    @Test("A crash without downloads names the empty list, and the other checks keep their points")
    func crashWithoutDownloads() throws { try expectDeclared("CountsToTheLastOne.swift", of: "03-group-notify") }

    @Test("A return between lock and unlock is told as a missing unlock on that code path")
    func returnBeforeUnlock() throws { try expectDeclared("ReturnsBeforeUnlock.swift", of: "03-group-notify") }

    @Test("A direct call of the completion is not told as a delay, nor as a group")
    func directCall() throws { try expectDeclared("CallsCompletionItself.swift", of: "03-group-notify") }

    @Test(
        "A loop that never ends is named, with its line, on a thread of the checks and on a worker thread",
        .enabled(if: Corpus.takes("endlessLoops"), Corpus.notItsTurn))
    func endlessLoops() throws {
        try expectDeclared("EndlessRead.swift", of: "02-reader-writer")
        try expectDeclared("EndlessWrite.swift", of: "02-reader-writer")
    }
}
