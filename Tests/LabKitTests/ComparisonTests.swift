import TestSupport
import Testing

@testable import LabKit

@Suite(.startsProcesses) struct ComparisonTests {
    private func comparison(baseline: String?) -> Comparison<Int> {
        Comparison(
            "strides", unit: "items/s", lesson: "They differ.",
            entries: ["loop", "one", "ten", "all"].map { .init($0) { _ in 0 } },
            baseline: baseline.map { .init($0) { (Double($0.parameters), "cores") } })
    }

    private let setting = Setting(parameters: 4, seed: 1)

    @Test("With a baseline every figure has a ratio to it, and the ideal is that of the setting")
    func ratios() {
        let figures = comparison(baseline: "loop").figures([[200], [50], [300], [206]], setting)
        #expect(figures.entries.map { figures.ratio($0) } == [1, 0.25, 1.5, 1.03])
        #expect(figures.ideal == 4 && figures.idealName == "cores")
        #expect(figures.best?.name == "ten")
    }

    @Test("The crossover is the first entry that is better by more than the margin, and never the baseline")
    func crossover() {
        let comparison = comparison(baseline: "loop")
        func first(_ figures: [Double], by margin: Double = 0.05) -> String? {
            comparison.figures(figures.map { [$0] }, setting).firstBetter(by: margin)?.name
        }
        #expect(first([200, 50, 300, 400]) == "ten")
        #expect(first([200, 206, 220, 400]) == "ten")
        #expect(first([200, 206, 220, 400], by: 0) == "one")
        #expect(first([200, 50, 100, 200]) == nil)
        // In one of its rounds "one" was no better than the loop in one of its own.
        #expect(comparison.figures([[200, 250], [300, 240], [260, 300], [1, 1]], setting).firstBetter()?.name == "ten")
    }

    @Test("The figure is the median, and the spread ignores the best and the worst of many rounds")
    func median() throws {
        let entry = try #require(comparison(baseline: nil).figures([[90, 100, 1000, 110, 5, 100, 120]], setting).entries.first)
        #expect(entry.figure == 100 && entry.least == 90 && entry.most == 120)
        #expect(entry.spread == 0.15)
    }

    @Test("An entry with very different rounds is called too variable, and is not compared")
    func unsteady() {
        let figures = comparison(baseline: nil).figures([[10, 11], [20, 21], [30, 31], [1, 1, 300]], setting)
        #expect(figures.likeness == "Too variable in this run to be compared with the others: all.")
        let both = comparison(baseline: nil).figures([[10, 11], [10, 11], [30, 31], [1, 1, 300]], setting)
        #expect(both.likeness?.contains("This run shows no difference between: loop and one.") == true, "\(both.likeness ?? "")")
    }

    @Test("Entries whose rounds overlap form groups in which no entry differs from another")
    func likeness() {
        func words(_ rounds: [[Double]], baseline: String? = nil) -> String? {
            comparison(baseline: baseline).figures(rounds, setting).likeness
        }
        #expect(words([[10, 11], [20, 21], [30, 31], [40, 41]]) == nil)
        #expect(
            words([[10, 20], [20, 30], [30, 40], [50, 60]]) == "This run shows no difference between: ten and one; one and loop.")
        #expect(words([[10, 40], [10, 40], [10, 40], [50, 60]]) == "This run shows no difference between: loop, one and ten.")
        #expect(
            words([[10, 20], [15, 16], [30, 40], [35, 36]], baseline: "loop")
                == "This run shows no difference from loop for: one. This run shows no difference from all for: ten.")
        #expect(words([[10, 20], [22, 23], [30, 40], [45, 46]], baseline: "loop") == nil)
    }

    @Test("Without a baseline, or with one that is zero, there are no ratios and no crossover")
    func withoutBaseline() {
        for figures in [
            comparison(baseline: nil).figures([[1], [2], [3], [4]], setting),
            comparison(baseline: "loop").figures([[0], [2], [3], [4]], setting),
        ] {
            #expect(figures.entries.allSatisfy { figures.ratio($0) == nil })
            #expect(figures.firstBetter() == nil)
        }
    }
}
