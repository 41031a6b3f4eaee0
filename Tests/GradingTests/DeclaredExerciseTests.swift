import Words
import Foundation
import TestSupport
import Testing

@testable import Grading

/// Exercises with checks of their own: laid out by `interleave exercises new`, in any folder.
@Suite(.startsProcesses, .takesTurns) struct DeclaredExerciseTests {
    /// A folder with the example, removed with this value.
    private final class Home {
        let path = NSTemporaryDirectory() + "/interleave-declared-\(UUID().uuidString)"
        init() throws { try ExerciseSkeleton("counter", in: path).write() }
        deinit { try? FileManager.default.removeItem(atPath: path) }

        func exercise() throws -> Exercise { try #require(Exercise.all(in: path).first) }
        func write(_ text: String, _ file: String) throws { try Data(text.utf8).write(to: URL(filePath: "\(path)/\(file)")) }
        func read(_ file: String) throws -> String { try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8) }

        /// Grades a counter with these declarations before it, and this body of `add()` and of `total`.
        func grade(_ declarations: String = "", add: String = "count += 1", total: String = "Int { count }") throws -> Grade {
            try write(
                """
                import Foundation
                \(declarations)
                final class Counter {
                    private var count: Int = 0
                    init() {}
                    func add() { \(add) }
                    var total: \(total)
                }
                """, "Student.swift")
            return try Bench.grader().grade("\(path)/Student.swift", for: exercise())
        }
    }

