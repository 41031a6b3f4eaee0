import Foundation
import System
import TestSupport
import Testing

/// `interleave grade --batch`: a class of a few attempts. (`.ci/class` does the same with many.)
@Suite(.startsProcesses) struct BatchTests {
    let folder: Folder
    init() throws { folder = try Folder() }

    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    private func grade(_ arguments: String...) throws -> Commands.Outcome {
        try Commands.run(["grade", "--batch", folder.file("class")] + arguments, in: folder)
    }

    /// Hands in four attempts at exercise 05: a right one, a wrong one, one that does not compile, and an
    /// empty file. Names of students can be anything that a file's name can be.
    private func handIn() throws {
        func file(_ student: String) throws -> String {
            try FileManager.default.createDirectory(atPath: folder.file("class/\(student)"), withIntermediateDirectories: true)
            return folder.file("class/\(student)/05-apply-stride.swift")
        }
        let solutions = try Commands.attempts("05-apply-stride", folder)
        try FileManager.default.copyItem(atPath: "\(solutions)/Exercise.swift", toPath: file("=1+1"))
        try FileManager.default.copyItem(atPath: "\(solutions)/Wrong/PlainLoop.swift", toPath: file("o'neill, pat"))
        try Data("func forEachIndex(below count: Int, _ body: (Int) -> Void) { return 1 }\n".utf8).write(to: URL(filePath: file("李雷")))
        try Data().write(to: URL(filePath: file("zoë")))
    }

    private func read(_ file: String) throws -> String { try String(contentsOfFile: folder.file(file), encoding: .utf8) }

    private func results(in name: String) -> Int {
        let files = (try? FileManager.default.subpathsOfDirectory(atPath: folder.file(name))) ?? []
        return files.count { $0.hasSuffix(".json") && !$0.hasSuffix(".gradescope.json") }
    }

    /// Starts a class, and sends a signal to its process when the first result is there.
    private func stopped(by signal: Int32, _ results: String) throws -> Int32 {
        var options = ChildProcess.Options()
        options.standardOutput = .nothing
        options.standardError = .nothing
        options.environment = Commands.environment
        var child = try ChildProcess.spawn(
            Commands.interleave,
            arguments: ["grade", "--batch", folder.file("class"), "--results", folder.file(results), "--resume"], options: options)
        while self.results(in: results) == 0, child.wait(timeout: .milliseconds(20)) == nil {}
        child.kill(signal: signal)
        return switch child.wait() {
        case .exited(let code): code
        case .killed(let number): 128 + number
        default: -1
        }
    }

    @Test("A class has the same grades in one go, interrupted and killed and resumed, and in parts that are merged")
    func sameGrades() throws {
        try handIn()
        let one = try grade("--jobs", "2", "--results", folder.file("one"))
        #expect(one.code == 0, "\(one.output) \(one.errors)")
        let csv = try read("one/grades.csv")
        let lines = csv.split(separator: "\r\n").map(String.init)
        #expect(lines.count == 5 && lines.contains("'=1+1,05-apply-stride,graded,true,10,10,0,,'=1+1/05-apply-stride.swift,,"), "\(csv)")
        #expect(lines.contains { $0.hasPrefix("\"o'neill, pat\",05-apply-stride,graded,false,") }, "\(csv)")
        #expect(lines.count { $0.contains(",notCompiled,false,0,10,0,notCompiled") } == 2, "\(csv)")
        #expect(try read("one/李雷/05-apply-stride.txt").contains("error:"))
        #expect(try read("one/=1+1/05-apply-stride.junit.xml").ranges(of: "<testcase ").count == 6)
        #expect(try read("one/=1+1/05-apply-stride.gradescope.json").contains("\"score\" : 10"))
        #expect(try read("one/statistics.csv").contains("05-apply-stride,mistake,notCompiled,4,2,2,0"))

        #expect(try stopped(by: SIGINT, "stopped") == 130)
        #expect(try stopped(by: SIGKILL, "stopped") == 128 + SIGKILL)
        #expect(1..<4 ~= results(in: "stopped"))
        let resumed = try grade("--resume", "--results", folder.file("stopped"))
        #expect(resumed.code == 0 && resumed.errors.contains("of 4 attempts are graded already"), "\(resumed.errors)")
        #expect(try read("stopped/grades.csv") == csv)

        for part in ["1/2", "2/2"] {
            #expect(try grade("--results", folder.file("part-\(part.prefix(1))"), "--shard", part).code == 0)
        }
        let merged = try Commands.run(["grade", "merge", folder.file("part-1"), folder.file("part-2")], in: folder)
        #expect(merged.code == 0 && merged.output == csv, "\(merged.output)")

        // A student who has left the class does not come back.
        try FileManager.default.removeItem(atPath: folder.file("class/=1+1"))
        let later = try grade("--resume", "--results", folder.file("one"))
        #expect(later.code == 0 && later.errors.contains("3 of 3 attempts are graded already"), "\(later.errors)")
        #expect(later.errors.contains("removed 1 result"), "\(later.errors)")
        let less = try Commands.run(["grade", "merge", folder.file("one")], in: folder)
        #expect(try less.output == read("one/grades.csv") && less.output.split(separator: "\r\n").count == 4, "\(less.output)")

        let table = folder.file("table"), merge = ["grade", "merge", folder.file("part-1"), folder.file("part-2"), "-o", table]
        try Data("my list\n".utf8).write(to: URL(filePath: table))
        try Commands.run(merge, in: folder).expectMisuse("is not a table of grades", "--force")
        #expect(try read("table") == "my list\n")
        #expect(try Commands.run(merge + ["--force"], in: folder).code == 0)
        #expect(try Commands.run(merge, in: folder).code == 0)
        #expect(try read("table") == csv)
    }

