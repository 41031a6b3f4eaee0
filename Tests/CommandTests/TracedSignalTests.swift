import Foundation
import Glibc
import Recorder
import TestSupport
import Testing

/// Each signal reaches a traced program once, whomever it was sent to.
@Suite struct TracedSignalTests {
    let folder: Folder
    let programs: Programs
    init() throws {
        folder = try Folder()
        programs = try Programs.all()
    }

    /// A tracer in a group of its own, with a program that tells its signals.
    private struct Traced: ~Copyable {
        var tracer: ChildProcess
        let output: FileHandle
        /// The program's process.
        let program: pid_t

        /// The next line that the program writes; "" when there are no more.
        func line() -> String { TracedSignalTests.line(from: output) }

        /// Until everybody in the group has taken the signals that were sent to it: the tracer, its witness and the program.
        func settle() throws {
            let tracer = tracer.processID
            let children = try String(contentsOfFile: "/proc/\(tracer)/task/\(tracer)/children", encoding: .utf8)
            for process in children.split(separator: " ").map(String.init) + [String(tracer)] {
                while try hasPending(process) { sched_yield() }
            }
        }

        private func hasPending(_ process: String) throws -> Bool {
            let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
            let pending = try #require(status.split(separator: "\n").first { $0.hasPrefix("ShdPnd:") })
            return pending.contains { ("1"..."9").contains($0) || ("a"..."f").contains($0) }
        }
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
        try #require(ready.count == 2 && ready[0] == "ready")
        return Traced(tracer: tracer, output: pipe.fileHandleForReading, program: try #require(pid_t(ready[1])))
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

    @Test("A signal that is sent to the whole group reaches the program once", arguments: signals)
    func group(_ number: Int32) throws {
        var traced = try start()
        for _ in 1...3 {
            kill(-traced.tracer.processID, number)
            #expect(traced.line() == "\(number)")
            try traced.settle()
        }
        // Passed on behind all others: a second copy of one of them would have come before.
        kill(traced.tracer.processID, SIGUSR2)
        #expect(traced.line() == "\(SIGUSR2)")
        #expect(traced.line() == "over")
        #expect(traced.tracer.wait() == .exited(code: 0))
    }

    @Test("Signals to the group and to the tracer alone, one after the other, are told apart each time")
    func mixed() throws {
        var traced = try start()
        for round in 0..<12 {
            kill(round.isMultiple(of: 2) ? -traced.tracer.processID : traced.tracer.processID, SIGTERM)
            #expect(traced.line() == "\(SIGTERM)")
            try traced.settle()
        }
        kill(traced.program, SIGUSR2)
        #expect(traced.line() == "\(SIGUSR2)")
        #expect(traced.line() == "over")
        #expect(traced.tracer.wait() == .exited(code: 0))
    }

    @Test("A tracer that is killed takes its witness along, and leaves the program as it is")
    func killed() throws {
        var traced = try start()
        kill(traced.tracer.processID, SIGKILL)
        #expect(traced.tracer.wait() == .killed(signal: SIGKILL))
        kill(traced.program, SIGUSR2)
        #expect(traced.line() == "\(SIGUSR2)")
        #expect(traced.line() == "over")
        // Nobody is left in the group, in the end.
        while kill(-traced.tracer.processID, 0) == 0 { sched_yield() }
    }

    @Test("In a terminal: Ctrl-C reaches the program once, Ctrl-Z stops and `fg` continues it, and it reads what is typed")
    func terminal() throws {
        let screen = try TerminalScreen()
        screen.wait(for: "ready>")
        screen.type("clear; \(Commands.interleave) trace -o \(folder.file("t")) -- \(programs.signals)")
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
