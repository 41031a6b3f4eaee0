import Foundation
import Glibc
import TestSupport
import Testing
import Trace

/// The file of `trace -o`: what is there already is not lost.
@Suite(.startsProcesses) struct TraceFileTests {
    let folder: Folder
    let programs: Programs
    init() throws {
        folder = try Folder()
        programs = try Programs.all()
    }

    private func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
        return folder.file(name)
    }

    private func files() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.contains("-") })
    }

    @Test("A file that is not a trace is refused and stays as it is; --force replaces it")
    func foreignFile() throws {
        let thesis = try write("my thesis", to: "thesis.txt")
        try Commands.run(["trace", "-o", thesis, "--", programs.everything], in: folder).expectMisuse("is not a trace", "--force")
        #expect(try String(contentsOfFile: thesis, encoding: .utf8) == "my thesis")
        let forced = try Commands.run(["trace", "-o", thesis, "--force", "--", programs.everything, "0"], in: folder)
        #expect(forced.code == 0, "\(forced.errors)")
        #expect(try !TraceReader.read(path: thesis).items.isEmpty)
    }

    @Test("Where nothing is recorded, or the program cannot be started, an earlier trace stays as it is")
    func nothingRecorded() throws {
        let file = folder.file("run.trace")
        let first = try Commands.run(["trace", "-o", file, "--", programs.everything, "0"], in: folder)
        #expect(first.code == 0)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        let nothing = try Commands.run(["trace", "-o", file, "--", "/bin/sh", "-c", "exit 3"], in: folder)
        #expect(nothing.code == 3 && nothing.errors.contains("nothing was recorded"))
        let broken = try folder.executable("broken", "no format that runs")
        #expect(try Commands.run(["trace", "-o", file, "--", broken], in: folder).code == 2)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == bytes)
        #expect(try files().filter { $0.hasPrefix("run.trace") } == ["run.trace"])
    }

    @Test("A trace is replaced by the next one only when that is complete, through a link too, and nothing is left beside it")
    func replaced() throws {
        let file = folder.file("run.trace"), link = folder.file("link.trace")
        #expect(try Commands.run(["trace", "-o", file, "--", programs.faults, "works", "50"], in: folder).code == 0)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        let second = try Commands.run(["trace", "-o", link, "--", programs.everything, "0"], in: folder)
        #expect(second.code == 0, "\(second.errors)")
        #expect(try TraceReader.read(path: file).queues.contains { $0.label == "test.kitchen" })
        var found = stat()
        #expect(lstat(link, &found) == 0 && found.st_mode & S_IFMT == S_IFLNK)
        let left = try files().filter { $0.contains(".trace") }
        #expect(left == ["run.trace", "link.trace"], "\(left)")
    }

    @Test("export -o refuses a file that is not an export, and --force replaces it; an earlier export is replaced")
    func exported() throws {
        let trace = folder.file("run.trace"), thesis = try write("my thesis", to: "thesis.txt"), list = folder.file("list.txt")
        #expect(try Commands.run(["trace", "-o", trace, "--", programs.everything, "0"], in: folder).code == 0)
        try Commands.run(["export", "--format", "text", "-o", thesis, trace], in: folder).expectMisuse(
            "is not an exported trace. It would be overwritten", "--force")
        #expect(try String(contentsOfFile: thesis, encoding: .utf8) == "my thesis")
        for _ in 0..<2 { #expect(try Commands.run(["export", "--format", "text", "-o", list, trace], in: folder).code == 0) }
        #expect(try Commands.run(["export", "--format", "text", "--force", "-o", thesis, trace], in: folder).code == 0)
        #expect(try String(contentsOfFile: thesis, encoding: .utf8) == String(contentsOfFile: list, encoding: .utf8))
    }

    @Test("A lab's --record refuses a file that is not a trace before anything runs, and --force replaces it")
    func recordedByALab() throws {
        let thesis = try write("my thesis", to: "thesis-barrier.txt"), lab = "\(Commands.buildFolder)/lab-barrier"
        func record(_ options: String) throws -> Commands.Outcome {
            try Commands.shell("\(lab) --check \(options)", in: folder)
        }
        try record("--variant barrier --record \(thesis)").expectMisuse(
            "is not a trace. It would be overwritten", "--record FILE", "--force")
        // One of several files that would be written.
        try record("--record \(folder.file("thesis.txt"))").expectMisuse("thesis-barrier.txt is not a trace")
        #expect(try String(contentsOfFile: thesis, encoding: .utf8) == "my thesis")
        #expect(try record("--variant barrier --force --record \(thesis)").code == 0)
        #expect(try record("--variant barrier --record \(thesis)").code == 0)
        #expect(try !TraceReader.read(path: thesis).items.isEmpty)
    }

    @Test("explore -o and replay -o refuse a file that is not a trace, too")
    func explored() throws {
        let thesis = try write("my thesis", to: "thesis.txt")
        let outcome = try Commands.explore("func scenario() -> Int { 1 }", ["-o", thesis], in: folder)
        #expect(outcome.code == 2 && outcome.errors.contains("is not a trace"))
        #expect(try String(contentsOfFile: thesis, encoding: .utf8) == "my thesis")
    }
}
