import Schedules
import Testing

@testable import Grading

@Suite("Misconceptions: the machine on which an attempt would be right") struct MisconceptionTests {
    private static let check = Check(
        name: "one download", points: 3, beliefs: ["race": "an actor were locked across `await`"], Judgment(.behaviour) { _ in nil })

    @Test("The report names the misconception of the mistake that was made, and of no other")
    func named() {
        let race = Grade.CheckResult(Self.check, GradeFinding(.race, "3 downloads.", try: "Store the task."), seconds: 0)
        #expect(race.misconception == "an actor were locked across `await`")
        #expect(
            race.message == """
                3 downloads.
                Your code would be right if an actor were locked across `await`.
                Try this: store the task.
                """)
        let other = Grade.CheckResult(Self.check, GradeFinding(.spins, "It spins.", try: "Wait."), seconds: 0)
        #expect(other.misconception == nil && !other.message.contains("would be right"))
        #expect(Grade.CheckResult(Self.check, nil, seconds: 0).misconception == nil)
    }

    @Test("Code that fails what even the starter does is wrong on any machine: its interleavings name no misconception")
    func unfounded() throws {
        let exercise = try #require(Exercise.all.first { $0.name == "24-actor-transfer" })
        func belief(_ basic: GradeFinding?) -> String? {
            let findings = exercise.checks.map { check in
                check.basis == .interleavings
                    ? GradeFinding(.race, "-20.", try: "Look.") : check.name == exercise.checks[0].name ? basic : nil
            }
            return Grade(exercise, findings: findings, seconds: { _ in 0 }).checks.last?.misconception
        }
        #expect(exercise.checks[0].isPassedByStarter && exercise.checks.last?.basis == .interleavings)
        #expect(belief(nil) == exercise.checks.last?.beliefs["race"])
        #expect(belief(GradeFinding(.wrongResult, "5 instead of 35.", try: "Add it.")) == nil)
        #expect(belief(.notJudged(because: "it crashed")) != nil)
    }

    @Test("A table without a line of the attempt is one of the checks")
    func tables() {
        func table(_ files: [String]) -> ScheduleTable {
            ScheduleTable(threads: ["task 1"], rows: files.map { .init(thread: 0, file: $0, line: 1, source: "x()") })
        }
        #expect(table(["/a/Explored.swift", "/a/Explored.swift"]).isOfTheChecks)
        #expect(!table(["/a/Explored.swift", "/b/Exercise.swift"]).isOfTheChecks)
    }

    @Test("A class counts attempts, not checks: the most frequent misconception comes first")
    func counted() {
        let exercise = Exercise.all[0]
        func grade(_ student: String, _ misconceptions: [String?]) -> ClassGrade {
            let checks = misconceptions.enumerated().map { index, misconception in
                var check = Grade.CheckResult(
                    name: "check \(index)", passed: misconception == nil, points: 0, maxPoints: 1, verdict: "race", message: "", seconds: 0)
                check.misconception = misconception
                return check
            }
            let submission = Submission(student: student, exercise: exercise.name, file: student)
            return ClassGrade(of: submission, Grade(exercise, checks: checks))
        }
        let all = [grade("a", ["x", "x"]), grade("b", ["y", "x"]), grade("c", [nil])]
        let statistics = ClassStatistics(ClassGrades(all))
        #expect(
            statistics.misconceptions == """
                2 of 3 attempts at \(exercise.name) would be right if x.
                1 of 3 attempts at \(exercise.name) would be right if y.

                """)
        #expect(statistics.csv.contains("\(exercise.name),misconception,x,3,1,2,0\r\n"))
        #expect(ClassStatistics(ClassGrades([all[2]])).misconceptions == "No check names a misconception of this class.\n")
    }

    @Test("Each misconception of an exercise is that of a wrong attempt: the same check, the same kind of mistake", arguments: Exercise.all)
    func held(_ exercise: Exercise) throws {
        let attempts = try ExerciseFolder(exercise, in: Bench.package).wrongAttempts()
        for check in exercise.checks {
            for verdict in check.beliefs.keys {
                #expect(attempts.contains { $0.refusedBy == check.name && $0.verdicts.contains(verdict) }, "\(check.name): \(verdict)")
            }
        }
    }
}
