import Foundation
import TestSupport
import Testing

/// The table in a real terminal.
@Suite(.serialized, .enabled(if: TerminalScreen.isAvailable, TerminalScreen.isMissing), .startsProcesses) struct PhotosTerminalTests {
    private func start(_ arguments: String, _ environment: String = "COLORTERM=truecolor", columns: Int = 80, rows: Int = 24) throws
        -> TerminalScreen
    {
        let screen = try TerminalScreen(columns: columns, rows: rows)
        screen.wait(for: "ready>")
        // `swift test` sets NO_COLOR if its output is not a terminal.
        screen.type("clear; env -u NO_COLOR \(environment) lab-photos \(arguments); echo exit=$?")
        return screen
    }

    /// The settings of the terminal are those of a shell, and nothing that the lab started still runs.
    private func expectRestored(_ screen: TerminalScreen) {
        screen.type("stty -a | tr ' ' '\\n' | grep -E '^-?(icanon|echo);?$' | tr '\\n' ' '; echo settings=shown")
        screen.wait(for: "icanon echo settings=shown")
        let deadline = ContinuousClock.now + .patience
        while isServerLeft(screen), ContinuousClock.now < deadline { usleep(20_000) }
        #expect(!isServerLeft(screen))
    }

    /// Whether a process of this terminal is a photo server.
    private func isServerLeft(_ screen: TerminalScreen) -> Bool {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.contains { process in
            guard let command = FileManager.default.contents(atPath: "/proc/\(process)/cmdline"),
                String(decoding: command, as: UTF8.self).contains("photo-server")
            else { return false }
            let environment = FileManager.default.contents(atPath: "/proc/\(process)/environ") ?? Data()
            return String(decoding: environment, as: UTF8.self).contains(screen.socket)
        }
    }

    @Test("Pictures, failures and names appear at 80×24 and 160×50; keys scroll; q leaves and restores the terminal")
    func look() throws {
        for (columns, rows) in [(80, 24), (160, 50)] {
            let screen = try start("--scroll", columns: columns, rows: rows)
            screen.wait("filtered rows and a failed one") { _ in
                screen.visible.contains("✓ filtered") && screen.visible.contains("Failed to load") && screen.visible.contains("▀▀▀▀")
            }
            #expect(screen.colours.contains("38;2;"))
            screen.press("End")
            screen.wait("the last row") { _ in screen.visible.contains("coffee 99") || screen.visible.contains("rocket 100") }
            screen.wait("its picture") { _ in screen.visible.contains("✓ filtered") }
            screen.press("g")
            screen.wait("the first row") { _ in screen.visible.contains("camera 1") }
            screen.leave()
            expectRestored(screen)
        }
    }

    @Test("256 colors, no colors and plain ASCII have their own forms")
    func forms() throws {
        let indexed = try start("--scroll", "-u COLORTERM TERM=xterm-256color")
        indexed.wait("a picture") { _ in indexed.visible.contains("▀▀▀▀") && indexed.visible.contains("✓ filtered") }
        #expect(indexed.colours.contains("38;5;") && !indexed.colours.contains("38;2;"))
        indexed.press("q")
        for (arguments, environment) in [("--scroll --ascii", "NO_COLOR=1"), ("--scroll --ascii --no-color", "COLORTERM=truecolor")] {
            let plain = try start(arguments, environment)
            plain.wait("a picture of characters") { _ in plain.visible.contains("filtered") && plain.visible.contains("=") }
            #expect(plain.visible.utf8.allSatisfy { $0 == 10 || (0x20...0x7E).contains($0) })
            #expect(!plain.colours.contains("38;"))
            plain.press("q")
        }
    }

    @Test("The terminal shrinks to 20×5 while the table scrolls, and grows again; Ctrl-C restores it and leaves no process")
    func resize() throws {
        let screen = try start("--scroll --rows 400")
        screen.wait("the table") { _ in screen.visible.contains("✓ filtered") }
        screen.press("NPage", "NPage", "NPage")
        screen.resize(columns: 20, rows: 5)
        screen.press("NPage")
        screen.wait("a small table") { _ in
            let lines = screen.visible.split(separator: "\n", omittingEmptySubsequences: false)
            return lines.count <= 6 && lines.first?.hasPrefix("operations") == true
        }
        screen.resize(columns: 80, rows: 24)
        screen.wait("the large table again") { _ in
            screen.visible.contains("✓ filtered") && screen.visible.contains("worst frame") && screen.visible.contains("q: leave")
        }
        screen.press("End")
        screen.leave("C-c", until: "exit=130")
        expectRestored(screen)
    }

    @Test("Ctrl-C ends the frozen variant and a script, too")
    func interrupt() throws {
        for arguments in ["--scroll --variant main-thread --latency 500", "--script --variant operations --stops 50 --rows 400"] {
            let screen = try start(arguments)
            screen.wait("the table") { _ in screen.visible.contains(" of ") }
            screen.press("NPage", "C-c")
            screen.wait(for: "exit=130")
            expectRestored(screen)
        }
    }
}
