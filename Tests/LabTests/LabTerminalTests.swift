import Foundation
import TestSupport
import Testing

/// The labs in a real terminal, as a learner runs them.
@Suite(.serialized, .enabled(if: TerminalScreen.isAvailable, TerminalScreen.isMissing), .startsProcesses) struct LabTerminalTests {
    /// Starts a lab and answers its question.
    private func start(_ lab: String, _ arguments: String = "", columns: Int = 80, rows: Int = 24) throws -> TerminalScreen {
        let screen = try TerminalScreen(running: "clear; \(lab) \(arguments); echo exit=$?", columns: columns, rows: rows)
        screen.wait(forPrompt: "Your guess:")
        return screen
    }

    @Test(
        "A lab asks, runs, opens the full screen at 80×24 and at 160×50, and its claims and the answer stay in the terminal",
        arguments: Corpus.part(EveryLabTests.labs))
    func look(_ lab: String) throws {
        for (columns, rows) in [(80, 24), (160, 50)] {
            let screen = try start(lab, columns: columns, rows: rows)
            screen.press("1", "Enter")
            screen.wait("the full screen with the answer") { _ in
                screen.visible.hasPrefix(lab) && screen.visible.contains("q: leave") && screen.visible.contains("The answer")
                    || screen.visible.contains("You were right") || screen.visible.contains("You guessed 1")
            }
            // A key closes the answer and does what it always does; e brings it back.
            screen.press(".")
            screen.wait("the picture") { _ in screen.visible.contains("Log: event") && !screen.visible.contains("q: leave") }
            screen.press("e")
            screen.wait("the answer again") { _ in screen.visible.contains("q: leave") }
            screen.press("Enter")
            screen.wait("a question") { $0.ranges(of: "Your guess:").count == 2 || $0.contains("Your answer:") }
            if screen.text.contains("Your answer:") { screen.press("Enter") }
            screen.wait("the next variant, or a follow-up") { $0.ranges(of: "Your guess:").count == 2 }
            screen.press("q", "Enter")
            screen.wait(for: "exit=0")
            #expect(screen.text.contains("✓ ") || screen.text.contains("● "))
            #expect(screen.text.contains("Not shown yet:"))
        }
    }

    @Test("lab-barrier shows question, run and answer six times; other input is rejected; c compares with the bug")
    func answers() throws {
        let screen = try start("lab-barrier", columns: 80, rows: 24)
        // A wrong number, a word and an arrow key come before the first answer.
        for refused in ["9", "none"] {
            screen.type(refused)
            screen.wait(for: "\"\(refused)\" is not 1, 2 or 3.")
        }
        screen.press("Up")
        for question in 1...6 {
            screen.wait("question \(question)") { _ in screen.visible.contains("\(question) of 6") && screen.shows(prompt: "Your guess:") }
            screen.type("1")
            screen.wait("the answer on the full screen") { _ in
                screen.visible.contains("\(question) of 6") && screen.visible.contains("Enter: next question")
            }
            if question == 2 {
                screen.press("c")
                screen.wait("both runs") { _ in screen.visible.contains("1 unprotected") && screen.visible.contains("▸ 2 barrier") }
                screen.press("e")
                screen.wait("the answer again") { _ in screen.visible.contains("Enter: next question") }
            }
            screen.press("Enter")
            // A question about the run after a right guess here, a follow-up after a wrong one. Both are skipped.
            screen.wait(forPrompt: question == 2 ? "Your answer:" : "Your guess:")
            screen.press("Enter")
        }
        screen.wait(for: "exit=0")
        let text = screen.text
        #expect(text.ranges(of: "You guessed 1").count + text.ranges(of: "You were right").count == 6)
        #expect(text.contains("Right guesses before the runs: 1 of 6.") && !text.contains("Right second guesses"))
        #expect(text.contains("Try next:") && !text.contains("Not shown yet"))
    }

    @Test("The learner can leave at a question, at an answer and on the picture, and gets the command to continue")
    func leave() throws {
        let atQuestion = try start("lab-barrier")
        atQuestion.press("q", "Enter")
        atQuestion.wait(for: "exit=0")
        #expect(atQuestion.text.contains("Not shown yet: unprotected, barrier, serial, lock, actor, global-barrier"))
        for closesAnswer in [false, true] {
            let screen = try start("lab-barrier")
            screen.press("Enter")
            screen.wait("the answer") { _ in screen.visible.contains("q: leave") }
            if closesAnswer { screen.press(".") }
            screen.leave()
            let words = screen.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("Not shown yet: barrier, serial") && words.contains("`lab-barrier --from barrier`"))
        }
    }

    @Test("Keys typed before a question appears are no answer, and keys typed during a run reach no screen")
    func typedAhead() throws {
        let screen = try start("lab-barrier", columns: 100, rows: 40)
        // All keys arrive at the same time.
        screen.press("-l", "2\r\r\r\rq")
        screen.wait("the answer") { _ in screen.visible.contains("Enter: next variant") }
        screen.press("Enter")
        screen.wait("the second question") { $0.ranges(of: "Your guess:").count == 2 }
        screen.press("q", "Enter")
        screen.wait(for: "exit=0")
        #expect(!screen.text.contains("Skipped."))
    }

    @Test("After a resize the next question has the new width; a key typed during a run leaves nothing; c says what is missing")
    func resized() throws {
        let screen = try start("lab-barrier")
        screen.press("-l", "2\r")
        screen.press("-l", "3x")
        screen.wait("the answer") { _ in screen.visible.contains("Enter: next variant") }
        #expect(!screen.text.contains("3unning") && !screen.text.contains("3x"), "\(screen.text)")
        screen.press(".")
        screen.wait("the run without the answer") { _ in !screen.visible.contains("Enter: next variant") }
        screen.press("c")
        screen.wait("the reason") { _ in screen.visible.contains("nothing to compare with yet: run the next variant first") }
        screen.resize(columns: 60, rows: 24)
        screen.press("e")
        screen.wait("the answer again") { _ in screen.visible.contains("Enter: next") }
        screen.press("Enter")
        screen.wait("the next question") { $0.ranges(of: "Your guess:").count == 2 }
        let question = screen.visible.split(separator: "\n").drop { !$0.hasPrefix("Before it runs") }.prefix { !$0.hasPrefix("  1 ") }
        #expect(question.count > 1 && question.dropLast().allSatisfy { $0.count > 40 }, "\(screen.visible)")
        screen.press("q", "Enter")
        screen.wait(for: "exit=0")
    }

    @Test("At 80×16 the answer leaves nothing on the screen when a key closes it")
    func noRemains() throws {
        let screen = try start("lab-barrier", "--variant serial", columns: 80, rows: 16)
        screen.press("2", "Enter")
        screen.wait("the answer") { _ in screen.visible.contains("Enter: end") }
        let frame = screen.visible.split(separator: "\n").drop { !$0.contains("the answer") }.prefix { !$0.contains("Enter: end") }
        #expect(frame.count > 4 && frame.allSatisfy { "┐│".contains($0.last ?? " ") && $0.hasPrefix(" ") }, "\(screen.visible)")
        screen.press("x")
        screen.wait("the picture") { _ in screen.visible.contains("Log: event") && !screen.visible.contains("Enter: end") }
        let closed = screen.visible
        // Another size, and back: everything is drawn again.
        screen.resize(columns: 81, rows: 16)
        screen.wait("the other size") { _ in screen.visible != closed }
        screen.resize(columns: 80, rows: 16)
        screen.wait("the same picture") { _ in screen.visible == closed }
        screen.leave()
    }

    @Test("Errors and the list of labs are broken between words in a narrow terminal")
    func narrow() throws {
        let screen = try TerminalScreen(running: "clear; lab-barrier --variant barier; echo exit=$?", columns: 60, rows: 40)
        screen.wait(for: "exit=2")
        #expect(screen.text.contains("  global-barrier; or all."))
        screen.type("clear; interleave labs; echo exit=$?")
        screen.wait(for: "exit=0")
        // The names' column is as wide as the longest name.
        let title = try #require(screen.text.firstMatch(of: /apply( +)concurrentPerform: [^\n]*\n( +)[a-z]/))
        #expect(title.2.count == "apply".count + title.1.count, "\(screen.text)")
    }

    @Test("Ctrl-C at the question, and on the full screen, ends with 130")
    func interrupt() throws {
        let asked = try start("lab-barrier")
        asked.press("C-c")
        asked.wait(for: "exit=130")
        #expect(asked.text.contains("Go on with `lab-barrier --from unprotected`."))
        let looking = try start("lab-barrier")
        looking.press("Enter")
        looking.wait("the full screen") { _ in looking.visible.contains("q: leave") }
        looking.press("C-c")
        looking.wait(for: "exit=130")
        #expect(looking.text.contains("Go on with `lab-barrier --from barrier`."))
        looking.type("stty -a | tr ' ' '\\n' | grep -E '^-?(icanon|echo);?$' | tr '\\n' ' '; echo settings=shown")
        looking.wait(for: "icanon echo settings=shown")
    }

    @Test("A terminal of 20 columns and 5 rows, and TERM=dumb, get the page as text")
    func unusable() throws {
        for (prefix, columns, rows) in [("", 20, 5), ("env TERM=dumb", 80, 24)] {
            let screen = try TerminalScreen(
                running: "clear; \(prefix) lab-barrier --variant serial; echo exit=$?", columns: columns, rows: rows)
            screen.wait("the question") { $0.replacing("\n", with: "").contains("Your guess") }
            screen.press("2", "Enter")
            screen.wait(for: "exit=0")
            #expect(screen.text.contains("│") && screen.text.contains("✓ "))
            let words = screen.text.filter { !$0.isWhitespace }
            // Before the first run, and again at the end, when the first text is no longer visible.
            let reason = "theterminalhas20columnsand5rows,andthescreenneedsatleast40and12"
            #expect(words.ranges(of: reason).count == (columns == 20 ? 2 : 0))
        }
    }

    @Test("In a terminal that is too small, --step prints the necessary size and then all events")
    func smallStepping() throws {
        let screen = try TerminalScreen(running: "clear; lab-barrier --variant serial --step; echo exit=$?", columns: 20, rows: 5)
        screen.wait(for: "exit=0")
        let words = screen.text.filter { !$0.isWhitespace }
        #expect(words.contains("theterminalhas20columnsand5rows,andsteppingneedsatleast40and12"))
        #expect(!words.contains("spacenext"))
    }
}
