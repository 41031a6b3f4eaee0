import Words
import TestSupport
import Testing

@testable import LabKit

@Suite(.startsProcesses) struct WordsTests {
    @Test("A mistyped name finds the nearest name, and nonsense finds none")
    func nearestName() {
        let names = ["unprotected", "barrier", "serial", "lock", "actor", "global-barrier"]
        #expect("bariers".nearest(among: names) == "barrier")
        #expect("Serial".nearest(among: names) == "serial")
        #expect("globalbarrier".nearest(among: names) == "global-barrier")
        #expect("lok".nearest(among: names) == "lock")
        #expect("zzzzzz".nearest(among: names) == nil)
        #expect("".nearest(among: names) == nil)
    }

    @Test("Lines are broken between words and never longer than the paper is wide")
    func wrapping() {
        let text = "  one two three four five six seven eight nine ten"
        let lines = LineFilling.wrap(text, width: 20, hanging: 2)
        #expect(lines.allSatisfy { $0.count <= 20 })
        #expect(lines.map { $0.split(separator: " ") }.joined().joined(separator: " ") == text.dropFirst(2))
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("    ") && !$0.hasPrefix("     ") })
        #expect(LineFilling.wrap("see `a-word/that-is-long`", width: 14, hanging: 2) == ["see `a-word/", "  that-is-", "  long`"])
        let command = "try `swift run lab-x --variant one`, then look"
        #expect(LineFilling.wrap(command, width: 16, hanging: 2) == ["try", "  `swift run lab-x --variant one`,", "  then look"])
        #expect(LineFilling.wrap("a ` alone is broken", width: 8, hanging: 0) == ["a `", "alone is", "broken"])
        #expect(LineFilling.wrap("abcdefghijkl", width: 5, hanging: 0) == ["abcde", "fghij", "kl"])
        #expect(LineFilling.wrap("", width: 40, hanging: 2) == [""])
    }

    @Test("The ASCII form has only ASCII characters")
    func ascii() {
        #expect(TextPage.ascii("✓ a → b … “c” ü") == "ok  a -> b ... \"c\" u")
    }

    @Test("A child receives its order unchanged")
    func order() {
        let order = ScenarioOrder(task: .variant("barrier"), folder: "/tmp/a b", trace: "/tmp/x=y.trace", secondsToLive: 15)
        #expect(ScenarioOrder(environment: order.environment) == order)
        let other = ScenarioOrder(task: .comparison(1), folder: "/f", trace: "", secondsToLive: 65)
        #expect(ScenarioOrder(environment: other.environment) == other)
        #expect(ScenarioOrder(environment: [:]) == nil)
    }
}
