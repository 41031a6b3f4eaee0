import Course
import Foundation
import TestSupport
import Testing

/// Bare `interleave` in a terminal, as a student uses it.
@Suite("The home in a terminal", .serialized, .startsProcesses, .enabled(if: TerminalScreen.isAvailable, TerminalScreen.isMissing))
struct HomeTerminalTests {
    let state: String
    init() throws {
        state = NSTemporaryDirectory() + "home-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    }

    private func clean() { try? FileManager.default.removeItem(atPath: state) }

    private var journal: JournalFile { JournalFile(path: "\(state)/interleave/journal.json") }

    /// The command with a journal of this test's own.
    private var command: String { "INTERLEAVE_JOURNAL=on XDG_STATE_HOME=\(state) interleave" }

    private func wait(_ screen: TerminalScreen, _ words: String, sourceLocation: SourceLocation = #_sourceLocation) {
        screen.wait("“\(words)”", sourceLocation: sourceLocation) { _ in screen.visible.contains(words) }
    }

    @Test("A beginner starts the first lab, leaves it, and finds where to go on; other sizes, Ctrl-C, q")
    func beginner() throws {
        defer { clean() }
        let screen = try TerminalScreen(running: "\(command); echo exit=$?", columns: 80, rows: 24)
        wait(screen, "Begin: lab-barrier")
        #expect(screen.visible.contains("Enter open") && screen.visible.contains("The path"))
        screen.resize(columns: 60, rows: 20)
        wait(screen, "? help")
        screen.resize(columns: 30, rows: 8)
        wait(screen, "This needs 40 columns")
        screen.resize(columns: 80, rows: 24)
        wait(screen, "Begin: lab-barrier")
        screen.press("Enter")
        screen.wait(forPrompt: "Your guess:")
        screen.press("Enter")
        wait(screen, "e answer")
        screen.press("q")
        screen.wait(forPrompt: "Enter goes back to the list.")
        screen.press("Enter")
        wait(screen, "Go on: lab-barrier")
        #expect(screen.visible.contains("with its variant barrier"))
        // Ctrl-C in a lab ends the lab, and not the home.
        screen.press("Enter")
        screen.wait(forPrompt: "Your guess:")
        screen.press("C-c")
        screen.wait(forPrompt: "Enter goes back to the list.", time: 2)
        screen.press("Enter")
        wait(screen, "Go on: lab-barrier")
        screen.press("q")
        wait(screen, "exit=0")
        screen.type("\(command); echo exit=$?")
        wait(screen, "Go on: lab-barrier")
        screen.press("C-c")
        wait(screen, "exit=130")
    }

    @Test("A file of one's own is explored, its verdict is listed, and Enter replays it step by step; a page is shown")
    func ownFile() throws {
        defer { clean() }
        let source = """
            import Foundation
            nonisolated(unsafe) var count = 0
            func scenario() -> Int {
                let group = DispatchGroup()
                for _ in 0..<2 { DispatchQueue.global().async(group: group) { count += 1 } }
                group.wait()
                return count
            }
            """
        try source.write(toFile: "\(state)/count.swift", atomically: true, encoding: .utf8)
        let screen = try TerminalScreen(running: "cd \(state); \(command)", columns: 80, rows: 24)
        wait(screen, "Begin: lab-barrier")
        screen.press("Tab", "Enter")
        wait(screen, "your file:")
        screen.type("count.swift")
        screen.wait(forPrompt: "Enter goes back to the list.")
        screen.press("Enter")
        wait(screen, "Last verdicts")
        wait(screen, "count.swift")
        screen.press("g", "Tab", "Enter")
        wait(screen, "values")
        screen.press("q")
        screen.wait(forPrompt: "Enter goes back to the list.", time: 2)
        screen.press("Enter")
        wait(screen, "Last verdicts")
        screen.type("/reading a timeline")
        wait(screen, "match 1 of")
        screen.press("Enter")
        wait(screen, "Space page  / search  q back")
        screen.press("q")
        wait(screen, "Last verdicts")
        #expect(journal.read().journal.verdicts.first?.name == "count.swift")
    }

    @Test("A grade's verdict is listed, and Enter steps through its schedule; L leads from there to the exercise's lab, E to the exercise")
    func gradeVerdict() throws {
        defer { clean() }
        let attempt = """
            import Foundation
            final class PhotoCatalogue: @unchecked Sendable {
                nonisolated(unsafe) static var readNames: () -> [String] = { ["beach", "forest"] }
                nonisolated(unsafe) private static var instance: PhotoCatalogue?
                static var shared: PhotoCatalogue {
                    if let instance { return instance }
                    let new = PhotoCatalogue()
                    instance = new
                    return new
                }
                let names: [String]
                private init() { names = Self.readNames() }
            }
            """
        try attempt.write(toFile: "\(state)/attempt.swift", atomically: true, encoding: .utf8)
        let screen = try TerminalScreen(
            running: "cd \(state); INTERLEAVE_JOURNAL=on XDG_STATE_HOME=\(state) interleave grade 01 --attempt attempt.swift; echo exit=$?",
            columns: 80, rows: 24)
        screen.wait(for: "exit=1")
        let entry = journal.read().journal.verdicts.first
        #expect(entry?.name == "01-once (attempt.swift)" && entry?.command?.first == "replay")
        #expect(entry?.sentence?.contains("one instance") == true)
        screen.type("clear; \(command)")
        wait(screen, "Last verdicts")
        screen.press("Tab", "Enter")
        wait(screen, "values")
        screen.press("L")
        screen.wait(forPrompt: "Your guess:")
        screen.press("q", "Enter")
        screen.wait(forPrompt: "Enter goes back.")
        screen.press("Enter")
        wait(screen, "values")
        screen.press("E")
        wait(screen, "01-once")
        wait(screen, "L lab")
        screen.press("q")
        wait(screen, "values")
        screen.press("q")
        screen.wait(forPrompt: "Enter goes back to the list.")
        screen.press("Enter")
        wait(screen, "Last verdicts")
    }

    @Test("A damaged journal is put aside, and the home says so; a terminal without colours has none")
    func damaged() throws {
        defer { clean() }
        try FileManager.default.createDirectory(atPath: "\(state)/interleave", withIntermediateDirectories: true)
        try "{".write(toFile: journal.path, atomically: true, encoding: .utf8)
        let screen = try TerminalScreen(running: "NO_COLOR=1 \(command)", columns: 200, rows: 60)
        wait(screen, "The journal could not be read. It is kept as")
        #expect(FileManager.default.fileExists(atPath: journal.path + ".damaged"))
        let codes = screen.colours.matches(of: #/\u{1B}\[(?:3|4|9)[0-8]/#)
        #expect(codes.isEmpty)
    }

    @Test("In a pipe, bare `interleave` prints its help")
    func piped() throws {
        defer { clean() }
        let screen = try TerminalScreen(running: "\(command) | head -3; echo over", columns: 100, rows: 60)
        wait(screen, "OVERVIEW: Show what concurrent Swift programs really do.")
    }
}
