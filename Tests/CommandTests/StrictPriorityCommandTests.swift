import Foundation
import TestSupport
import Testing

/// `interleave explore --strategy strict-priorities`, as a user runs it.
@Suite(.serialized, .startsProcesses) struct StrictPriorityCommandTests {
    private let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Explored/inversion.swift").path

    @Test("Strict priorities show the inversion in one execution; its trace has simulated times; its token leads there again")
    func inversion() throws {
        let folder = try Folder(), trace = "\(folder.path)/run.trace"
        let run = try Commands.run(["explore", "--all", "--strategy", "strict-priorities", "-o", trace, source], in: folder)
        #expect(run.code == 1, "\(run.output)\(run.errors)")
        for words in ["58", "One execution was run", "strict priorities"] { #expect(run.output.contains(words), "\(run.output)") }
        let view = try Commands.run(["view", trace, "--lanes", "threads", "--plain", "--width", "100"], in: folder)
        #expect(view.code == 0 && view.output.contains("of simulated time"), "\(view.output)\(view.errors)")
        #expect(view.output.contains("waits for the processor") && view.output.contains(" ms"), "\(view.output)")
        let line = try #require(run.output.split(separator: "\n").last { $0.contains("not allowed") && $0.contains("58") })
        let token = try #require(line.split(separator: " ").first { $0.count >= 8 && $0 != "milliseconds" }.map(String.init))
        let again = try Commands.run(["replay", token, source, "--step"], in: folder)
        #expect(again.output.contains("is preempted") && again.output.contains("58 (not allowed)"), "\(again.output)\(again.errors)")
    }
}
