import Foundation
import TestSupport
import Testing

@Suite(.startsProcesses) struct SingletonLabTests {
    @Test("Every claim of the lab holds, with two callers and with many", arguments: [[], ["--callers", "9"], ["--seed", "7"]])
    func check(_ arguments: [String]) throws {
        let run = try LabProcess("lab-singleton", ["--check"] + arguments)
        #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
        #expect(run.lines.count == 21)
        #expect(run.lines.allSatisfy { EveryLabTests.held.contains($0.prefix(2)) })
    }

    @Test("The output about the racing managers is the same in every run: each caller got its own, identified by number, not by address")
    func racing() throws {
        let run = try LabProcess("lab-singleton", ["--json", "--variant", "racing", "--callers", "3"])
        let report = try JSONDecoder().decode(LabJSON.self, from: Data(run.output.utf8))
        let expected = """
            caller 1 got manager 1
            caller 2 got manager 2
            caller 3 got manager 3
            a caller now gets a manager with 1 of the 3 photos

            """
        #expect(report.variants[0].output == expected)
    }

    @Test("The step log of the static let says which caller runs the initializer, which one waits, and what ends the wait")
    func once() throws {
        let run = try LabProcess("lab-singleton", ["--variant", "once", "--step", "--width", "200"])
        #expect(run.output.contains("is the first caller and runs the block that must run only once"))
        #expect(run.output.contains("reaches `shared` while"))
        #expect(run.output.contains("`shared` has run, and will not run again"))
    }

    @Test("If chance decides, the claims hold in every run, and --repeat counts the runs in which the bug appeared")
    func chance() throws {
        let run = try LabProcess("lab-singleton", ["--variant", "racing-without-sleep", "--repeat", "20", "--json"])
        let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
        let runs = try #require(report.variants.first?.repetitions)
        #expect(runs.held == 20)
        #expect(runs.mistakeShown == runs.claims[0].figures.count { $0 > 1 })
    }

    private struct Report: Decodable {
        struct Variant: Decodable { var repetitions: Repetitions }
        struct Repetitions: Decodable {
            var held: Int
            var mistakeShown: Int
            var claims: [Tally]
        }
        struct Tally: Decodable { var figures: [Double] }
        var variants: [Variant]
    }
}
