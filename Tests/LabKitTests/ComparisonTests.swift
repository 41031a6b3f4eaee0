import Testing

@testable import LabKit

@Suite struct ComparisonTests {
    private func comparison(baseline: String?) -> Comparison<Int> {
        Comparison(
            "strides", unit: "items/s", lesson: "They differ.",
            entries: ["loop", "one", "ten", "all"].map { .init($0) { _ in 0 } },
            baseline: baseline.map { .init($0) { (Double($0.parameters), "cores") } })
    }

    private let setting = Setting(parameters: 4, seed: 1)

    @Test("With a baseline every figure has a ratio to it, and the ideal is that of the setting")
    func ratios() {
        let figures = comparison(baseline: "loop").figures([200, 50, 300, 206], setting)
        #expect(figures.entries.map { figures.ratio($0) } == [1, 0.25, 1.5, 1.03])
        #expect(figures.ideal == 4 && figures.idealName == "cores")
        #expect(figures.best?.name == "ten")
    }

    @Test("The crossover is the first that is better by more than the margin, in the order of declaration; the baseline is never it")
    func crossover() {
        let comparison = comparison(baseline: "loop")
        #expect(comparison.figures([200, 50, 300, 400], setting).firstBetter()?.name == "ten")
        #expect(comparison.figures([200, 206, 220, 400], setting).firstBetter()?.name == "ten")
        #expect(comparison.figures([200, 206, 220, 400], setting).firstBetter(by: 0)?.name == "one")
        #expect(comparison.figures([200, 50, 100, 200], setting).firstBetter() == nil)
    }

    @Test("Without a baseline, or with one that is zero, there are no ratios and no crossover")
    func withoutBaseline() {
        for figures in [
            comparison(baseline: nil).figures([1, 2, 3, 4], setting), comparison(baseline: "loop").figures([0, 2, 3, 4], setting),
        ] {
            #expect(figures.entries.allSatisfy { figures.ratio($0) == nil })
            #expect(figures.firstBetter() == nil)
        }
    }
}
