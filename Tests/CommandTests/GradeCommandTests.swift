import Foundation
import TestSupport
import Testing

/// `interleave grade` and `interleave exercises`, as a learner and a script run them.
@Suite(.startsProcesses) struct GradeCommandTests {
    let folder: Folder
    init() throws { folder = try Folder() }

    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    private func run(_ arguments: String...) throws -> Commands.Outcome { try Commands.run(arguments, in: folder) }

    private struct Grade: Decodable {
        struct Check: Decodable {
            var name: String, passed: Bool, points: Double, maxPoints: Double, verdict: String, message: String, token: String?,
                seconds: Double
        }
        var exercise: String, passed: Bool, points: Double, maxPoints: Double, checks: [Check], status: String
    }

    private func json(_ outcome: Commands.Outcome) throws -> Grade { try JSONDecoder().decode(Grade.self, from: Data(outcome.output.utf8)) }

    @Test("A solution passes with exit code 0, by its name, its number or its topic")
    func solution() throws {
        for name in ["05-apply-stride", "5", "apply-stride"] {
            let outcome = try run("grade", name, "--solution", "--format", "json")
            #expect(outcome.code == 0, "\(outcome.errors)")
            let grade = try json(outcome)
            #expect(grade.passed && grade.status == "graded" && grade.points == grade.maxPoints && grade.exercise == "05-apply-stride")
        }
    }

    @Test("An attempt that does not pass ends with exit code 1, and its text has the mistake, the line, and the advice")
    func refused() throws {
        let attempt = "\(try Commands.attempts("02-reader-writer", folder))/Wrong/SerialQueue.swift"
        let outcome = try run("grade", "02", "--attempt", attempt)
        #expect(outcome.code == 1)
        let text = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for words in [
            "✗ readers run at the same time", "the others never came", "line 15 of SerialQueue.swift", "Try this:", "interleave view",
            "--hint",
        ] {
            #expect(text.contains(words), "\(words): \(outcome.output)")
        }
        let grade = try json(try run("grade", "02", "--attempt", attempt, "--format", "json"))
        #expect(!grade.passed && grade.checks.first?.verdict == "notParallel")
    }

    @Test("The token of a grade is replayed by the command that the grade prints; for a file that has changed since it is refused")
    func replay() throws {
        let attempt = folder.file("Mine.swift")
        try FileManager.default.copyItem(atPath: "\(Commands.attempts("01-once", folder))/Wrong/LooksTwice.swift", toPath: attempt)
        let check = try #require(try json(try run("grade", "1", "--attempt", attempt, "--format", "json")).checks.first { $0.token != nil })
        let token = try #require(check.token)
        #expect(check.verdict == "race")
        #expect(check.message.contains("interleave replay \(token) 01-once --attempt \(attempt) --step"), "\(check.message)")

        let replay = try run("replay", token, "01-once", "--attempt", attempt, "--step")
        #expect(replay.code == 1, "\(replay.errors)")
        #expect(replay.output.contains("PhotoCatalogue.instance") && replay.output.contains("Mine.swift:17"), "\(replay.output)")
        // A lock around every access would end the data race, but cost the points for later calls.
        #expect(replay.output.contains("static let") && !replay.output.contains("Hold that lock"), "\(replay.output)")
        #expect(!replay.output.contains("explore again"), "\(replay.output)")
        let other = try run("replay", token, "01-once", "--solution")
        #expect(other.code == 2 && other.errors.contains("interleave grade 01-once --solution"), "\(other.errors)")
        let wrong = try run("replay", token, attempt, "--solution")
        #expect(wrong.code == 2 && wrong.errors.contains("are for exercises"), "\(wrong.errors)")
    }

    @Test("One that does not compile ends with exit code 2, in the compiler's words")
    func notCompiled() throws {
        let file = folder.file("Mine.swift")
        try Data("func forEachIndex(below count: Int, _ body: (Int) -> Void) { return 1 }\n".utf8).write(to: URL(filePath: file))
        let outcome = try run("grade", "05", "--attempt", file)
        #expect(outcome.code == 2)
        #expect(outcome.output.contains("does not compile"))
        #expect(outcome.output.contains("Mine.swift:1:69: error:"), "\(outcome.output)")
        #expect(outcome.output.ranges(of: "unexpected non-void return value").count == 1, "\(outcome.output)")
        #expect(try json(try run("grade", "05", "--attempt", file, "--format", "json")).status == "notCompiled")
    }

    @Test("The grade of a solution names the files of its code and its explanation")
    func whereTheSolutionIs() throws {
        let outcome = try run("grade", "05", "--solution")
        #expect(outcome.code == 0)
        for name in ["Solutions/05-apply-stride/Exercise.swift", "Solutions/05-apply-stride/README.md"] {
            let path = outcome.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.first { $0.hasSuffix(name) }
            #expect(FileManager.default.fileExists(atPath: try #require(path, "\(outcome.output)")))
        }
    }

