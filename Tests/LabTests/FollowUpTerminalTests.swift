import Foundation
import TestSupport
import Testing

/// The questions after a run and after a wrong guess, in a real terminal.
@Suite(.serialized, .enabled(if: TerminalScreen.isAvailable, TerminalScreen.isMissing), .startsProcesses) struct FollowUpTerminalTests {
    private func start(_ command: String, columns: Int = 80, rows: Int = 24) throws -> TerminalScreen {
        let screen = try TerminalScreen(running: "clear; \(command); echo exit=$?", columns: columns, rows: rows)
        screen.wait(forPrompt: "Your guess:")
        return screen
    }

    /// Waits for the frame with the answer on the full screen.
    private func waitForAnswer(_ screen: TerminalScreen) {
        screen.wait("the answer on the full screen") { _ in screen.visible.contains("q: leave") }
    }

    @Test(
        "After a wrong guess: the question about the run, v for the run again, the answer; then a small variant, which is run and answered")
    func both() throws {
        let screen = try start("lab-race --variant lock")
        screen.press("3", "Enter")
        waitForAnswer(screen)
        #expect(screen.visible.contains("Enter: next question"))
        screen.press("Enter")
        screen.wait(forPrompt: "Your answer:")
        // The claims are not visible yet.
        #expect(screen.visible.contains("Which counter gets `lock` last?") && !screen.visible.contains("✓ "), "\(screen.visible)")
        screen.press("v", "Enter")
        waitForAnswer(screen)
        screen.press("Enter")
        screen.wait("the question again") { $0.ranges(of: "Your answer:").count == 2 }
        screen.press("4", "Enter")
        screen.wait("the follow-up") { $0.ranges(of: "Your guess:").count == 2 }
        #expect(screen.text.contains("You saw it. The run shows 4: counter 4.") || screen.text.contains("You answered 4. The run shows"))
        for words in ["── two-locks", "TwoLocksOffice.swift", "lock.withLock { sold = seat }"] {
            #expect(screen.visible.contains(words), "\(words): \(screen.visible)")
        }
        screen.press("3", "Enter")
        waitForAnswer(screen)
        #expect(
            screen.visible.contains("You were right. The answer is 3: all four.") && screen.visible.contains("← wrote 1, 1, 1, 1"),
            "\(screen.visible)")
        screen.leave("Enter")
        let words = screen.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("Right guesses before the runs: 0 of 1."), "\(words)")
        #expect(words.contains("Right second guesses: 1 of 1."))
    }

    @Test("A right guess leads to no follow-up; Enter skips, q leaves, and Ctrl-C ends with 130")
    func others() throws {
        let right = try start("lab-deadlock --variant abba")
        right.press("3", "Enter")
        waitForAnswer(right)
        right.press("Enter")
        right.wait(forPrompt: "Your answer:")
        right.press("Enter")
        right.wait(for: "exit=0")
        #expect(
            right.text.contains("Skipped.") && right.text.contains("The run shows ") && right.text.ranges(of: "Your guess:").count == 1)

        let skipped = try start("lab-deadlock --variant sync-once")
        skipped.press("2", "Enter")
        waitForAnswer(skipped)
        skipped.press("Enter")
        skipped.wait("the follow-up") { $0.ranges(of: "Your guess:").count == 2 }
        skipped.press("Enter")
        skipped.wait(for: "exit=0")
        #expect(skipped.text.contains("── async-inside") && !skipped.text.contains("number that add returned"))

        let left = try start("lab-deadlock --from abba")
        left.press("1", "Enter")
        waitForAnswer(left)
        left.press("Enter")
        left.wait(forPrompt: "Your answer:")
        left.press("q", "Enter")
        left.wait(for: "exit=0")
        #expect(left.text.contains("Not shown yet: lock-by-lock"))

        let interrupted = try start("lab-deadlock --from abba")
        interrupted.press("1", "Enter")
        waitForAnswer(interrupted)
        interrupted.press("Enter")
        interrupted.wait(forPrompt: "Your answer:")
        interrupted.press("Enter")
        interrupted.wait("the follow-up") { $0.ranges(of: "Your guess:").count == 2 }
        interrupted.press("C-c")
        interrupted.wait(for: "exit=130")
        #expect(interrupted.text.contains("Go on with `lab-deadlock --from lock-by-lock`."))
    }

    @Test("In a terminal of 20 columns, and with --width, the questions come as text, in the same order")
    func narrow() throws {
        for (command, columns) in [("lab-race --variant lock", 20), ("lab-race --variant lock --width 60", 80)] {
            let screen = try start(command, columns: columns, rows: 12)
            screen.press("3", "Enter")
            screen.wait("the question about the run") { $0.filter { !$0.isWhitespace }.contains("Youranswer:") }
            screen.press("1", "Enter")
            screen.wait("the follow-up") { $0.filter { !$0.isWhitespace }.ranges(of: "Yourguess:").count == 2 }
            screen.press("1", "Enter")
            screen.wait(for: "exit=0")
            let words = screen.text.filter { !$0.isWhitespace }
            #expect(words.contains("Youguessed1.Theansweris3:allfour."), "\(screen.text)")
            #expect(words.contains("Rightsecondguesses:0of1."))
        }
    }
}
