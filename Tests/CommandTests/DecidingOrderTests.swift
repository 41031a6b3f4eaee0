import Foundation
import TestSupport
import Testing

/// The two steps whose order decides whether a program fails are named, with their lines.
@Suite(.startsProcesses) struct DecidingOrderTests {
    private struct Report: Decodable {
        struct Finding: Decodable {
            struct Location: Decodable { var line: Int }
            var kind: String
            var token: String
            var explanation: String
            var hint: String
            var locations: [Location]
        }
        var findings: [Finding]
    }

    /// A program whose first lines tell the verdict, the deciding lines, and words of the explanation and of the advice.
    struct Program: Sendable {
        var path: String
        var verdict: String
        var lines: Set<Int>
        var words: String
        /// Words of the advice; empty if none are expected.
        var advice: String
        var options: [String]
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Deciding")

    static let programs: [Program] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []
        return files.compactMap { file in
            let path = folder.appending(path: file).path
            guard let text = try? String(contentsOfFile: path, encoding: .utf8),
                let head = text.firstMatch(
                    of: #/^// (\w+): ([0-9, ]+)\n// Says: (.*)\n(?:// Advises: (.*)\n)?(?:// Options: (.*)\n)?/#
                )
            else { return nil }
            let lines = Set(head.2.split(separator: ", ").compactMap { Int($0) })
            return Program(
                path: path, verdict: String(head.1), lines: lines, words: String(head.3),
                advice: head.4.map(String.init) ?? "", options: head.5?.split(separator: " ").map(String.init) ?? [])
        }
    }()

    @Test("There are programs, and each tells what it expects")
    func all() throws {
        #expect(try Self.programs.count == FileManager.default.contentsOfDirectory(atPath: Self.folder.path).count)
        #expect(Self.programs.count > 10)
    }

    @Test("The deciding lines of a failure are told, and its token replays it", arguments: Corpus.part(programs))
    func lines(_ program: Program) throws {
        let folder = try Folder(), outcome = try Commands.run(["explore", "--json", program.path] + program.options, in: folder)
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        let finding = try #require(report.findings.first { $0.kind == program.verdict }, "\(outcome.output.prefix(600))\(outcome.errors)")
        #expect(finding.explanation.contains(program.words), "\(finding.explanation)")
        #expect(program.advice.isEmpty || finding.hint.contains(program.advice), "\(finding.hint)")
        #expect(program.lines.isSubset(of: Set(finding.locations.map(\.line))), "\(finding.locations) \(finding.explanation)")
        let again = try Commands.run(["replay", "--json", finding.token, program.path], in: folder)
        #expect(again.code == 1, "\(again.output)\(again.errors)")
        // (One execution tells nothing about the others.)
        if program.words.hasPrefix("Every interleaving") { return }
        let replayed = try JSONDecoder().decode(Report.self, from: Data(again.output.utf8))
        #expect(replayed.findings.first { $0.kind == program.verdict }?.explanation.contains(program.words) == true, "\(again.output)")
    }
}