    @Test("The task and the hints name commands as the program was called")
    func commandsInTexts() throws {
        for option in ["--task", "--hint"] {
            let outcome = try run("grade", "05", option)
            #expect(!outcome.output.contains("swift run"), "\(outcome.output)")
        }
        #expect(try run("grade", "05", "--task").output.contains("\(Commands.interleave) grade 05-apply-stride"))
    }

    @Test("The result goes to a file with -o, and nothing to standard output")
    func output() throws {
        let outcome = try run("grade", "05", "--solution", "--format", "json", "-o", folder.file("grade.json"))
        #expect(outcome.code == 0)
        #expect(outcome.output == "")
        let bytes = try Data(contentsOf: URL(filePath: folder.file("grade.json")))
        #expect(try JSONDecoder().decode(Grade.self, from: bytes).passed)
    }

    @Test("-o replaces an earlier grade of the same format; another file only with --force")
    func replaced() throws {
        let file = folder.file("grades")
        try Data("my list\n".utf8).write(to: URL(filePath: file))
        func grade(_ more: String...) throws -> Commands.Outcome {
            try Commands.run(["grade", "05", "--solution", "-o", file] + more, in: folder)
        }
        try grade().expectMisuse("\(file) is not a grade as text", "--force")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "my list\n")
        #expect(try grade("--force").code == 0)
        #expect(try grade().code == 0)
        try grade("--format", "csv").expectMisuse("is not a grade in the format csv")
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("05-apply-stride: passed, 10 points."))
    }

    @Test("Hints come one by one, each with the command for the next one")
    func hints() throws {
        let first = try run("grade", "03", "--hint")
        #expect(first.code == 0)
        #expect(first.output.contains("A nudge") && !first.output.contains("A direction"))
        #expect(first.output.contains("--hint --hint"))
        let all = try run("grade", "03", "--hint", "--hint", "--hint")
        #expect(all.output.contains("Nearly the answer") && !all.output.contains("Not enough?"))
    }

    @Test(
        "In a terminal of 60 columns the hints and the task break between words",
        .enabled(if: TerminalScreen.isAvailable, TerminalScreen.isMissing), arguments: ["--hint --hint", "--task"])
    func narrow(_ option: String) throws {
        let screen = try TerminalScreen(columns: 60, rows: 20)
        screen.wait(for: "ready>")
        // So a command in the text fits a line; as it was called, it stands there whole.
        screen.type("cd \(Commands.buildFolder) && clear && ./interleave grade 05 \(option) && echo is over")
        screen.wait("the end") { $0.contains("\nis over") }
        let page = screen.text.components(separatedBy: "\nis over")[0]
        let file = "\(Self.package)/Exercises/05-apply-stride/\(option == "--task" ? "README.md" : "hints.md")"
        let text = try String(contentsOfFile: file, encoding: .utf8).replacing("swift run ", with: "./").replacing(
            "the folder of the package", with: "your folder")
        let words = Set(text.split(whereSeparator: \.isWhitespace))
        // The first lines are the command that was typed.
        let shown = page.split(separator: "\n").drop { !$0.hasPrefix("A nudge") && !$0.hasPrefix("05 Strides") }
        #expect(shown.count > 8)
        for line in shown where line.contains("./interleave grade") { #expect(line.contains("./interleave grade 05"), "\(page)") }
        for line in shown.prefix(while: { !$0.hasPrefix("Not enough?") }) {
            for word in line.split(separator: " ") { #expect(words.contains(word), "\(word): \(page)") }
        }
    }

    @Test("A long grading reports its step and its time on standard error; standard output has only the grade")
    func progress() throws {
        let file = folder.file("Mine.swift")
        try Data("func forEachIndex(below count: Int, _ body: (Int) -> Void) { while count >= 0 {} }\n".utf8).write(to: URL(filePath: file))
        let outcome = try run("grade", "05", "--attempt", file, "--format", "json")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("interleave: running your code, 3 s …"), "\(outcome.errors)")
        #expect(try json(outcome).status == "timedOut")
    }

    @Test("Wrong usage is answered with the right usage")
    func misuse() throws {
        try run("grade", "02-raeder-writer").expectMisuse("no exercise '02-raeder-writer'", "Did you mean '02-reader-writer'?", "01-once")
        try run("grade", "99").expectMisuse("The exercises are: 01-once")
        try run("grade", "01", "--solution", "--attempt", "a.swift").expectMisuse("not both")
        try run("grade", "01", "--attempt", folder.file("none.swift")).expectMisuse("none.swift", "No such file")
        try run("grade", "01", "--format", "poem").expectMisuse("poem")
        try run("grade").expectMisuse("exercise")
        try run("exercises", "chekc").expectMisuse("chekc")
    }

    @Test("The list has each exercise with its topic, the progress, and the next command")
    func list() throws {
        let outcome = try run("exercises")
        #expect(outcome.code == 0)
        for words in [
            "01-once", "one instance, however many threads ask at the same time", "02-reader-writer", "03-group-notify", "05-apply-stride",
        ] {
            #expect(outcome.output.contains(words))
        }
        #expect(outcome.output.contains("interleave grade") || outcome.output.contains("All passed."))
    }
}
