import Terminal
import Testing

@Suite struct StepperKeysTests {
    private func commands(_ text: String) -> [StepperCommand] {
        var keys = StepperKeys()
        return text.utf8.compactMap { keys.take($0) }
    }

    @Test("Space and Enter go on, b goes back, q quits, ? helps")
    func plainKeys() {
        #expect(commands(" \n\rb?q") == [.next, .next, .next, .back, .help, .quit])
    }

    @Test("Several keys that arrive together are all obeyed, in their order")
    func nothingIsLost() {
        #expect(commands("  bg12\n q") == [.next, .next, .back, .typing(""), .typing("1"), .typing("12"), .goTo(12), .next, .quit])
    }

    @Test("Arrow, page, home and end keys are understood, in both of the forms that terminals send")
    func arrows() {
        #expect(
            commands("\u{1B}[A\u{1B}[B\u{1B}OC\u{1B}OD\u{1B}[5~\u{1B}[6~\u{1B}[H\u{1B}[4~") == [
                .back, .next, .next, .back, .back, .next, .first, .last,
            ])
    }

    @Test("A sequence that means nothing is swallowed whole and hides no key behind it")
    func unknownSequence() {
        #expect(commands("\u{1B}[1;5Pb") == [.unknown, .back])
        #expect(commands("\u{1B}q") == [.quit])
    }

    @Test("A number can be mended with backspace and given up with Escape")
    func mending() {
        #expect(commands("g13\u{7F}2\n") == [.typing(""), .typing("1"), .typing("13"), .typing("1"), .typing("12"), .goTo(12)])
        #expect(commands("g1\u{1B}b") == [.typing(""), .typing("1"), .typing(nil), .back])
        #expect(commands("g\n ") == [.typing(""), .typing(nil), .next])
        #expect(commands("gx ") == [.typing(""), .typing(nil), .next])
    }

    @Test("A number too long for any run stays a number and does not overflow")
    func longNumber() {
        #expect(commands("g" + String(repeating: "9", count: 40) + "\n").last == .goTo(999_999_999))
    }

    @Test("A letter beyond ASCII counts as one unknown key")
    func beyondASCII() {
        #expect(commands("ä ") == [.unknown, .next])
    }
}
