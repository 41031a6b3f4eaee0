import Foundation
import TestSupport
import Testing

@Suite(.startsProcesses) struct ApplyLabTests {
    @Test(
        "Every claim of the lab holds, for small and large photos, and for a last stride without a partner",
        arguments: Corpus.part([
            [], ["--pixels", "2", "--strides", "2"], ["--pixels", "100", "--strides", "7"], ["--pixels", "1000000", "--strides", "1000"],
        ]))
    func check(_ arguments: [String]) throws {
        let run = try LabProcess("lab-apply", ["--check"] + arguments)
        #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
        #expect(run.lines.count == 37)
        #expect(run.lines.allSatisfy { EveryLabTests.held.contains($0.prefix(2)) })
    }

    @Test("On one core only the calling thread works: no thread waits, no addition is lost, and the claims say so")
    func oneCore() throws {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let core = try #require(status.firstMatch(of: /Cpus_allowed_list:\s*(\d+)/)?.1)
        let run = try LabProcess("/usr/bin/env", ["taskset", "-c", String(core), try LabProcess.path(of: "lab-apply"), "--check"])
        let text = run.output
        #expect(run.ending == .exited(code: 0), "\(text)")
        let reason = "not seen, because this machine gives the program one core"
        #expect(text.contains("○ strides: threads that ran iterations: \(reason) (expected: at least 2 threads)\n"))
        #expect(text.contains("○ shared-accumulator: strides lost from the sum: \(reason) (expected: at least 4 of 8 strides)"))
        #expect(text.contains("○ three-items: iterations of the busiest thread (three items): \(reason)"))
        let page = try LabProcess(
            "/usr/bin/env", ["taskset", "-c", String(core), try LabProcess.path(of: "lab-apply"), "--variant", "loop"])
        #expect(page.output.split { $0.isWhitespace }.joined(separator: " ").contains("This machine gives the program one core:"))
    }

    @Test("More strides than pixels are rejected with the possible number, and nothing runs")
    func tooManyStrides() throws {
        let run = try LabProcess("lab-apply", ["--check", "--pixels", "10", "--strides", "11"])
        #expect(run.ending == .exited(code: 2))
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("a photo of 10 pixels has at most 10 strides"))
    }

    @Test("The sweep has ratios to the loop, the ideal, and a sentence about the crossover")
    func sweep() throws {
        let run = try LabProcess("lab-apply", ["--json", "--pixels", "64"])
        let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
        let sweep = try #require(report.comparisons.first)
        #expect(sweep.baseline == "plain loop")
        #expect(sweep.figures.first { $0.name == sweep.baseline }?.ratio == 1)
        #expect(sweep.ideal.map { $0 >= 1 && $0 <= Double(ProcessInfo.processInfo.processorCount) } == true)
        #expect(sweep.finding?.contains("rossover") == true)
        // It was twelve times slower in our measurement. No clock is that inaccurate.
        #expect(sweep.figures.first { $0.name == "stride of 1" }.map { $0.ratio < 1 } == true)
    }

    @Test("The chart marks the loop and the ideal, also in ASCII")
    func chart() throws {
        // The commands that it prints are as long as its name, and are not divided.
        let run = try LabProcess("lab-apply", ["--ascii", "--width", "90", "--pixels", "64"], name: "lab-apply")
        #expect(run.ending == .exited(code: 0))
        #expect(run.output.utf8.allSatisfy { $0 == 10 || (0x20...0x7E).contains($0) })
        // A command is never broken, and the path in it can be long.
        #expect(run.lines.allSatisfy { $0.count <= 90 || $0.contains("`/") })
        #expect(run.output.contains("plain loop = 1.00 ("))
        #expect(run.output.contains("ideal: "))
        // (Which bars end before the mark is a matter of the machine.)
        #expect(run.lines.contains { $0.hasPrefix("stride of ") && $0.contains(":") })
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
