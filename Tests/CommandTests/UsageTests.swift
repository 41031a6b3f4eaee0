import Foundation
import System
import TestSupport
import Testing

@Suite(.startsProcesses) struct UsageTests {
    let folder: Folder
    init() throws { folder = try Folder() }

    private func run(_ arguments: String...) throws -> Commands.Outcome { try Commands.run(arguments, in: folder) }

    @Test("Without a command, and with --help everywhere, the help page is on standard output and the exit code is 0")
    func help() throws {
        for words in [[], ["--help"], ["help", "view"]]
            + ["labs", "lab", "trace", "view", "export", "exercises", "grade", "doctor", "bench"].map({ [$0, "--help"] })
        {
            let outcome = try Commands.run(words, in: folder)
            #expect(outcome.code == 0, "\(words)")
            #expect(outcome.output.contains("USAGE: interleave"), "\(words)")
            #expect(outcome.errors == "", "\(words)")
        }
    }

    @Test("A wrong command is answered with the nearest name and the list")
    func command() throws {
        for word in ["lab-group", "group"] { try run(word).expectMisuse("no command '\(word)'", "Did you mean", "lab group`?") }
        try run("veiw").expectMisuse("no command 'veiw'", "Did you mean 'view'?", "labs, lab, trace, record, view")
        try run("explode", "x").expectMisuse("no command 'explode'")
    }

    @Test("A wrong option is answered with the nearest one, a wrong value with the valid ones")
    func options() throws {
        try run("view", "--widht", "80", "t").expectMisuse("--widht", "--width")
        try run("view", "--width", "20", "t").expectMisuse("20", "40 to 400")
        try run("view", "--width", "401", "t").expectMisuse("40 to 400")
        try run("view", "--width", "wide", "t").expectMisuse("40 to 400")
        try run("view", "--lanes", "rivers", "t").expectMisuse("'queues', 'threads' or 'tasks'")
        try run("view", "--from", "yesterday", "t").expectMisuse("1.5ms")
        try run("view").expectMisuse("trace")
        try run("view", "a", "b", "c").expectMisuse("two")
        try run("export", "--format", "poem", "t").expectMisuse("poem", "text")
        try run("bench", "--suite", "recrod").expectMisuse("Did you mean 'record'?")
        try run("labs", "all").expectMisuse("all")
    }

    @Test("Impossible sizes are refused with the range")
    func sizes() throws {
        for size in ["0", "1", "-5", "1000", "65G", "9999999999999G", "99999999999999999999", "M", "12Q", "1.5M"] {
            try run("trace", "--buffer=\(size)", "--", "/bin/true").expectMisuse("from 1M to 64G")
        }
    }

    @Test("labs lists each lab with its topic and variants; lab runs it, with the options after its name")
    func labs() throws {
        let list = try run("labs")
        #expect(list.code == 0)
        #expect(list.output.contains(/barrier +Readers and writers/))
        #expect(list.output.contains("unprotected, barrier, serial"))
        let outcome = try run("lab", "barrier", "--check", "--variant", "serial")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("serial: "))
    }

    @Test("The list of labs agrees with each lab's own description")
    func variants() throws {
        let list = try run("labs").output
        let names = try #require(list.firstMatch(of: /barrier  .*\n +variants: (.*)/)).1.split(separator: ", ")
        #expect(names.count >= 2)
        let help = try run("lab", "barrier", "--help").output
        for name in names { #expect(help.contains(name)) }
    }

    @Test("A wrong lab is answered with the nearest name and the list, a wrong option of a lab by the lab")
    func wrongLab() throws {
        try run("lab", "bariers").expectMisuse("Did you mean 'barrier'?")
        try run("lab", "lab-bar").expectMisuse("The labs are: actor, after, apply, barrier")
        try run("lab", "barrier", "--variant", "serail").expectMisuse("Did you mean 'serial'?")
        try run("lab").expectMisuse("name")
    }

    @Test("doctor lists each part on a line, and its exit code says whether a part is missing")
    func doctor() throws {
        let outcome = try run("doctor")
        let lines = outcome.output.split(separator: "\n")
        for name in ["swift", "ncursesw", "tmux", "recorder", "kernel", "Landlock", "seccomp", "cores", "clock", "disk"] {
            #expect(lines.contains { $0.contains(name) }, "\(name)")
        }
        #expect(outcome.code == (outcome.output.contains("MISSING") ? 1 : 0))
        let bare = try Commands.run(["doctor"], in: folder, environment: ["PATH": "/nowhere"])
        #expect(bare.code == 1)
        #expect(bare.output.contains("MISSING  swift"))
        #expect(bare.output.contains("fix: "))
    }

    @Test(
        "bench --quick runs every suite of figures, drawing, a lab's start and exploring among them, and judges nothing",
        .enabled(if: Corpus.takes("quickBench"), Corpus.notItsTurn))
    func quickBench() throws {
        struct Report: Decodable {
            struct Suite: Decodable { var suite: String; var figures: [Figure] }
            struct Figure: Decodable { var name: String, value: Double, baseline: Double }
            var suites: [Suite]
        }
        let outcome = try Commands.run(["bench", "--quick", "--json"], in: folder, environment: ["TMPDIR": folder.path])
        #expect(outcome.code == 0, "\(outcome.errors)")
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        #expect(report.suites.map(\.suite) == ["record", "calls", "view", "lab", "explore"])
        #expect(report.suites.map(\.figures.count) == [2, 3, 20, 1, 7])
        #expect(report.suites.allSatisfy { $0.figures.allSatisfy { $0.value > 0 && $0.baseline > 0 } })
    }

    @Test("bench --suite labs runs by name only, measures the labs' figures in small, and removes its files")
    func labFigures() throws {
        struct Report: Decodable {
            struct Suite: Decodable { var suite: String; var figures: [Figure] }
            struct Figure: Decodable { var name: String, value: Double, baseline: Double }
            var suites: [Suite]
        }
        let outcome = try Commands.run(
            ["bench", "--suite", "labs", "--quick", "--json"], in: folder, environment: ["TMPDIR": folder.path])
        #expect(outcome.code == 0, "\(outcome.errors)")
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        #expect(report.suites.map(\.suite) == ["labs"])
        #expect(report.suites.allSatisfy { $0.figures.allSatisfy { $0.value > 0 && $0.baseline > 0 } })
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.hasPrefix("interleave-bench") })
    }

    @Test("bench --json is one JSON object with each figure, its baseline, ratio and target")
    func bench() throws {
        struct Report: Decodable {
            struct Suite: Decodable { var suite: String; var figures: [Figure] }
            struct Figure: Decodable {
                struct Target: Decodable { var of: String; var atMost: Double }
                var name: String, unit: String, value: Double, baseline: Double, ratio: Double, reached: Bool, target: Target
            }
            var build: String
            var suites: [Suite]
        }
        let outcome = try Commands.run(["bench", "--suite", "record", "--json"], in: folder, environment: ["TMPDIR": folder.path])
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        #expect(report.suites.map(\.suite) == ["record"])
        let figure = try #require(report.suites.first?.figures.first)
        #expect(figure.value > 1 && figure.baseline > 1)
        #expect(abs(figure.ratio - figure.value / figure.baseline) < 1e-6)
        #expect(figure.reached == (figure.value <= 40))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.hasPrefix("interleave-bench") })
    }
}
