import Foundation
import TestSupport
import Testing

@testable import Grading

/// A grade does not depend on the machine: not on its cores, and not on its load.
@Suite(.serialized, .startsProcesses, .takesTurns) struct SameGradeTests {
    /// Runs `body` with one core for this thread and all that it starts.
    private func onOneCore<Result>(_ body: () throws -> Result) rethrows -> Result {
        var all = [UInt64](repeating: 0, count: 16)
        let size = all.count * 8
        let isKnown = cores(0, size, &all) > 0 || all.contains { $0 != 0 }
        guard isKnown, let word = all.firstIndex(where: { $0 != 0 }) else { return try body() }
        var one = [UInt64](repeating: 0, count: 16)
        one[word] = all[word] & (~all[word] &+ 1)
        setCores(0, size, one)
        defer { setCores(0, size, all) }
        return try body()
    }

    // The Glibc module leaves these out.
    @_silgen_name("sched_getaffinity") private func cores(_ process: pid_t, _ size: Int, _ set: UnsafeMutablePointer<UInt64>) -> Int32
    @discardableResult @_silgen_name("sched_setaffinity")
    private func setCores(_ process: pid_t, _ size: Int, _ set: UnsafePointer<UInt64>) -> Int32

    @Test("On one core each solution gets all points", arguments: Corpus.part(AuthorTests.names))
    func oneCore(_ name: String) throws {
        let exercise = try Bench.exercise(name)
        let grade = try onOneCore {
            try Bench.grader().grade(ExerciseFolder(exercise, in: Bench.package).solutionPath, for: exercise)
        }
        #expect(grade.passed && grade.points == 10 && grade.unjudgedPoints == 0, "\(grade.text())")
    }

    @Test("On one core a loop that is not parallel is refused", arguments: ["PlainLoop", "OnAQueueOfItsOwn", "TwoStrides"])
    func refusedOnOneCore(_ name: String) throws {
        let attempts = try ExerciseFolder(.applyStride, in: Bench.package).wrongAttempts()
        let attempt = try #require(attempts.first { $0.name == "\(name).swift" })
        let grade = try onOneCore { try Bench.grader().grade(attempt.attempt, for: .applyStride) }
        #expect(attempt.isRefused(asIn: grade), "\(grade.text())")
    }

    @Test("An attempt gets the same number of cores on each machine, from each call")
    func told() throws {
        let grade = try Bench.grade(
            """
            import Foundation
            func forEachIndex(below count: Int, _ body: (Int) -> Void) {
                print(ProcessInfo.processInfo.activeProcessorCount, ProcessInfo.processInfo.processorCount, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
                abort()
            }
            """, for: "05-apply-stride")
        #expect(grade.printed.contains("4 4 4"), "\(grade.printed)")
    }

    @Test("A check that could not be made through no fault of the attempt costs no points: they are named, and not counted")
    func unjudged() throws {
        let checks = Exercise.applyStride.checks
        var results = checks.map { Grade.CheckResult($0, nil, seconds: 0) }
        results[3] = Grade.CheckResult(checks[3], .unjudged(because: "this machine cannot show it"), seconds: 0)
        let grade = Grade(.applyStride, checks: results)
        #expect(grade.passed && grade.points == 8 && grade.maxPoints == 8 && grade.unjudgedPoints == 2)
        let text = grade.text()
        #expect(text.hasPrefix("05-apply-stride: passed, 8 points."), "\(text)")
        #expect(text.contains("– runs on all cores  (2 points, not judged)"), "\(text)")
        #expect(text.contains("This costs no points."), "\(text)")
        #expect(grade.json.contains("\"unjudgedPoints\" : 2"), "\(grade.json)")
        results[3] = Grade.CheckResult(checks[3], .notJudged(because: "nothing was there"), seconds: 0)
        #expect(Grade(.applyStride, checks: results).maxPoints == 10, "what the attempt itself made impossible counts")
    }

    @Test("A process that waits for cores gets more time, and one that works does not", arguments: [true, false])
    func busy(_ isBusy: Bool) throws {
        let limits = AttemptProcess.Limits(time: .seconds(3), work: isBusy ? .seconds(1) : .seconds(600))
        let lines = isBusy ? "while count >= 0 {}" : "sleep(600)"
        let grade = try Bench.grade(
            "import Foundation\nfunc forEachIndex(below count: Int, _ body: (Int) -> Void) {\n    \(lines)\n}\n", for: "05-apply-stride",
            limits)
        let words = try #require(grade.trouble?.message)
        #expect(grade.status == .timedOut)
        #expect(words.contains(isBusy ? "It had worked for 1 second" : "3 seconds had passed"), "\(words)")
        if isBusy { #expect(words.contains("line 3 of Student.swift"), "\(words)") }
    }
}
