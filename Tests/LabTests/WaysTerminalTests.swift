import Foundation
import TestSupport
import Testing

/// The keys of a lab's screen that lead to its variants and to other screens, in a real terminal.
@Suite(.serialized, .enabled(if: TerminalScreen.isAvailable, TerminalScreen.isMissing), .startsProcesses) struct WaysTerminalTests {
    private func wait(_ screen: TerminalScreen, _ words: String, sourceLocation: SourceLocation = #_sourceLocation) {
        screen.wait("“\(words)”", sourceLocation: sourceLocation) { _ in screen.visible.contains(words) }
    }

    /// A lab at the picture of its first run.
    private func lab(_ command: String, columns: Int = 80, rows: Int = 24) throws -> TerminalScreen {
        let screen = try TerminalScreen(running: "clear; \(command); echo exit=$?", columns: columns, rows: rows)
        screen.wait(forPrompt: "Your guess:")
        screen.press("Enter")
        wait(screen, "q: leave")
        screen.press(".")
        wait(screen, "? help")
        return screen
    }

    @Test("V jumps to a variant, V and Enter come back, and Enter goes on with those that were not seen", arguments: [(80, 24), (200, 60)])
    func variants(_ columns: Int, _ rows: Int) throws {
        let screen = try lab("lab-barrier", columns: columns, rows: rows)
        #expect(screen.visible.contains("V variants"))
        screen.press("V")
        wait(screen, "Variants of lab-barrier")
        #expect(screen.visible.contains("lock") && screen.visible.contains("not run yet"))
        screen.press("4")
        screen.wait("the question of lock") { _ in
            screen.visible.contains("4 of 6") && screen.shows(prompt: "Your guess:")
        }
        screen.press("Enter")
        wait(screen, "4 of 6: lock")
        screen.press("V", "Enter")
        wait(screen, "1 of 6: unprotected")
        screen.press("V", "Enter")
        wait(screen, "4 of 6: lock")
        screen.press("e", "Enter")
        screen.wait("the question of the variant after lock, or one about lock") { _ in
            screen.visible.contains("5 of 6") && screen.shows(prompt: "Your guess:") || screen.shows(prompt: "Your answer:")
        }
        screen.press("q", "Enter")
        screen.wait(for: "exit=0")
        #expect(screen.text.contains("Not shown yet: barrier, serial, actor, global-barrier"))
    }

    @Test("P shows the lab's page, L the log, E an exercise and ~ the home; each of them leads back to the picture")
    func otherScreens() throws {
        let screen = try lab("lab-barrier")
        screen.press("P")
        wait(screen, "Labs/Barrier/README.md")
        wait(screen, "q back")
        screen.press("q")
        wait(screen, "1 of 6: unprotected")
        screen.press("L")
        wait(screen, "threads")
        screen.press("L")
        wait(screen, "1 of 6: unprotected")
        screen.press("E")
        wait(screen, "02-reader-writer")
        wait(screen, "L lab")
        screen.press("q")
        wait(screen, "1 of 6: unprotected")
        screen.press("~")
        wait(screen, "Tab next part")
        screen.press("q")
        wait(screen, "1 of 6: unprotected")
        screen.leave()
    }

    @Test("X explores the variant at the cursor, Ctrl-C ends only the exploration, and Enter leads back to the picture")
    func exploration() throws {
        let screen = try lab("lab-barrier")
        screen.press("X")
        screen.wait(forPrompt: "Enter goes back.")
        #expect(screen.text.contains("As documented: race"))
        screen.press("Enter")
        wait(screen, "1 of 6: unprotected")
        screen.press("X")
        screen.wait("the exploration") { $0.contains("compiling") || $0.ranges(of: "Enter goes back.").count == 2 }
        screen.press("C-c")
        screen.wait(forPrompt: "Enter goes back.", time: 2)
        screen.press("Enter")
        wait(screen, "1 of 6: unprotected")
        screen.leave()
    }
}
