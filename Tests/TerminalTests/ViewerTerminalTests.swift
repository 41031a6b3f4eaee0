import Foundation
import TestSupport
import Testing

/// The full screen in a real terminal: its contents, and that the terminal is restored on every
/// exit path.
@Suite(.serialized, .enabled(if: TerminalScreen.isAvailable, TerminalScreen.isMissing), .startsProcesses) struct ViewerTerminalTests {
    private func start(
        columns: Int = 80, rows: Int = 24, terminal: String? = nil, prefix: String = "", until sign: String = "event 1 of 9"
    ) throws -> TerminalScreen {
        let screen = try TerminalScreen(
            running: "echo before; \(prefix) TerminalProbe view; echo exit=$?", columns: columns, rows: rows, terminal: terminal)
        screen.wait(for: sign)
        return screen
    }

    /// The process that shows the full screen.
    private func processID(_ screen: TerminalScreen) throws -> Int32 {
        let folders = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }
        let path = try TerminalProbe.path
        let own = folders.filter { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\($0)/exe")) == path }
        return try #require(
            own.first { id in
                let parent = (try? String(contentsOfFile: "/proc/\(id)/environ", encoding: .utf8)) ?? ""
                return parent.contains(screen.socket)
            })
    }

    /// The shell's own screen is back, with its earlier contents.
    private func expectScreenAsFound(_ screen: TerminalScreen, sourceLocation: SourceLocation = #_sourceLocation) {
        screen.wait("the screen from before", sourceLocation: sourceLocation) { _ in
            screen.visible.contains("before") && !screen.visible.contains("event 1 of")
        }
        screen.expectSettingsAsFound()
    }

    @Test("It fills the screen, steps, zooms, and q restores the terminal")
    func quit() throws {
        let screen = try start()
        #expect(screen.visible.split(separator: "\n", omittingEmptySubsequences: false).count >= 24)
        #expect(screen.visible.contains("photoQueue") && screen.visible.contains("? help"))
        screen.press(".")
        screen.wait(for: "event 2 of 9")
        screen.press("w")
        screen.wait(for: "queues, 1 ms from")
        screen.press("Right")
        screen.press("l")
        screen.wait(for: "threads, 1 ms from")
        screen.leave()
        expectScreenAsFound(screen)
    }

    @Test("A search and a time that are typed move the cursor; lanes are filtered; p shows the waiting and running times")
    func typed() throws {
        let screen = try start()
        screen.press("/")
        screen.wait(for: "search:")
        screen.press("#3")
        screen.press("Enter")
        screen.wait(for: "event 7 of 9")
        screen.press("N")
        screen.wait(for: "event 9 of 9")
        screen.press("g")
        screen.wait(for: "go to #")
        screen.press("1.5ms")
        screen.wait(for: "go to 1.5ms")
        screen.press("Enter")
        screen.wait(for: "event 6 of 9")
        screen.press("F")
        screen.wait(for: "lanes with:")
        screen.press("nowhere")
        screen.press("Enter")
        screen.wait(for: "no lane has")
        screen.press("p")
        screen.wait(for: "How long items waited and ran")
        screen.press("Escape")
        screen.leave()
        expectScreenAsFound(screen)
    }

    @Test("A prompt is edited like a line of a shell; a pasted text is text there, and no key elsewhere; a click picks a bar")
    func edited() throws {
        let screen = try start()
        screen.press("/")
        screen.wait(for: "search:")
        screen.press("-l", "bc xyz")
        screen.press("C-w", "BSpace", "Home", "a", "End", "Left", "Tab")
        screen.wait(for: "search: ab▏c")
        screen.press("Right", "C-u")
        screen.press("-l", "\u{1B}[200~#3\nq\u{1B}[201~")
        screen.wait(for: "search: #3 q▏")
        screen.press("C-w", "BSpace", "Enter")
        screen.wait(for: "event 7 of 9")
        screen.press("g")
        screen.press("-l", "abc")
        screen.press("Enter")
        screen.wait(for: "\"abc\" is not a time or an event")
        screen.press("g")
        screen.press("-l", "1.5 ms")
        screen.press("Enter")
        screen.wait(for: "event 6 of 9")
        screen.press("-l", "\u{1B}[200~q\u{1B}[201~")
        screen.wait(for: "a pasted text does nothing here")
        screen.press("C-d", "C-l", "F1")
        screen.wait(for: "─ Keys ─")
        // A click of the first button at column 48 of row 5, in the form of this kind of terminal.
        screen.press("Escape")
        screen.wait("the run") { _ in !screen.visible.contains("─ Keys ─") }
        screen.press("-l", "\u{1B}[M \(Character(Unicode.Scalar(32 + 48)))\(Character(Unicode.Scalar(32 + 5)))")
        screen.wait(for: "event 5 of 9")
        screen.press(",")
        screen.wait(for: "event 4 of 9")
        // Two clicks there, with their releases, in the form of today: the first picks it, and the second opens it.
        screen.press("-l", "\u{1B}[<0;48;5M\u{1B}[<0;48;5m\u{1B}[<0;48;5M\u{1B}[<0;48;5m")
        screen.wait(for: "─ Event 5 ─")
        screen.press("Escape")
        screen.wait("the run") { _ in !screen.visible.contains("─ Event 5 ─") }
        // The wheel with Ctrl, after reports that mean nothing: a movement, another button, a damaged one.
        screen.press("-l", "\u{1B}[<35;48;5M\u{1B}[<2;48;5M\u{1B}[<2;;5M\u{1B}[<80;48;5M")
        screen.wait(for: "queues, 1 ms from")
        screen.leave()
        expectScreenAsFound(screen)
    }

    @Test("After a stop that the screen has not seen (kill -STOP), fg sets the terminal up again and draws everything")
    func stopped() throws {
        let screen = try start()
        #expect(kill(try processID(screen), SIGSTOP) == 0)
        screen.wait(for: "Stopped")
        // The stopped program has left the terminal so that only Ctrl-J ends a line.
        screen.press("-l", "fg")
        screen.press("C-j")
        screen.wait("the picture again") { _ in screen.visible.contains("event 1 of 9") && !screen.visible.contains("Stopped") }
        screen.press("-l", ".")
        screen.wait(for: "event 2 of 9")
        #expect(!screen.visible.contains("Stopped"))
        screen.press("q")
        screen.wait("the shell") { _ in !screen.visible.contains("event 2 of 9") }
        screen.expectSettingsAsFound()
    }

    @Test("A crash is reported once, with its place, after the terminal was restored; the exit code is that of the signal")
    func crash() throws {
        let setting = "SWIFT_BACKTRACE=enable=yes,interactive=no,color=no,threads=crashed,registers=none,images=none,symbolicate=fast"
        let screen = try start(columns: 200, rows: 50, prefix: "env \(setting)")
        #expect(kill(try processID(screen), SIGURG) == 0)
        screen.wait(for: "exit=139")
        #expect(screen.text.ranges(of: "Program crashed: ").count == 1 && screen.text.contains("crashForTheTest"), "\(screen.text)")
        #expect(!screen.text.contains("usage:"))
        screen.expectSettingsAsFound()
    }

    @Test("A new size is drawn again; a terminal that is too small shows the needed size, and continues when it is large again")
    func resize() throws {
        let screen = try start()
        screen.resize(columns: 130, rows: 40)
        screen.wait("the state next to the log") { _ in
            screen.visible.split(separator: "\n").contains { $0.contains("Log: ") && $0.contains("State") }
        }
        screen.resize(columns: 30, rows: 8)
        screen.wait("the size it needs") { _ in screen.visible.replacing("\n", with: " ").contains("40 columns and 12 rows") }
        screen.resize(columns: 80, rows: 24)
        screen.wait("the log again") { _ in screen.visible.contains("event 1 of 9") }
        screen.leave()
        screen.expectSettingsAsFound()
    }

    @Test("Ctrl-C ends with 130 and restores the terminal")
    func interrupt() throws {
        let screen = try start()
        screen.leave("C-c", until: "exit=130")
        expectScreenAsFound(screen)
    }

    @Test("Ctrl-Z gives the shell its terminal; fg draws everything again")
    func suspend() throws {
        let screen = try start()
        screen.press("C-z")
        screen.wait("the shell") { _ in screen.visible.contains("Stopped") }
        screen.expectSettingsAsFound()
        screen.type("fg; echo after=$?")
        screen.wait("the picture again") { _ in screen.visible.contains("event 1 of 9") }
        screen.press(".")
        screen.wait(for: "event 2 of 9")
        screen.leave(until: "after=0")
        screen.expectSettingsAsFound()
    }

    @Test("A signal that ends it, or a trap, restores the terminal", arguments: [(SIGTERM, 143), (SIGQUIT, 131), (SIGILL, 132)])
    func killed(_ signal: Int32, _ code: Int) throws {
        let screen = try start()
        #expect(kill(try processID(screen), signal) == 0)
        screen.wait(for: "exit=\(code)")
        expectScreenAsFound(screen)
    }

    @Test(
        "A terminal that cannot be drawn on is refused with the reason, and nothing else is written",
        arguments: [
            ("TERM=dumb", "TERM is dumb"), ("TERM=", "TERM is not set"),
            ("TERM=no-such-terminal", "is not known on this machine (try TERM=xterm-256color)"),
        ])
    func unusable(_ prefix: String, _ reason: String) throws {
        let screen = try start(prefix: prefix, until: "exit=0")
        // (A line of the terminal can break the reason.)
        #expect(screen.text.replacing("\n", with: "").contains("no screen: the terminal") || screen.text.contains("no screen: TERM"))
        #expect(screen.text.replacing("\n", with: "").contains(reason), "\(screen.text)")
    }

    @Test("In a terminal of 20 columns and 5 rows the needed size is printed, and nothing is drawn")
    func tiny() throws {
        let screen = try start(columns: 20, rows: 5, until: "no screen")
        screen.wait("the reason") { $0.replacing("\n", with: "").contains("has 20 columns and 5 rows") }
    }

    @Test("A terminal without colours shows the same text, without colour sequences")
    func monochrome() throws {
        let colourful = try start()
        colourful.press("c")
        colourful.wait(for: "2 second")
        let monochrome = try start(prefix: "TERM=vt100")
        monochrome.press("c")
        monochrome.wait(for: "2 second")
        #expect(colourful.colours.contains("38;5;74"))
        #expect(!monochrome.colours.contains("38;5;"))
        #expect(monochrome.visible.contains("photoQueue") && monochrome.visible.contains("add(_:) #1"))
        for screen in [colourful, monochrome] { screen.press("q") }
    }
}
