import Foundation
import TestSupport
import Testing

/// Tests that need a real terminal: keys without Enter, and a terminal that is restored on every
/// exit path.
@Suite(.serialized, .enabled(if: TerminalScreen.isAvailable, TerminalScreen.isMissing), .startsProcesses) struct StepperTerminalTests {
    /// A shell in which the probe shows its first sentence.
    private func start(_ arguments: String = "") throws -> TerminalScreen {
        let screen = try TerminalScreen(running: "TerminalProbe \(arguments); echo exit=$?")
        screen.wait(for: "[1/9]")
        return screen
    }

    @Test("Keys step without Enter and are not echoed; q ends with 0 and restores the terminal")
    func quit() throws {
        let screen = try start()
        screen.press("Space")
        screen.wait(for: "[2/9]")
        screen.press("b")
        screen.wait(for: "[1/9]")
        screen.press("g", "7", "Enter")
        screen.wait(for: "[7/9]")
        screen.leave()
        #expect(!screen.text.contains("bg7"))
        screen.expectSettingsAsFound()
    }

    @Test("Ctrl-C ends with 130 and restores the terminal")
    func interrupt() throws {
        let screen = try start()
        screen.leave("C-c", until: "exit=130")
        screen.expectSettingsAsFound()
    }

    @Test("Ctrl-F goes ten events on, to the last one at most, Ctrl-U five back, and gg to the first one")
    func pages() throws {
        let screen = try start()
        screen.press("C-f")
        screen.wait(for: "[9/9]")
        screen.press("C-u")
        screen.wait(for: "[4/9]")
        screen.press("C-d", "C-d")
        screen.wait("the end again") { $0.components(separatedBy: "[9/9]").count > 1 }
        screen.press("g", "g")
        screen.wait(for: "[1/9]")
        screen.leave()
        screen.expectSettingsAsFound()
    }

    @Test("Ctrl-Z gives the shell its terminal; fg opens it again, shows the sentence again and continues")
    func suspend() throws {
        let screen = try start()
        screen.press("Space")
        screen.wait(for: "[2/9]")
        screen.press("C-z")
        screen.wait(for: "Stopped")
        screen.expectSettingsAsFound()
        screen.type("fg; echo after=$?")
        screen.wait("#2 a second time") { $0.components(separatedBy: "#2  ").count >= 3 && $0.contains("[2/9]") }
        screen.press("Space")
        screen.wait(for: "[3/9]")
        screen.leave(until: "after=0")
        screen.expectSettingsAsFound()
    }

    @Test("SIGTERM ends with 143 and restores the terminal")
    func terminate() throws {
        let screen = try TerminalScreen(running: "sh -c 'echo pid=$$; exec TerminalProbe'; echo exit=$?")
        screen.wait(for: "[1/9]")
        let pid = try #require(screen.text.firstMatch(of: /\npid=(\d+)/).flatMap { Int32($0.1) })
        #expect(kill(pid, SIGTERM) == 0)
        screen.wait(for: "exit=143")
        screen.expectSettingsAsFound()
    }

    @Test("A trap while stepping restores the terminal")
    func trap() throws {
        let screen = try start("trap")
        screen.press("x")
        screen.wait("an exit code of a trap") { $0.contains("exit=132") || $0.contains("exit=133") }
        screen.expectSettingsAsFound()
    }

    @Test("Without a terminal all sentences are printed, no key is waited for, and no escape code is written")
    func piped() throws {
        let run = try LabProcess(try TerminalProbe.path, [])
        let text = run.output
        #expect(run.ending == .exited(code: 0))
        #expect(text.split(separator: "\n").count { $0.hasPrefix("#") } == 9)
        #expect(!text.contains("\u{1B}"))
    }
}
