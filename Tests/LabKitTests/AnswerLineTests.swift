import TestSupport
import Testing

@testable import LabKit

@Suite("Input at a question", .startsProcesses) struct AnswerLineTests {
    /// The results of some bytes, without echoes.
    private func results(_ text: String, choices: Int = 3) -> [AnswerLine.Result] {
        var line = AnswerLine(choices: choices)
        return text.utf8.compactMap { line.take($0) }.filter { if case .echo = $0 { false } else { true } }
    }

    @Test("A digit and Enter is one answer, and the next digit and Enter the next one")
    func answers() {
        #expect(results("2\n") == [.answer(2)])
        #expect(results("2\r3\r1\r") == [.answer(2), .answer(3), .answer(1)])
        #expect(results(" 2 \n") == [.answer(2)])
    }

    @Test("A digit without Enter is not an answer, and Backspace and Ctrl-U correct it")
    func mending() {
        #expect(results("2").isEmpty)
        #expect(results("2\u{7F}3\n") == [.answer(3)])
        #expect(results("777\u{15}1\n") == [.answer(1)])
        #expect(results("\u{7F}\u{7F}1\n") == [.answer(1)])
    }

    @Test("Enter alone skips the question; q and Enter, or Ctrl-D, leaves")
    func skipping() {
        #expect(results("\n") == [.skip])
        #expect(results("  \n") == [.skip])
        #expect(results("q\n") == [.leave])
        #expect(results("\u{4}") == [.leave])
        #expect(results("2\u{4}") == [.answer(2)])
    }

    @Test("A number that is not a choice, a word and pasted text are rejected, and never skip the question")
    func refused() {
        #expect(results("4\n") == [.refused("4")])
        #expect(results("0\n") == [.refused("0")])
        #expect(results("12\n") == [.refused("12")])
        #expect(results("two\n2\n") == [.refused("two"), .answer(2)])
        #expect(results("-1\n") == [.refused("-1")])
        let pasted = results(String(repeating: "ab ", count: 1000) + "\n")
        #expect(pasted.count == 1)
        if case .refused(let text) = pasted[0] { #expect(text.count <= 40) } else { Issue.record("\(pasted)") }
    }

    @Test("Arrow keys, function keys, Escape and letters beyond ASCII leave no trace in the answer")
    func keys() {
        #expect(results("\u{1B}[A\u{1B}[B2\u{1B}[1;5C\u{1B}OD\n") == [.answer(2)])
        #expect(results("ä2\n") == [.answer(2)])
        #expect(results("\u{1}\u{9}2\n") == [.answer(2)])
    }

    @Test("Typed characters are echoed, and Backspace removes them")
    func echo() {
        var line = AnswerLine(choices: 3)
        #expect(line.take(UInt8(ascii: "2")) == .echo("2"))
        #expect(line.take(127) == .echo("\u{8} \u{8}"))
        #expect(line.text.isEmpty)
        #expect(line.take(127) == nil)
    }
}
