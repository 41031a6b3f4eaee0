import TestSupport
import Testing

@testable import LabKit

/// The answers that a recording gives to a question, and the score of a session.
@Suite("Questions after a run", .startsProcesses) struct ReadingTests {
    @Test("One of several names: at most four are shown, in their order, with the right one, the first and the last")
    func names() {
        let names = (1...9).map { "worker \($0)" }
        for right in names {
            let reading = Reading.one(of: names, right: right, at: 5)
            #expect(reading?.choices.count == 4 && reading.map { $0.choices[$0.answer] } == right)
            #expect(reading?.choices.contains("worker 1") == true && reading?.choices.contains("worker 9") == true)
            #expect(reading?.choices == reading?.choices.sorted() && reading?.moment == 5)
        }
        #expect(Reading.one(of: ["a", "b", "a"], right: "b", at: nil) == Reading.one(of: ["a", "b"], right: "b", at: nil))
        #expect(Reading.one(of: names, right: nil, at: nil) == nil && Reading.one(of: names, right: "main thread", at: nil) == nil)
        #expect(Reading.one(of: ["a", "", "a"], right: "a", at: nil) == nil)
    }

    @Test("A number is among its neighbors of the range, and not always in the middle")
    func numbers() {
        for number in 0...8 {
            let reading = Reading.number(number, in: 0...8, at: nil) { "number \($0)" }
            #expect(reading?.choices.count == 3 && reading.map { $0.choices[$0.answer] } == "number \(number)")
        }
        #expect(Set((0...8).compactMap { Reading.number($0, in: 0...8, at: nil)?.answer }).count == 3)
        #expect(Reading.number(1, in: 0...1, at: nil)?.choices == ["0", "1"])
        #expect(Reading.number(9, in: 0...8, at: nil) == nil && Reading.number(3, in: 3...3, at: nil) == nil)
    }

    @Test("An order is among other orders of the same names")
    func orders() {
        let reading = Reading.order(["b", "a", "c"], at: 1)
        #expect(reading.map { $0.choices[$0.answer] } == "b, then a, then c" && reading?.choices.count == 3)
        #expect(Set(reading?.choices ?? []).count == 3)
        #expect(Reading.order(["a", "b"], at: 1)?.choices == ["a, then b", "b, then a"])
        #expect(Reading.order(["a"], at: 1) == nil && Reading.order(["a", "a"], at: 1) == nil)
    }

    @Test("v shows the run again, where that is offered")
    func looking() {
        func result(_ text: String, canLook: Bool) -> AnswerLine.Result? {
            var line = AnswerLine(choices: 3, canLook: canLook)
            return text.utf8.compactMap { line.take($0) }.last
        }
        #expect(result("v\n", canLook: true) == .look && result("V\r", canLook: true) == .look)
        #expect(result("v\n", canLook: false) == .refused("v") && result("2\n", canLook: true) == .answer(2))
    }

    @Test("The score counts answers, and no skipped questions; a follow-up whose guess was wrong can be asked again")
    func score() {
        let score = Score()
        #expect(score.sentence == nil)
        score.count(.choice(1), 1, .before)
        score.count(.choice(0), 1, .before)
        score.count(.none, 1, .before)
        score.count(.leaves, 1, .after)
        #expect(score.sentence == "Right guesses before the runs: 1 of 2.")
        score.countFollowUp("small", .choice(0), 1)
        #expect(score.followUps["small"] == false)
        score.countFollowUp("small", .choice(1), 1)
        score.countFollowUp("other", .none, 1)
        #expect(score.followUps == ["small": true, "other": false])
        #expect(score.sentence == "Right guesses before the runs: 1 of 2. Right second guesses: 1 of 2.")
    }
}
