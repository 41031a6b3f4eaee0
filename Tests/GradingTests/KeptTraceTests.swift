import Foundation
import TestSupport
import Testing
import Trace

@testable import Grading

/// The trace that is kept after a grade is the learner's: the calls that the checks make to observe
/// the code are not in it.
@Suite(.serialized, .startsProcesses, .takesTurns) struct KeptTraceTests {
    @Test(
        "It holds the attempt's locks, queues and waits, the threads that call it, and nothing of the checks",
        arguments: Corpus.part(AuthorTests.names))
    func kept(_ name: String) throws {
        let exercise = try Bench.exercise(name)
        let solution = ExerciseFolder(exercise, in: Bench.package).solutionPath
        let grade = try Bench.grader().grade(solution, for: exercise)
        let trace = try TraceReader.read(path: try #require(grade.trace))
        let files = Set(
            trace.places.flatMap { [$0.call?.file, $0.closure?.file] }.compactMap { $0.map(Evidence.name) }.filter { !$0.isEmpty })
        #expect(files.isSubset(of: ["Exercise.swift", "Entry.swift"]), "\(files)")
        // The checks wait with conditions; most solutions use none.
        let usesConditions = try String(contentsOfFile: solution, encoding: .utf8).contains("NSCondition")
        #expect(usesConditions || !trace.events.contains { $0.kind == .conditionSignalled })
        #expect(!trace.notes.isEmpty, "what the checks do is told in remarks")
    }
}