    @Test("A file that cannot be graded stops no other attempt, and has a row: a link, a folder, a long file, a failed grading")
    func unusable() throws {
        for student in ["-a", "a", "b", "c", "d", "e", "f", "g"] {
            try FileManager.default.createDirectory(atPath: folder.file("class/\(student)"), withIntermediateDirectories: true)
        }
        try Data().write(to: URL(filePath: folder.file("class/a/05-apply-stride.swift")))
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("class/b/05-apply-stride.swift"), withDestinationPath: "../a/05-apply-stride.swift")
        try Data(count: (1 << 20) + 1).write(to: URL(filePath: folder.file("class/c/05-apply-stride.swift")))
        try Data().write(to: URL(filePath: folder.file("class/d/99-unknown.swift")))
        try FileManager.default.createDirectory(atPath: folder.file("class/e/05-apply-stride.swift"), withIntermediateDirectories: true)
        // A process that grades cannot write its report there.
        for student in ["-a", "f"] { try Data().write(to: URL(filePath: folder.file("class/\(student)/05-apply-stride.swift"))) }
        try FileManager.default.createDirectory(
            atPath: folder.file("results/f/05-apply-stride.txt/x"), withIntermediateDirectories: true)
        try Data("student\na\nh\n".utf8).write(to: URL(filePath: folder.file("list.csv")))
        let outcome = try grade("--results", folder.file("results"), "--students", folder.file("list.csv"))
        #expect(outcome.code == 1, "\(outcome.errors)")
        let states = try read("results/grades.csv").split(separator: "\r\n").dropFirst().map { row in
            let cells = row.split(separator: ",", omittingEmptySubsequences: false)
            return "\(cells[0]) \(cells[2])"
        }
        #expect(
            states == [
                "'-a notCompiled", "a notCompiled", "b unreadable", "c unreadable", "d unknownExercise", "e emptyFolder", "f notGraded",
                "g emptyFolder", "h nothingHandedIn",
            ], "\(outcome.output)")
        #expect(outcome.output.contains("f, 05-apply-stride: notGraded. interleave: "), "\(outcome.output)")
        #expect(outcome.output.contains("Not in the list of students: -a, b, c, d, e, f, g."), "\(outcome.output)")
        for (student, name) in [("h", "nothing handed in"), ("d", "file d_99-unknown.swift"), ("b", "05-apply-stride")] {
            #expect(try read("results/\(student)/\(name).gradescope.json").contains("\"score\" : 0"))
            #expect(try read("results/\(student)/\(name).junit.xml").contains("<error type="))
        }
    }

    @Test("An exercise of one's own is laid out, listed, graded alone and in a class, and its token is replayed")
    func ownExercise() throws {
        let home = folder.file("course")
        let new = try Commands.run(["exercises", "new", "counter", "--exercises", home], in: folder)
        #expect(new.code == 0 && new.output.contains("exercises check counter --exercises \(home)"), "\(new.output)\(new.errors)")
        try Commands.run(["exercises", "new", "counter", "--exercises", home], in: folder).expectMisuse("already")
        try Commands.run(["exercises", "new", "Counter", "--exercises", home], in: folder).expectMisuse("lowercase letters")
        try Commands.run(["exercises", "--exercises", folder.file("nowhere")], in: folder).expectMisuse("There is no folder")
        try Commands.run(["exercises", "--exercises", folder.path], in: folder).expectMisuse("has no exercises", "exercises new")
        let list = try Commands.run(["exercises", "--exercises", home], in: folder)
        #expect(list.output.contains("counter  a counter that loses no addition") && !list.output.contains("01-once"), "\(list.output)")
        let own = try Commands.run(["grade", "counter", "--exercises", home], in: folder)
        #expect(own.code == 1 && own.output.contains("grade counter --exercises \(home) --task"), "\(own.output)")

        try FileManager.default.createDirectory(atPath: folder.file("class/anna"), withIntermediateDirectories: true)
        let attempt = folder.file("class/anna/counter.swift")
        let attempts = try Commands.attempts("counter", folder, "--exercises", home)
        try FileManager.default.copyItem(atPath: "\(attempts)/Wrong/LocksOnlyTheWrite.swift", toPath: attempt)
        let outcome = try grade("--exercises", home, "--results", folder.file("results"))
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try read("results/grades.csv").contains("anna,counter,graded,false,0,10,0,race"))
        let report = try read("results/anna/counter.txt")
        let words = try #require(report.firstMatch(of: /replay (\w+) counter --exercises (\S+) --attempt (\S+) --step/), "\(report)")
        let replay = try Commands.run(
            ["replay", String(words.1), "counter", "--exercises", home, "--attempt", attempt, "--step"], in: folder)
        #expect(replay.code == 1 && replay.output.contains("counter.swift:"), "\(replay.output)\(replay.errors)")
    }

    @Test("COLUMNS narrows the text of a grade")
    func columns() throws {
        let outcome = try Commands.run(
            ["grade", "05", "--attempt", "\(Commands.attempts("05-apply-stride", folder))/Wrong/PlainLoop.swift"], in: folder,
            environment: ["COLUMNS": "60"])
        let lines = outcome.output.split(separator: "\n").prefix { !$0.hasPrefix("See what") }
        #expect(lines.count > 6 && lines.allSatisfy { $0.count <= 60 }, "\(outcome.output)")
        let wide = try Commands.run(["grade", "05", "--task"], in: folder, environment: ["COLUMNS": "x"])
        #expect(wide.output.split(separator: "\n").contains { $0.count > 80 }, "\(wide.output)")
    }
}
