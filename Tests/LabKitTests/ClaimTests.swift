import TestSupport
import Testing

@testable import LabKit

@Suite(.startsProcesses) struct ClaimTests {
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

    @Test("A claim about 0 of 0 does not hold, because nothing was measured")
    func nothingMeasured() {
        #expect(Claim("none fails", 0, "items", .exactly(0), outOf: 7).holds)
        #expect(!Claim("none fails", 0, "items", .exactly(0), outOf: 0).holds)
    }

    @Test("A claim is printed with its figure and the expected value")
    func words() {
        #expect(Claim("most readers inside", 4, "readers", .moreThan(1)).measurement == "4 readers (expected > 1)")
        #expect(Claim("none is lost", 0, "photos", .exactly(0), outOf: 6).measurement == "0 of 6 photos (expected 0)")
        #expect(Claim("it dies", found: "it ended", expected: "a death", holds: false).measurement == "it ended (expected: a death)")
    }

    @Test("A claim that depends on chance holds in either case, and shows the bug only if the bug appeared")
    func chance() {
        let managers = [1, 2].map { Claim("made", $0, "managers", .between(1, 2), showsMistake: true, thisTime: $0 > 1) }
        #expect(managers.allSatisfy { $0.holds })
        #expect(managers.map(\.mistakeShown) == [false, true])
        #expect(managers[0].measurement == "1 manager (expected 1 to 2)")
        #expect(!Claim("lost", 0, "photos", .moreThan(0), showsMistake: true).mistakeShown)
    }

    @Test("A claim that this run could not show does not fail, says why, and has no tick, also over many runs")
    func notSeen() {
        let claim = Claim.notSeen("threads", because: "there is one core", expected: "at least 2 threads")
        #expect(claim.holds && claim.mark == .notSeen && !claim.mistakeShown)
        #expect(claim.sentence == "threads: not seen, because there is one core (expected: at least 2 threads)")
        let tally = Repetitions.Tally(claim)
        #expect(tally.mark(of: 0) == .notSeen && tally.words(of: 2) == claim.sentence)
        let bug = Claim.notSeen("lost", because: "there is one core", expected: "1 photo", showsMistake: true)
        #expect(bug.mark == .notSeen && !bug.mistakeShown && bug.sentence.hasSuffix("bug did not appear in this run"))
    }

    @Test("A claim about a bug ends with \"bug reproduced\" or \"bug did not appear\"; a claim that does not hold ends with neither")
    func mistakes() {
        func sentence(_ lost: Int, _ expected: Claim.Expectation, isMistake: Bool = true, thisTime: Bool = true) -> String {
            Claim("lost photos", lost, "photos", expected, showsMistake: isMistake, thisTime: thisTime).sentence
        }
        #expect(sentence(3, .moreThan(0)) == "lost photos: 3 photos (expected > 0) — bug reproduced")
        #expect(
            sentence(0, .leftToChance, thisTime: false)
                == "lost photos: 0 photos (expected any number, because chance decides) — bug did not appear in this run")
        #expect(sentence(0, .moreThan(0)) == "lost photos: 0 photos (expected > 0)")
        #expect(sentence(0, .exactly(0), isMistake: false) == "lost photos: 0 photos (expected 0)")
    }

    @Test("A bug that appeared, a bug that did not, a claim that holds and a claim that fails each have their own sign, in ASCII too")
    func marks() {
        func claim(_ lost: Int, _ expected: Claim.Expectation, isMistake: Bool, thisTime: Bool = true) -> Claim {
            Claim("lost photos", lost, "photos", expected, showsMistake: isMistake, thisTime: thisTime)
        }
        let claims = [
            claim(0, .exactly(0), isMistake: false), claim(3, .moreThan(0), isMistake: true),
            claim(0, .atLeast(0), isMistake: true, thisTime: false), claim(0, .moreThan(0), isMistake: true),
            claim(1, .exactly(0), isMistake: false),
        ]
        #expect(claims.map(\.mark) == [.holds, .reproduced, .notSeen, .fails, .fails])
        let paper = TextPage(width: 80)
        #expect(claims.map { paper.sign(of: $0).0 } == ["✓", "●", "○", "✗", "✗"])
        #expect(Set(claims.prefix(4).map { paper.sign(of: $0).1 }).count == 4)
        #expect(Set(claims.prefix(4).map { TextPage.ascii(paper.sign(of: $0).0) }).count == 4)
    }

    @Test("A unit is singular after 1, and after 1 of 1")
    func singulars() {
        let units = ["edits unsaved", "copies", "batches", "ms", "missing", "processes", "passes", "inside", "% of the time"]
        #expect(
            units.map { Claim.counted($0, by: 1) }
                == ["edit unsaved", "copy", "batch", "ms", "missing", "process", "pass", "inside", "% of the time"])
        #expect(units.map { Claim.counted($0, by: 2) } == units)
        #expect(Claim("it ends", 1, "waits", .exactly(1), outOf: 1).measurement == "1 of 1 wait (expected 1)")
        #expect(Claim("it ends", 1, "waits", .exactly(1), outOf: 2).measurement == "1 of 2 waits (expected 1)")
    }

    @Test("Figures have no meaningless digits, and large figures have groups of three digits")
    func figures() {
        #expect(
            [37_338_741.0, 4000, 260.057, 0.0234, 12.0, -12_345, 34.45].map(\.plain) == [
                "37,338,741", "4000", "260.1", "0.02", "12", "-12,345", "34.5",
            ])
    }

    @Test("Repeated runs are counted separately for each claim")
    func repetitions() {
        var runs = Repetitions()
        for lost in [0, 3, 2] {
            var outcome = Outcome(
                variant: "v", ending: .exited(code: 0), timedOut: false, timeLimit: .seconds(1), trace: Trace(), output: "", complaints: "")
            outcome.claims = [Claim("lost photos", lost, "photos", .moreThan(0), showsMistake: true)]
            runs.add(outcome)
        }
        #expect(runs.timesMistakeShown == 2)
        #expect(!runs.holds)
        #expect(runs.tallies[0].words(of: 3) == "lost photos: held in 2 of 3 runs; 0 to 3 photos (expected > 0)")
    }

    @Test("A figure that is 1 in all runs has its unit in the singular")
    func tallyOfOne() {
        for (figure, words) in [(1, "always 1 block ("), (2, "always 2 blocks (")] {
            var runs = Repetitions.Tally(Claim("most blocks", figure, "blocks", .atLeast(1)))
            runs.held = 3
            runs.figures = [Double(figure), Double(figure), Double(figure)]
            #expect(runs.words(of: 3).contains(words), "\(runs.words(of: 3))")
        }
    }
}
