import Foundation
import TestSupport
import Testing

@Suite(.startsProcesses) struct DrawLabTests {
    @Test(
        "Every claim of the lab holds, with little and with much work",
        arguments: Corpus.part([
            ["--below", "1000", "--size", "16", "--touches", "1"], ["--below", "100000000000000000", "--size", "300", "--touches", "50"],
        ]))
    func check(_ arguments: [String]) throws {
        let run = try LabProcess("lab-draw", ["--check"] + arguments)
        #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
        #expect(run.lines.allSatisfy { EveryLabTests.held.contains($0.prefix(2)) })
    }

    @Test("The step log shows that the touches are queued until the main thread has found the number")
    func steps() throws {
        let run = try LabProcess("lab-draw", ["--variant", "main-thread", "--step", "--width", "200"])
        let lines = run.output.split(separator: "\n")
        let submitted = try #require(lines.lastIndex { $0.contains("submits touchScreen(_:)") }, "\(run.output)")
        let started = try #require(lines.firstIndex { $0.contains("touchScreen(_:)") && $0.contains("starts on main thread") })
        #expect(submitted < started)
    }

    @Test("The data race is found on the label's text")
    func race() throws {
        let run = try LabProcess("lab-draw", ["--variant", "wrong-thread", "--explore"])
        #expect(run.ending == .exited(code: 0))
        #expect(run.output.contains("Data race on Label.text"), "\(run.output)")
    }
}
