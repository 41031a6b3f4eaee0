import enum Trace.Verdict
import Explorer
import Foundation
import Testing

/// Compares the document that explains the verdicts with their list.
@Suite struct VerdictNameTests {
    @Test("docs/verdicts.md has a section for each verdict", arguments: Verdict.allCases)
    func section(_ verdict: Verdict) throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let document = try String(contentsOf: root.appendingPathComponent("docs/verdicts.md"), encoding: .utf8)
        #expect(document.contains("\n## \(verdict.rawValue)\n"))
        #expect(document.contains("[`\(verdict.rawValue)`](#\(verdict.rawValue.lowercased()))"))
    }
}
