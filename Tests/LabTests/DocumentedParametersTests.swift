import Foundation
import TestSupport
import Testing

@Suite("docs/cli.md has the parameters of the labs", .startsProcesses) struct DocumentedParametersTests {
    @Test("Each parameter that --help lists has a row, with its range and its default", arguments: EveryLabTests.labs)
    func parameters(_ lab: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "docs/cli.md"), encoding: .utf8)
        let help = try LabProcess(lab, ["--help"]).output
        // The rows of this lab: those of a table begin with its name, or with an empty cell.
        let rows = page.split(separator: "\n").drop { !$0.hasPrefix("| `\(lab)` |") }
        let own = rows.prefix(1) + rows.dropFirst().prefix { $0.hasPrefix("| |") }
        guard help.contains("PARAMETERS:\n") else { return }
        let parameters = try #require(help.split(separator: "PARAMETERS:\n").last?.split(separator: "OPTIONS:\n").first)
        // Each begins with a dash; the lines that go on with it do not.
        let entries = parameters.split(separator: "\n  -").map { $0.split { $0 == "\n" || $0 == " " }.joined(separator: " ") }
        #expect(!entries.isEmpty)
        for entry in entries {
            let name = try #require(entry.firstMatch(of: /--?([a-z][a-z-]*)/)?.output.1)
            let row = try #require(own.first { $0.contains("| `--\(name)") }, "docs/cli.md lacks a row: \(lab) --\(name)")
            guard let range = entry.firstMatch(of: /\((\d+ to \d+)/) else { continue }
            #expect(row.contains("| \(range.output.1) |"), "\(lab) --\(name)")
            let preset = try #require(entry.firstMatch(of: /default: (\d+)/)?.output.1)
            #expect(row.hasSuffix("| \(preset) |"), "\(lab) --\(name)")
        }
    }
}
