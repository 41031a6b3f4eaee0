import Testing

@testable import LabKit

@Suite struct ClaimTests {
    @Test(
        "Whether a claim holds follows from its figure",
        arguments: [
            (Claim.Expectation.exactly(4), [4.0], [3.0, 5]), (.moreThan(1), [2, 1.5], [1, 0]), (.atLeast(2), [2, 3], [1.9]),
            (.atMost(2), [2, 0], [2.1]), (.between(1, 3), [1, 2, 3], [0.9, 3.1]),
        ])
    func expectations(_ expected: Claim.Expectation, _ good: [Double], _ bad: [Double]) {
        for figure in good { #expect(Claim("it", measured: figure, "seen", expected).holds) }
        for figure in bad { #expect(!Claim("it", measured: figure, "seen", expected).holds) }
    }

    @Test("A claim about none of none does not hold: nothing was measured")
    func nothingMeasured() {
        #expect(Claim("none fails", 0, "items", .exactly(0), outOf: 7).holds)
        #expect(!Claim("none fails", 0, "items", .exactly(0), outOf: 0).holds)
    }

    @Test("A claim is told with its figure and what was expected")
    func words() {
        #expect(Claim("readers overlap", 4, "at once", .moreThan(1)).measurement == "4 at once (expected > 1)")
        #expect(Claim("none is lost", 0, "photos", .exactly(0), outOf: 6).measurement == "0 of 6 photos (expected 0)")
        #expect(Claim("it dies", found: "it ended", expected: "a death", holds: false).measurement == "it ended (expected: a death)")
    }

    @Test("A claim that chance decides holds either way, and shows the mistake only when it happened")
    func chance() {
        let managers = [1, 2].map { Claim("made", $0, "managers", .between(1, 2), showsMistake: true, thisTime: $0 > 1) }
        #expect(managers.allSatisfy { $0.holds })
        #expect(managers.map(\.mistakeShown) == [false, true])
        #expect(managers[0].measurement == "1 manager (expected 1 to 2)")
        #expect(!Claim("lost", 0, "photos", .moreThan(0), showsMistake: true).mistakeShown)
    }

    @Test("Behind a claim about a mistake stands that it is one, or that it did not show; behind one that does not hold, nothing")
    func mistakes() {
        func sentence(_ lost: Int, _ expected: Claim.Expectation, isMistake: Bool = true, thisTime: Bool = true) -> String {
            Claim("photos are lost", lost, "photos", expected, showsMistake: isMistake, thisTime: thisTime).sentence
        }
        #expect(sentence(3, .moreThan(0)) == "photos are lost: 3 photos (expected > 0) — bug reproduced")
        #expect(
            sentence(0, .atLeast(0), thisTime: false)
                == "photos are lost: 0 photos (expected at least 0) — bug did not appear in this run")
        #expect(sentence(0, .moreThan(0)) == "photos are lost: 0 photos (expected > 0)")
        #expect(sentence(0, .exactly(0), isMistake: false) == "photos are lost: 0 photos (expected 0)")
    }

    @Test("A bug that showed, one that did not, a claim that holds and one that does not have a sign each, in ASCII too")
    func marks() {
        func claim(_ lost: Int, _ expected: Claim.Expectation, isMistake: Bool, thisTime: Bool = true) -> Claim {
            Claim("photos are lost", lost, "photos", expected, showsMistake: isMistake, thisTime: thisTime)
        }
        let claims = [
            claim(0, .exactly(0), isMistake: false), claim(3, .moreThan(0), isMistake: true),
            claim(0, .atLeast(0), isMistake: true, thisTime: false), claim(0, .moreThan(0), isMistake: true),
            claim(1, .exactly(0), isMistake: false),
        ]
        #expect(claims.map(\.mark) == [.holds, .reproduced, .notSeen, .fails, .fails])
        let paper = Paper(width: 80)
        #expect(claims.map { paper.sign(of: $0).0 } == ["✓", "●", "○", "✗", "✗"])
        #expect(Set(claims.prefix(4).map { paper.sign(of: $0).1 }).count == 4)
        #expect(Set(claims.prefix(4).map { Paper.ascii(paper.sign(of: $0).0) }).count == 4)
    }

    @Test("Of one there is one: units are told in the singular behind it, and behind one out of one")
    func singulars() {
        let units = ["edits unsaved", "copies", "batches", "ms", "missing", "processes", "passes", "at once", "% of the time"]
        #expect(
            units.map { Claim.counted($0, by: 1) }
                == ["edit unsaved", "copy", "batch", "ms", "missing", "process", "pass", "at once", "% of the time"])
        #expect(units.map { Claim.counted($0, by: 2) } == units)
        #expect(Claim("it ends", 1, "waits", .exactly(1), outOf: 1).measurement == "1 of 1 wait (expected 1)")
        #expect(Claim("it ends", 1, "waits", .exactly(1), outOf: 2).measurement == "1 of 2 waits (expected 1)")
    }

    @Test("Figures have no more digits than they mean, and large ones groups")
    func figures() {
        #expect(
            [37_338_741.0, 4000, 260.057, 0.0234, 12.0, -12_345, 34.45].map(\.plain) == [
                "37,338,741", "4000", "260.1", "0.02", "12", "-12,345", "34.5",
            ])
    }

    @Test("Repeated runs are counted claim by claim")
    func repetitions() {
        var runs = Repetitions()
        for lost in [0, 3, 2] {
            var outcome = Outcome(
                variant: "v", ending: .exited(code: 0), timedOut: false, timeLimit: .seconds(1), trace: Trace(), output: "", complaints: "")
            outcome.claims = [Claim("photos are lost", lost, "photos", .moreThan(0), showsMistake: true)]
            runs.add(outcome)
        }
        #expect(runs.timesMistakeShown == 2)
        #expect(!runs.holds)
        #expect(runs.tallies[0].words(of: 3) == "photos are lost: held in 2 of 3 runs; 0 to 3 photos (expected > 0)")
    }
}
