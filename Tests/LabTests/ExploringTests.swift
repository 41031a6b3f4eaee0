import Foundation
import TestSupport
import Testing

/// Small forms of a lab's variants under every interleaving.
@Suite struct ExploringTests {
    private struct Report: Decodable {
        struct Outcome: Decodable {
            var outcome: String
            var executions: Int
            var token: String
        }
        var verdict: String
        var complete: Bool
        var executions: Int
        var distinctOutcomes: [Outcome]
    }

    @Test(
        "Every variant that can be explored brings what is documented, and all of its interleavings are gone through",
        arguments: [
            ("lab-barrier", ["unprotected": "race", "barrier": "none", "serial": "none", "lock": "none", "global-barrier": "race"]),
            ("lab-singleton", ["racing": "race", "once": "none", "lock": "none"]),
        ])
    func verdicts(_ lab: String, _ verdicts: [String: String]) throws {
        let run = try LabProcess(lab, ["--explore", "--json"])
        #expect(run.ending == .exited(code: 0), "\(run.errors)")
        let reports = try JSONDecoder().decode([String: Report].self, from: Data(run.output.utf8))
        for (variant, verdict) in verdicts {
            let report = try #require(reports[variant], "\(variant)")
            #expect(report.verdict == verdict && report.complete, "\(variant): \(report)")
            #expect(report.distinctOutcomes.reduce(0) { $0 + $1.executions } == report.executions, "\(variant)")
            if verdict == "none" { #expect(report.distinctOutcomes.count == 1, "\(variant): \(report)") }
        }
    }

    @Test("A token leads to its outcome again, drawn and told step by step")
    func replay() throws {
        let run = try LabProcess("lab-barrier", ["--explore", "--json", "--variant", "unprotected"])
        let reports = try JSONDecoder().decode([String: Report].self, from: Data(run.output.utf8))
        let lost = try #require(reports["unprotected"]?.distinctOutcomes.first { !$0.outcome.contains(" 0 photos lost") })
        for options in [["--width", "80"], ["--step"]] {
            let again = try LabProcess("lab-barrier", ["--variant", "unprotected", "--replay", lost.token] + options)
            #expect(again.ending == .exited(code: 0), "\(again.errors)")
            #expect(again.output.contains(lost.outcome), "\(again.output)")
        }
        let refused = try LabProcess("lab-barrier", ["--variant", "unprotected", "--replay", "nonsense"])
        #expect(refused.ending == .exited(code: 2) && !refused.errors.isEmpty)
    }

    @Test("A lab without a variant to explore says so")
    func none() throws {
        let run = try LabProcess("lab-apply", ["--explore"])
        #expect(run.ending == .exited(code: 2) && run.output.isEmpty)
        #expect(run.errors.contains("not explored"))
    }
}
