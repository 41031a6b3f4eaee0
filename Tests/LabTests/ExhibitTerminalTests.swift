import Foundation
import TestSupport
import Testing

/// The code of a question in a real terminal.
@Suite(.serialized, .enabled(if: TerminalScreen.isAvailable, TerminalScreen.isMissing), .startsProcesses) struct ExhibitTerminalTests {
    private func start(_ command: String, columns: Int, rows: Int) throws -> TerminalScreen {
        let screen = try TerminalScreen(
            running: "clear; \(command); echo exit=$?", columns: columns, rows: rows, terminal: "screen-256color")
        screen.wait(forPrompt: "Your guess:")
        return screen
    }

    @Test(
        "Question, code, answers and the line for the guess are on one screen; the box of the answer has the same lines, and what happened",
        arguments: [("lab-race", "sold = seat", "← wrote 1, 1, 1, 1"), ("lab-barrier", "photos = found + [photo]", "photos lost")],
        [(80, 24), (110, 30)])
    func screens(_ lab: (name: String, line: String, note: String), _ size: (columns: Int, rows: Int)) throws {
        let screen = try start(lab.name, columns: size.columns, rows: size.rows)
        for words in ["── unprotected", "Scenario/Unprotected", lab.line, "Before it runs:", "  1  two", "Your guess:"] {
            #expect(screen.visible.contains(words), "\(words): \(screen.visible)")
        }
        // Nothing says what happens.
        #expect(!screen.visible.contains("lost") && !screen.visible.contains("data race"), "\(screen.visible)")
        screen.press("1", "Enter")
        screen.wait("the answer") { _ in screen.visible.contains("q: leave") }
        // The lines of a long answer come with the arrow.
        for _ in 0..<8 where !screen.visible.contains(lab.note) { screen.press("Down") }
        screen.wait("the line with what happened") { _ in
            screen.visible.split(separator: "\n").contains { $0.contains(lab.line) && $0.contains(lab.note) }
        }
        screen.leave()
        #expect(screen.text.contains("\(lab.line) "))
    }

    @Test("Keywords have a colour, and none with NO_COLOR; the text is the same")
    func colours() throws {
        let coloured = try start("env -u NO_COLOR lab-race --variant lock", columns: 80, rows: 24)
        #expect(coloured.colours.contains(";5;63m"), "\(coloured.colours)")
        let plain = try start("env NO_COLOR=1 lab-race --variant lock", columns: 80, rows: 24)
        #expect(!plain.colours.contains("[38;5;"), "\(plain.colours)")
        func code(_ screen: TerminalScreen) -> [Substring] {
            screen.visible.split(separator: "\n").drop { !$0.contains("LockOffice.swift") }.prefix { !$0.hasPrefix("Before") }
        }
        #expect(code(coloured) == code(plain) && code(plain).count == 10, "\(code(plain))")
        for screen in [coloured, plain] {
            screen.press("q", "Enter")
            screen.wait(for: "exit=0")
        }
    }
}
