import Foundation
import TestSupport
import Testing

/// The labs in a real terminal, as a learner runs them.
@Suite(.serialized, .enabled(if: TerminalScreen.isAvailable, TerminalScreen.isMissing)) struct LabTerminalTests {
    /// Starts a lab and answers its question.
    private func start(_ lab: String, _ arguments: String = "", columns: Int = 80, rows: Int = 24) throws -> TerminalScreen {
        let screen = try TerminalScreen(columns: columns, rows: rows)
        screen.wait(for: "ready>")
        screen.type("clear; \(try LabProcess.path(of: lab)) \(arguments); echo exit=$?")
        screen.wait(for: "Your guess", seconds: 30)
        return screen
    }

    @Test(
        "A lab asks, runs, opens the full screen at 80×24 and at 160×50, and leaves its claims and the answer behind",
        arguments: EveryLabTests.labs)
    func look(_ lab: String) throws {
        for (columns, rows) in [(80, 24), (160, 50)] {
            let screen = try start(lab, columns: columns, rows: rows)
            screen.press("1", "Enter")
            // A run of all variants asks about each of them, until the learner has had enough.
            screen.wait("the next question") { $0.ranges(of: "Your guess").count == 2 }
            screen.press("q", "Enter")
            screen.wait("the full screen", seconds: 30) { _ in
                screen.visible.hasPrefix(lab) && screen.visible.contains("? help  q quit") && screen.visible.contains("What happened")
            }
            screen.press(".")
            screen.wait("the second event") { _ in screen.visible.contains("event 2 of") }
            screen.press("q")
            screen.wait(for: "exit=0", seconds: 30)
            #expect(screen.text.contains("✓ "))
            #expect(screen.text.contains("Try next:"))
        }
    }

    @Test(
        "A digit and Enter is one answer, six times over; what is no answer is refused, and what is typed during the runs reaches no screen"
    )
    func answers() throws {
        let screen = try start("lab-barrier", columns: 100, rows: 40)
        // A wrong number, a word and an arrow key come before the first answer.
        for refused in ["9", "none"] {
            screen.type(refused)
            screen.wait(for: "\"\(refused)\" is not 1, 2 or 3.")
        }
        screen.press("Up")
        for question in 1...6 {
            // Three lines have been asked for already.
            screen.wait("question \(question)") { $0.ranges(of: "Your guess").count == question + 2 }
            screen.type("1")
        }
        // While the variants run: q would close the screen, a digit would choose another run.
        screen.wait(for: "Running ")
        screen.type("3q")
        screen.wait("the full screen", seconds: 30) { _ in screen.visible.contains("? help  q quit") }
        #expect(screen.visible.contains("▸ 1 unprotected") || screen.visible.contains("1 of 6: unprotected"))
        screen.press("q")
        screen.wait(for: "exit=0", seconds: 30)
        let text = screen.text
        #expect(text.ranges(of: "You guessed 1").count + text.ranges(of: "You were right").count == 6)
        #expect(!text.contains("The answer:"))
    }

    @Test("Ctrl-C at the question, and on the full screen, ends with 130")
    func interrupt() throws {
        let asked = try start("lab-barrier")
        asked.press("C-c")
        asked.wait(for: "exit=130")
        let looking = try start("lab-barrier")
        looking.press("q", "Enter")
        looking.wait("the full screen") { _ in looking.visible.contains("? help  q quit") }
        looking.press("C-c")
        looking.wait(for: "exit=130")
        looking.type("stty -a | tr ' ' '\\n' | grep -E '^-?(icanon|echo);?$' | tr '\\n' ' '; echo settings=shown")
        looking.wait(for: "\nicanon echo settings=shown")
    }

    @Test("A terminal of 20 columns and 5 rows, and one that cannot be drawn on, get the page as text")
    func unusable() throws {
        for (prefix, columns, rows) in [("", 20, 5), ("env TERM=dumb", 80, 24)] {
            let screen = try TerminalScreen(columns: columns, rows: rows)
            screen.wait(for: "ready>")
            screen.type("clear; \(prefix) \(try LabProcess.path(of: "lab-barrier")) --variant serial; echo exit=$?")
            screen.wait("the question") { $0.replacing("\n", with: "").contains("Your guess") }
            screen.press("1", "Enter")
            screen.wait(for: "exit=0", seconds: 30)
            #expect(screen.text.contains("│") && screen.text.contains("✓ "))
            let words = screen.text.filter { !$0.isWhitespace }
            // Before the first run, and again at the end, when the first is out of sight.
            let reason = "theterminalhas20columnsand5rows,andthescreenneedsatleast40and12"
            #expect(words.ranges(of: reason).count == (columns == 20 ? 2 : 0))
        }
    }

    @Test("Stepping in a terminal that is too small says the size it needs, and tells everything at once")
    func smallStepping() throws {
        let screen = try TerminalScreen(columns: 20, rows: 5)
        screen.wait(for: "ready>")
        screen.type("clear; \(try LabProcess.path(of: "lab-barrier")) --variant serial --step; echo exit=$?")
        screen.wait(for: "exit=0", seconds: 30)
        let words = screen.text.filter { !$0.isWhitespace }
        #expect(words.contains("theterminalhas20columnsand5rows,andsteppingneedsatleast40and12"))
        #expect(!words.contains("spacenext"))
    }
}
