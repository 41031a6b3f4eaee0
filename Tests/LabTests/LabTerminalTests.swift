import Foundation
import TestSupport
import Testing

/// The labs in a real terminal, as a learner runs them.
@Suite(.serialized) struct LabTerminalTests {
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
            screen.press("1")
            // A run of all variants asks about each of them, until the learner has had enough.
            screen.wait("the next question") { $0.replacing("\n", with: "").ranges(of: "Your guess").count == 2 }
            screen.press("Enter")
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

    @Test("Ctrl-C at the question, and on the full screen, ends with 130")
    func interrupt() throws {
        let asked = try start("lab-barrier")
        asked.press("C-c")
        asked.wait(for: "exit=130")
        let looking = try start("lab-barrier")
        looking.press("Enter")
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
            screen.press("1")
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
