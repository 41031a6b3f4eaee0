import Foundation
import TestSupport
import Testing

/// The table of a failure shows who did what between what, with the program's lines and values.
@Suite(.startsProcesses) struct ScheduleTableTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Tables")
    static let programs = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(".swift") }
        .sorted()

    @Test("There is a program for each kind of failure")
    func all() { #expect(Self.programs.count >= 25) }

    @Test("A failure is told by its steps, and by no more than belongs to them", arguments: Corpus.part(programs))
    func table(_ program: String) throws {
        let path = Self.folder.appending(path: program).path, text = try String(contentsOfFile: path, encoding: .utf8)
        let options = text.firstMatch(of: #/^// Options: (.*)\n/#).map { $0.1.split(separator: " ").map(String.init) } ?? []
        let outcome = try Commands.run(["explore"] + options + [path], in: try Folder())
        #expect(outcome.code == 1, "\(outcome.output)\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
        // The first finding: without the first line, which has the file's path and the time, and without the token, which depends on the
        // compiler.
        let first = lines.drop { !$0.isEmpty }.prefix { !$0.hasPrefix("  Step  ") }
        expectGolden("table-\(program.dropLast(".swift".count))", first.joined(separator: "\n"))
    }
}
