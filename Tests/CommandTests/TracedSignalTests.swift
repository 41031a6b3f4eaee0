import Foundation
import Glibc
import System
import TestSupport
import Testing

/// A signal that one process sends to the tracer, or that the terminal sends to all, reaches a traced program once.
@Suite(.startsProcesses) struct TracedSignalTests {
    let folder: Folder
    let programs: Programs
    init() throws {
        folder = try Folder()
        programs = try Programs.all()
    }

    /// A tracer in a group of its own, with a program that prints its signals.
    private struct Traced: ~Copyable {
        var tracer: ChildProcess
        let output: FileHandle

        /// The next line that the program writes; "" when there are no more.
        func line() -> String { TracedSignalTests.line(from: output) }
    }

    private func start() throws -> Traced {
        let pipe = Pipe()
        var options = ChildProcess.Options()
        options.ownGroup = true
        options.standardOutput = .descriptor(pipe.fileHandleForWriting.fileDescriptor)
        options.standardError = .nothing
        let words = ["trace", "-o", folder.file("t"), "--", programs.signals]
        let tracer = try ChildProcess.spawn(Commands.interleave, arguments: words, options: options)
        try pipe.fileHandleForWriting.close()
        let ready = Self.line(from: pipe.fileHandleForReading).split(separator: " ")
        try #require(ready.first == "ready")
        return Traced(tracer: tracer, output: pipe.fileHandleForReading)
    }

    private static func line(from output: FileHandle) -> String {
        var text = ""
        while let byte = try? output.read(upToCount: 1), let character = byte.first.map({ Character(Unicode.Scalar($0)) }) {
            if character == "\n" { break }
            text.append(character)
        }
        return text
    }

    static let signals = [SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGTERM]

    @Test("A signal that is sent to the tracer alone reaches the program, once", arguments: signals)
    func alone(_ number: Int32) throws {
        var traced = try start()
        for _ in 1...3 {
            kill(traced.tracer.processID, number)
            #expect(traced.line() == "\(number)")
        }
        kill(traced.tracer.processID, SIGUSR2)
        #expect(traced.line() == "\(SIGUSR2)")
        #expect(traced.line() == "over")
        #expect(traced.tracer.wait() == .exited(code: 0))
    }

    @Test(
        "In a terminal: Ctrl-C reaches the program once, Ctrl-Z stops and `fg` continues it, and it reads what is typed",
        .enabled(if: TerminalScreen.isAvailable, TerminalScreen.isMissing))
    func terminal() throws {
        let screen = try TerminalScreen(running: "clear; \(Commands.interleave) trace -o \(folder.file("t")) -- \(programs.signals)")
        screen.wait(for: "ready ")
        screen.press("C-c")
        screen.wait(for: "^C2\n")
        screen.press("C-z")
        screen.wait(for: "Stopped")
        screen.type("fg")
        screen.press("C-\\")
        screen.wait(for: "^\\3\n")
        screen.press("C-z")
        screen.wait("stopped again") { $0.ranges(of: "Stopped").count == 2 }
        screen.type("kill -USR2 %1; fg; echo exit=$?")
        screen.wait(for: "exit=0")
        // A second copy would stand below the first.
        #expect(!screen.text.contains("\n2\n") && !screen.text.contains("\n3\n"))
        #expect(screen.text.contains("\n12\nover\n"))
        screen.type("clear; \(Commands.interleave) trace -o \(folder.file("t")) -- /bin/sh -c 'read word; echo got $word' | tail -1")
        screen.type("typed")
        screen.wait(for: "got typed")
    }
}