    @Test("The example that is laid out passes the author's check as it is")
    func example() throws {
        let home = try Home()
        var subjects: [String] = []
        try AuthorCheck(Bench.grader()).check([home.exercise()], jobs: 2) { result in
            #expect(result.trouble == nil, "\(result.subject): \(result.trouble ?? "")")
            subjects.append(result.subject)
        }
        #expect(
            subjects == [
                "texts", "starter", "solution", "Right/WithAQueue.swift", "Wrong/AddsLater.swift", "Wrong/LocksOnlyTheWrite.swift",
                "Wrong/NeverUnlocks.swift",
            ])
    }

    @Test("The author's check fails for a solution that a check refuses, and shows the compiler's words about Checks.swift")
    func brokenExample() throws {
        let home = try Home(), exercise = try home.exercise()
        try home.write(home.read("Solutions/counter/Wrong/AddsLater.swift"), "Solutions/counter/Exercise.swift")
        let checks = try home.read("Exercises/counter/Checks.swift")
        try home.write(checks.replacing("nothingIsLate()", with: "nothingElse()"), "Exercises/counter/Checks.swift")
        var troubles: [String: String] = [:]
        try AuthorCheck(Bench.grader()).check([exercise]) { troubles[$0.subject] = $0.trouble }
        #expect(troubles["starter"]?.contains("cannot find 'nothingIsLate' in scope") == true, "\(troubles)")
        try home.write(checks, "Exercises/counter/Checks.swift")
        let grade = try Bench.grader().grade("\(home.path)/Solutions/counter/Exercise.swift", for: exercise)
        #expect(!grade.passed, "\(grade.text())")
    }

    @Test(
        "An attempt cannot take the place of what the checks use",
        arguments: [
            "func != (one: Int, other: Int) -> Bool { false }", "extension Int { static func != (one: Int, other: Int) -> Bool { false } }",
            "struct Mistake { init?(_ words: String) { nil } }", "typealias IntegerLiteralType = Int8",
            "func ~= (one: Int, other: Int) -> Bool { true }",
            "extension DefaultStringInterpolation { mutating func appendInterpolation(_ number: Int) {} }",
        ])
    func takesName(_ declaration: String) throws {
        let grade = try Home().grade(declaration)
        #expect(grade.status == .refused && grade.trouble?.verdict == "takesName", "\(grade.text())")
    }

    @Test("An attempt cannot answer with a type of its own, and cannot define the checks")
    func otherType() throws {
        let home = try Home()
        let same =
            "struct Same: ExpressibleByIntegerLiteral { init(integerLiteral: Int) {} ; static func == (a: Same, b: Int) -> Bool { true } }"
        let other = try home.grade(same, total: "Same { 1 }")
        #expect(other.status == .notCompiled && other.trouble?.message.contains("var total: Int") == true, "\(other.text())")
        let taken = try home.grade("@_cdecl(\"interleave_declared_checks\") public func mine() {}")
        #expect(taken.status == .refused && taken.trouble?.verdict == "reachesBeneath", "\(taken.text())")
    }

    @Test("A crash in one function of the checks does not prevent the others, and is told with its check and its line")
    func crash() throws {
        let grade = try Home().grade(add: "[Int]()[5].description.isEmpty ? () : ()")
        #expect(grade.status == .graded)
        let check = try #require(grade.checks.first)
        #expect(check.verdict == "crash" && check.message.contains("The check “an addition is there"), "\(check.message)")
        #expect(check.message.contains("line 6 of Student.swift"), "\(check.message)")
    }

    @Test("A call that does not return is told with its line, whether it is blocked or works for ever", arguments: [true, false])
    func stuck(_ spins: Bool) throws {
        let grade = try Home().grade(add: spins ? "while count >= 0 {}" : "DispatchSemaphore(value: 0).wait()")
        let check = try #require(grade.checks.first)
        #expect(check.verdict == (spins ? "hang" : "deadlock") && check.message.contains("did not return"), "\(grade.text())")
        #expect(check.message.contains("line 6 of Student.swift"), "\(check.message)")
        #expect(grade.checks.first { $0.name == "no thread sleeps" }?.verdict == "notJudged", "\(grade.text())")
    }

    @Test("A call that waits for a thread of the pool, which works for ever, is not told as a deadlock")
    func stuckBehindAnother() throws {
        let grade = try Home().grade(
            add: """
                let all = DispatchGroup()
                        DispatchQueue.global().async(group: all) { [self] in while count >= 0 {} }
                        all.wait()
                """)
        let check = try #require(grade.checks.first)
        #expect(check.verdict == "hang" && check.message.contains("Another thread of your code works without an end"), "\(grade.text())")
    }

    @Test("The attempt's calls in the run are counted, with the place")
    func counted() throws {
        let grade = try Home().grade(
            "let lock = NSLock()", add: "lock.withLock { count += 1 }; usleep(10)", total: "Int { lock.withLock { count } }")
        let check = try #require(grade.checks.first { $0.name == "no thread sleeps" })
        #expect(check.verdict == "cost" && check.points == 0, "\(grade.text())")
        #expect(check.message.contains("Your code slept for a time 100 times. The task asks for at most 0. See line 6"), "\(check.message)")
        #expect(grade.points == 9, "\(grade.text())")
    }

    @Test(
        "A call of Task.sleep is counted only where a check asks for that",
        arguments: ["waitsAndAllSleeps", "waitsAndSleeps"])
    func sleepsOfTasks(_ what: String) throws {
        let home = try Home(), file = "Exercises/counter/exercise.json"
        try home.write(home.read(file).replacing("\"counts\": \"sleeps\"", with: "\"counts\": \"\(what)\""), file)
        try home.write(
            """
            import ExerciseChecks
            func nothingIsLate() async -> Mistake? {
                await Counter().addLater()
                return nil
            }
            """, "Exercises/counter/Checks.swift")
        let grade = try home.grade(
            """
            extension Counter {
                func addLater() async {
                    try? await Task.sleep(for: .milliseconds(1))
                }
            }
            """)
        let check = try #require(grade.checks.first { $0.name == "no thread sleeps" })
        #expect(check.passed == (what == "waitsAndSleeps"), "\(grade.text())")
        let words = "sleep, or a thread wait, once. The task asks for at most 0."
        #expect(check.passed || check.message.contains(words), "\(check.message)")
    }

    @Test("A function that passed by chance is not judged if an interleaving fails in a way that the check names")
    func doubted() throws {
        let home = try Home(), file = "Exercises/counter/exercise.json"
        let declaration = try home.read(file)
        for (verdicts, isJudged) in [("\"race\"", false), ("\"flaky\"", true)] {
            try home.write(declaration.replacing("\"runs\":", with: "\"doubtedBy\": [\(verdicts)], \"runs\":"), file)
            let grade = try home.grade("// The starter's code.", add: "let next = count + 1; count = next")
            let check = try #require(grade.checks.first)
            #expect(check.isJudged == isJudged && check.passed == isJudged, "\(grade.text())")
            #expect(isJudged || check.message.contains("this time it passed, but"), "\(check.message)")
        }
    }

    @Test("A right outcome that never comes refuses an attempt that is too strict")
    func tooStrict() throws {
        let home = try Home()
        let declaration = try home.read("Exercises/counter/exercise.json")
        let explored = """
            import Dispatch

            /// Whether the second thread can begin between the two additions of the first one.
            func twoAdd() -> String {
                let counter = Counter(), other = DispatchGroup()
                DispatchQueue.global().async(group: other) { counter.add() }
                counter.add()
                let total = counter.total
                other.wait()
                return "\\(total)"
            }

            """
        try home.write(explored, "Exercises/counter/Explored.swift")
        try home.write(
            declaration.replacing("\"explores\": [\"twoAdd\"],", with: "\"explores\": [\"twoAdd\"], \"reaches\": [\"1\", \"3\"],"),
            "Exercises/counter/exercise.json")
        let grade = try Bench.grader().grade("\(home.path)/Solutions/counter/Exercise.swift", for: home.exercise())
        let check = try #require(grade.checks.last)
        #expect(check.verdict == "notParallel" && check.message.contains("“3”"), "\(grade.text())")
    }

    @Test("The words of an outcome choose the kind of bug, and a test with a limit passes as a sample")
    func verdictsAndLimits() throws {
        let home = try Home(), file = "Exercises/counter/exercise.json"
        let declaration = try home.read(file), explores = "\"explores\": [\"twoAdd\"],"
        try home.write(declaration.replacing(explores, with: "\(explores) \"verdicts\": { \"1 of 2\": \"tooMany\" },"), file)
        let grade = try home.grade(
            "let lock = NSLock()", add: "let next = lock.withLock { count } + 1; lock.withLock { count = next }",
            total: "Int { lock.withLock { count } }")
        #expect(grade.checks.last?.verdict == "tooMany", "\(grade.text())")
        try home.write(declaration.replacing(explores, with: "\(explores) \"limits\": { \"twoAdd\": 1 },"), file)
        let sample = try Bench.grader().grade("\(home.path)/Solutions/counter/Exercise.swift", for: home.exercise())
        #expect(sample.passed, "\(sample.text())")
    }

    @Test("Two calls of an actor, one after the other, are refused where each await lets other tasks run", arguments: [true, false])
    func everySuspension(_ suspends: Bool) throws {
        let home = try Home(), file = "Exercises/counter/exercise.json"
        try home.write(
            home.read(file).replacing("\"explores\":", with: "\"everySuspension\": \(suspends), \"explores\":"), file)
        try home.write(
            """
            func twoAdd() async -> Int {
                let store = Store()
                async let other: Void = takeOne(store)
                await takeOne(store)
                await other
                return await store.left
            }
            func allowed(_ outcome: Int) -> Bool { outcome == 0 }
            """, "Exercises/counter/Explored.swift")
        let actor = """
            actor Store {
                var left = 1
                func change(by amount: Int) { left += amount }
            }
            func takeOne(_ store: Store) async {
                await store.change(by: -1)
                if await store.left < 0 { await store.change(by: 1) }
            }
            """
        // The names of the starter are the learner's.
        try home.write(home.read("Exercises/counter/Starter.swift") + actor, "Exercises/counter/Starter.swift")
        let grade = try home.grade(actor)
        let check = try #require(grade.checks.last)
        #expect(check.points == (suspends ? 0 : 6), "\(grade.text())")
    }

    @Test("A mistake in exercise.json is told with the file and the key")
    func mistakes() throws {
        let home = try Home(), file = "Exercises/counter/exercise.json"
        let right = try home.read(file)
        for (old, new, words) in [
            ("\"points\": 3", "\"pionts\": 3", "has the key “pionts”"), ("\"points\": 3", "\"points\": \"3\"", "needs a number there"),
            ("\"points\": 3", "\"points\": 0", "has 0.0 points"),
            ("\"points\": 3", "\"points\": 3, \"visibility\": \"never\"", "can be visible, hidden, afterDueDate or afterPublished"),
            ("\"points\": 3", "\"points\": 3, \"starterPasses\": 1", "needs true or false there"),
            ("\"runs\": \"nothingIsLate\"", "\"at\": \"x\"", "must have one of the keys"),
            ("\"counts\": \"sleeps\"", "\"counts\": \"naps\"", "It can count waits, sleeps"),
            ("\"during\": \"nothingIsLate\"", "\"during\": \"other\"", "counts during `other`"),
            ("\"atMost\": 0,", "", "counts without a bound"), ("\"topic\"", "\"topics\"", "has the key “topics”"),
            ("\"twoAdd\"]", "\"two add\"]", "names “two add”"),
            ("\"twoAdd\"]", "\"twoAdd\"], \"doubtedBy\": [\"race\"]", "has doubtedBy, but runs nothing"),
            ("\"twoAdd\"]", "\"twoAdd\"], \"limits\": { \"other\": 1 }", "has a limit for “other”"),
            ("\"counts\": \"sleeps\"", "\"counts\": \"sleeps\", \"everySuspension\": true", "but explores nothing"),
            ("no thread sleeps", "right in every interleaving", "two checks of the same name"),
            ("\"keeps\"", "keeps", "is not valid JSON"),
        ] {
            try #require(right.contains(old))
            try home.write(right.replacing(old, with: new, maxReplacements: 1), file)
            let error = #expect(throws: ExplainedError.self) { try home.exercise() }
            #expect(error?.description.contains(words) == true && error?.message.contains(file) == true, "\(String(describing: error))")
        }
        try FileManager.default.removeItem(atPath: "\(home.path)/\(file)")
        #expect(throws: ExplainedError.self) { try Exercise.all(in: home.path) }
    }

    @Test("An exercise of the package can be copied, with other points: its Swift code judges it there too, and in no other folder")
    func copied() throws {
        let home = try Home(), files = FileManager.default
        func lay(out name: String, _ change: (String) -> String = { $0 }) throws {
            try files.createDirectory(atPath: "\(home.path)/Exercises/\(name)", withIntermediateDirectories: true)
            for file in ["Starter.swift", "Explored.swift", "exercise.json"] {
                let text = try String(contentsOfFile: "\(Bench.package)/Exercises/05-apply-stride/\(file)", encoding: .utf8)
                try home.write(file == "exercise.json" ? change(text) : text, "Exercises/\(name)/\(file)")
            }
        }
        let points = "\"points\": 3"
        try lay(out: "05-apply-stride") { $0.replacing(points, with: "\"points\": 7") }
        let copy = try #require(try Exercise.all(in: home.path).first { $0.name == "05-apply-stride" })
        let grade = try Bench.grader().grade(ExerciseFolder(.applyStride, in: Bench.package).solutionPath, for: copy)
        #expect(grade.passed && grade.points == 14, "\(grade.text())")
        try lay(out: "05-apply-stride") { $0.replacing(points, with: "\(points), \"runs\": \"something\"") }
        var error = #expect(throws: ExplainedError.self) { try Exercise.all(in: home.path) }
        #expect(error?.description.contains("has checks that Judge.swift judges, and checks with the keys runs") == true)
        try files.removeItem(atPath: "\(home.path)/Exercises/05-apply-stride")
        try lay(out: "other")
        error = #expect(throws: ExplainedError.self) { try Exercise.all(in: home.path) }
        #expect(error?.description.contains("must have one of the keys runs, explores and counts") == true)
    }

    @Test(
        "A name that cannot be a folder, or is taken, is refused, and nothing is written",
        arguments: ["", "Counter", "a/b", "7", "-a", "../a", "a b"])
    func names(_ name: String) throws {
        let home = try Home()
        #expect(throws: ExplainedError.self) { try ExerciseSkeleton(name, in: home.path) }
        #expect(throws: ExplainedError.self) { try ExerciseSkeleton("counter", in: home.path).write() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(home.path)/Exercises") == ["counter"])
    }
}
