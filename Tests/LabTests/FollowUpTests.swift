import Foundation
import TestSupport
import Testing

/// The questions after a run, and those after a wrong guess.
@Suite(.startsProcesses) struct FollowUpTests {
    /// The question after a run, as `--json` tells it.
    private struct Report: Decodable {
        struct Variant: Decodable {
            var afterRun: AfterRun?
        }
        struct AfterRun: Decodable, Equatable {
            var question: String
            var choices: [String]
            var answer: Int
            var event: Int?
        }
        var variants: [Variant]
    }

    /// Runs a lab on one core.
    private func onOneCore(_ lab: String, _ arguments: String) throws -> LabProcess {
        try LabProcess("/bin/sh", ["-c", "taskset -c 0 \(try LabProcess.path(of: lab)) \(arguments)"])
    }

    @Test(
        "Each variant has a follow-up, with a question of its own and another right answer; a lab asks after a run",
        arguments: EveryLabTests.labs)
    func questions(_ lab: String) throws {
        let variants = try DescribedVariant.all(of: lab), followUps = try DescribedVariant.followUps(of: lab)
        for variant in variants {
            let fitting = followUps.filter { $0.after?.contains(variant.name) ?? false }
            #expect(!fitting.isEmpty, "\(lab) \(variant.name) has no follow-up")
            for followUp in fitting {
                #expect(followUp.question != variant.question && followUp.code != nil)
                #expect(
                    followUp.rightChoice != variant.rightChoice,
                    "\(lab) \(variant.name) and \(followUp.name): \(followUp.rightChoice ?? "")")
            }
        }
        let asked = (variants + followUps).compactMap(\.question)
        #expect(Set(asked).count == asked.count)
        #expect(variants.contains { $0.questionAfterRun != nil }, "\(lab) asks nothing after a run")
    }

    @Test("The run of a follow-up has the answer that is documented, also on one core", arguments: Corpus.part(EveryLabTests.labs))
    func answers(_ lab: String) throws {
        for followUp in try DescribedVariant.followUps(of: lab) {
            let page = try LabProcess(lab, ["--variant", followUp.name, "--width", "300"])
            for run in [page, try onOneCore(lab, "--check --variant \(followUp.name)")] {
                #expect(run.ending == .exited(code: 0), "\(lab) \(followUp.name): \(run.output)\(run.errors)")
                #expect(run.lines.contains { line in EveryLabTests.held.contains { line.hasPrefix($0) } })
            }
            let answer = page.output.split(separator: "\nThe answer is ").last ?? ""
            // The answer points to lines, and says what happened there.
            #expect(answer.contains(/\n *\d+ +\S/), "\(lab) \(followUp.name): \(page.output)")
            for claim in followUp.claimsBesideCode ?? [] {
                #expect(page.output.contains("\(claim): "), "\(lab) \(followUp.name) makes no claim \"\(claim)\"")
            }
        }
    }

    @Test(
        "The question after a run has the answer of this very run, among different choices, also on one core",
        arguments: Corpus.part(EveryLabTests.labs))
    func recorded(_ lab: String) throws {
        for variant in try DescribedVariant.all(of: lab) where variant.questionAfterRun != nil {
            for run in [
                try LabProcess(lab, ["--json", "--variant", variant.name]), try onOneCore(lab, "--json --variant \(variant.name)"),
            ] {
                let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
                let asked = try #require(report.variants.first?.afterRun, "\(lab) \(variant.name) could not be asked")
                #expect(asked.question == variant.questionAfterRun)
                #expect((2...4).contains(asked.choices.count) && Set(asked.choices).count == asked.choices.count, "\(asked)")
                #expect(asked.choices.indices.contains(asked.answer))
            }
        }
    }

    @Test("A piped page shows the question below the drawing, and its answer after the claims")
    func page() throws {
        let run = try LabProcess("lab-race", ["--variant", "lock", "--width", "100"])
        let places = ["│", "Look at the run: Which counter gets `lock` last?", "\n✓ ", "The answer is ", "The run shows ", "See event "].map
        {
            run.output.firstRange(of: $0)?.lowerBound
        }
        #expect(places.allSatisfy { $0 != nil }, "\(run.output)")
        #expect(places.compactMap(\.self).sorted() == places.compactMap(\.self))
        // The event shows the answer: a counter gets the lock.
        let event = run.output.split(separator: "See event ").last ?? ""
        #expect(event.contains("`lock`") && event.contains("acquire"), "\(event)")
    }
}
