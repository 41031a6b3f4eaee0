import Foundation
import TestSupport
import Testing

/// The scheduler's seat on the full screen of a real terminal.
@Suite(.enabled(if: TerminalScreen.isAvailable, TerminalScreen.isMissing), .startsProcesses) struct PlayScreenTests {
    let folder: Folder
    init() throws { folder = try Folder() }

    /// A line of the list of threads: at 80×24, the row of the screen from 1.
    private func row(_ screen: TerminalScreen, of words: String) throws -> Int {
        let lines = screen.visible.split(separator: "\n", omittingEmptySubsequences: false)
        return try #require(lines.firstIndex { $0.contains(words) }) + 1
    }

    @Test("A level is won with keys and the mouse, at two sizes; the score stays; Ctrl-C half-way restores the terminal")
    func level() throws {
        // (The mark of a learner's folder: the score is kept there.)
        try Data("{}".utf8).write(to: URL(filePath: folder.file(".interleave")))
        let screen = try TerminalScreen(running: "cd '\(folder.path)'; interleave play 1; echo exit=$?", columns: 80, rows: 24)
        screen.wait("the first moment, with the code") {
            $0.contains("1,2,3  8      DispatchQueue") && $0.contains("2  iteration 0") && $0.contains("? help")
        }
        screen.press("2")
        screen.wait("the code, with another line of a thread") { $0.contains("  2  9          counter.value += 1") }
        screen.resize(columns: 200, rows: 60)
        screen.wait(for: "(the fewest that suffice: 1)")
        screen.resize(columns: 80, rows: 24)
        screen.wait(for: "the fewest that suf…")
        // A double click is the choice of a thread, and its step.
        let click = "\u{1B}[<0;12;\(try row(screen, of: "3  iteration 1"))M"
        screen.press("-l", click + click.dropLast() + "m" + click + click.dropLast() + "m")
        screen.wait("a step of iteration 1") { $0.contains("2,3  9          counter.value += 1") }
        screen.press("2")
        screen.wait(for: "writes value, now 0")
        screen.press("3")
        screen.wait("a step of each thread") { $0.contains("9                          counter.value += 1  0") }
        screen.press("r")
        screen.wait(for: "You have broken it.")
        let scores = try String(contentsOfFile: folder.file("Exercises/.progress/levels.json"), encoding: .utf8)
        #expect(scores == #"{"won":{"01-counter":{"preemptions":3}}}"#)
        screen.press("0")
        screen.wait("the first moment again") { $0.contains("1,2,3  8      DispatchQueue") }
        screen.press("C-c")
        screen.wait(for: "exit=")
        screen.expectSettingsAsFound()
    }
}
