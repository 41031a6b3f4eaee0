import Foundation
import TestSupport
import Testing

@Suite struct ApplyLabTests {
    @Test(
        "Every claim of the lab holds, for small and large photos, and for a last stride without a partner",
        arguments: [
            [], ["--pixels", "2", "--strides", "2"], ["--pixels", "100", "--strides", "7"], ["--pixels", "1000000", "--strides", "1000"],
        ])
    func check(_ arguments: [String]) throws {
        let run = try LabProcess("lab-apply", ["--check"] + arguments)
        #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
        #expect(run.lines.count == 37)
        #expect(run.lines.allSatisfy { EveryLabTests.held.contains($0.prefix(2)) })
    }

    @Test("On one core nobody comes to help: nobody waits, no addition is lost, and the claims say so")
    func oneCore() throws {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let core = try #require(status.firstMatch(of: /Cpus_allowed_list:\s*(\d+)/)?.1)
        let run = try LabProcess("/usr/bin/env", ["taskset", "-c", String(core), try LabProcess.path(of: "lab-apply"), "--check"])
        let text = run.output
        #expect(run.ending == .exited(code: 0), "\(text)")
        #expect(text.contains("shared-accumulator: threads share them out: 1 thread (expected at least 1)"))
        #expect(text.contains("shared-accumulator: of two strides that meet, one is lost: 0 of 8 strides (expected at least 0)"))
    }

    @Test("With more strides than pixels it says what is possible, and runs nothing")
    func tooManyStrides() throws {
        let run = try LabProcess("lab-apply", ["--check", "--pixels", "10", "--strides", "11"])
        #expect(run.ending == .exited(code: 2))
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("a photo of 10 pixels has no more than 10 strides"))
    }

    @Test("The sweep is told as ratios to the loop, with the ideal, and with a sentence about the crossover")
    func sweep() throws {
        let run = try LabProcess("lab-apply", ["--json", "--pixels", "64"])
        let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
        let sweep = try #require(report.comparisons.first)
        #expect(sweep.baseline == "plain loop")
        #expect(sweep.figures.first { $0.name == sweep.baseline }?.ratio == 1)
        #expect(sweep.ideal.map { $0 >= 1 && $0 <= Double(ProcessInfo.processInfo.processorCount) } == true)
        #expect(sweep.finding?.contains("rossover") == true)
        // Twelve times slower where it was measured: no clock is so wrong.
        #expect(sweep.figures.first { $0.name == "stride of 1" }.map { $0.ratio < 1 } == true)
    }

    @Test("The chart marks the loop and the ideal, in ASCII too")
    func chart() throws {
        let run = try LabProcess("lab-apply", ["--ascii", "--width", "90", "--pixels", "64"])
        #expect(run.ending == .exited(code: 0))
        #expect(run.output.utf8.allSatisfy { $0 == 10 || (0x20...0x7E).contains($0) })
        #expect(run.lines.allSatisfy { $0.count <= 90 })
        #expect(run.output.contains("plain loop = 1.00 ("))
        #expect(run.output.contains("ideal: "))
        #expect(run.lines.contains { $0.hasPrefix("stride of 200000 ") && $0.hasSuffix(":") })
    }

    private struct Report: Decodable {
        struct Comparison: Decodable {
            var baseline: String?
            var ideal: Double?
            var finding: String?
            var figures: [Figure]
        }
        struct Figure: Decodable {
            var name: String
            var ratio: Double
        }
        var comparisons: [Comparison]
    }
}
