import TestSupport
import Testing

@testable import Terminal

@Suite(.startsProcesses) struct StepperKeysTests {
    private func commands(_ text: String) -> [StepperCommand] {
        var keys = StepperKeys()
        return text.utf8.flatMap { keys.take($0) }
    }

    @Test("The full screen's keys mean the same here: . and Space go forward, , and b go back, Enter shows the detail, q quits, ? helps")
    func plainKeys() {
        #expect(
            commands(". \n\r,b?q[]nNm")
                == ([
                    .next, .next, .detail, .detail, .previous, .previous, .help, .quit, .cause, .effect, .nextMatch, .previousMatch, .mark,
                ]
                as [ScreenCommand]).map { .obey($0) })
    }

    @Test("Several keys that arrive together all take effect, in their order")
    func nothingIsLost() {
        #expect(
            commands("  bg12\n q") == [
                .obey(.next), .obey(.next), .obey(.previous), .typing(Prompt(.goTo)), .typing(Prompt(.goTo, "1")),
                .typing(Prompt(.goTo, "12")), .goTo(12),
                .obey(.next), .obey(.quit),
            ])
    }

    @Test("Arrow, page, home and end keys are understood, in both of the forms that terminals send")
    func arrows() {
        #expect(
            commands("\u{1B}[A\u{1B}[B\u{1B}OC\u{1B}OD\u{1B}[5~\u{1B}[6~\u{1B}[H\u{1B}[4~")
                == ([.previous, .next, .next, .previous, .pageUp, .pageDown, .first, .last] as [ScreenCommand]).map { .obey($0) })
    }

    @Test("Ctrl-D, Ctrl-U, Ctrl-F and Ctrl-B are pages, gg is the first event, and G the last one")
    func pages() {
        #expect(
            commands("\u{4}\u{15}\u{6}\u{2}G")
                == ([.halfPageDown, .halfPageUp, .pageDown, .pageUp, .last] as [ScreenCommand]).map { .obey($0) })
        #expect(commands("gg ") == [.typing(Prompt(.goTo)), .obey(.first), .obey(.next)])
    }

    @Test("An unknown sequence is ignored completely and does not hide the next key")
    func unknownSequence() {
        #expect(commands("\u{1B}[1;5Pb") == [.unknown(.other), .obey(.previous)])
        #expect(commands("\u{1B}q") == [.obey(.quit)])
    }

    @Test("Backspace corrects a number, and Escape cancels it")
    func mending() {
        func number(_ digits: String) -> StepperCommand { .typing(Prompt(.goTo, digits)) }
        #expect(commands("g13\u{7F}2\n") == [number(""), number("1"), number("13"), number("1"), number("12"), .goTo(12)])
        #expect(commands("g1\u{1B}b") == [number(""), number("1"), .typing(nil), .obey(.previous)])
        #expect(commands("g\n ") == [number(""), .typing(nil), .obey(.next)])
        #expect(commands("gabc\n ").suffix(2) == [.refused(TypedPlace.refusal("abc")), .obey(.next)])
        #expect(commands("g20 ms\n").last == .goToMoment(20_000_000))
    }

    @Test("Words to search for end with Enter, whatever letters they have, and keys within them are letters")
    func searching() {
        #expect(commands("/qä\u{7F}.\n").last == .search(TextSearch("q.")))
        #expect(commands("/ä\n").last == .search(TextSearch("ä")))
        #expect(commands("/\n ") == [.typing(Prompt(.search)), .search(TextSearch()), .obey(.next)])
        #expect(commands("/a\u{1B}q").last == .obey(.quit))
    }

    @Test("A number too long for any run stays a number and does not overflow")
    func longNumber() {
        #expect(commands("g" + String(repeating: "9", count: 40) + "\n").last == .goTo(999_999_999))
    }

    @Test("A pasted text is searched for after /, and does nothing elsewhere")
    func pasting() {
        #expect(commands("/\u{1B}[200~q b\n\u{1B}[201~\n").last == .search(TextSearch("q b")))
        #expect(commands("\u{1B}[200~q b\n\u{1B}[201~b") == [.refused(KeyTable.pasted), .obey(.previous)])
    }

    @Test("A letter beyond ASCII counts as one unknown key")
    func beyondASCII() {
        #expect(commands("ä ") == [.unknown(.character("ä")), .obey(.next)])
    }

    @Test("A key of the full screen is known as one")
    func elsewhere() {
        #expect(commands("w") == [.unknown(.character("w"))])
        #expect(KeyTable.elsewhere(.character("w"), on: .stepper)?.shown == "w s")
        #expect(KeyTable.elsewhere(.character("x"), on: .stepper) == nil)
    }
}
