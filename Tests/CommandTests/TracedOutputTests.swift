import Foundation
import Glibc
import System
import TestSupport
import Testing
import Trace

/// A traced program behaves as it does without a tracer.
@Suite(.startsProcesses) struct TracedOutputTests {
    let folder: Folder
    let programs: Programs
    init() throws {
        folder = try Folder()
        programs = try Programs.all()
    }

    @Test("Input, output, errors, environment and exit code of a traced program are its own", arguments: ["0", "1", "2", "42", "255"])
    func untouched(code: String) throws {
        let alone = try Commands.run(programs.everything, [code], in: folder, input: "a line\n")
        let traced = try Commands.trace(programs.everything, [code], in: folder, input: "a line\n")
        #expect(alone.code == Int32(code))
        #expect(traced.outcome.code == alone.code)
        #expect(traced.outcome.output == alone.output)
        #expect(traced.outcome.errors == alone.errors)
        #expect(traced.trace.ending == .exited(code: alone.code))
    }

    @Test("A program that is killed by a signal ends the tracer with 128 and the signal's number, and the trace says which")
    func trap() throws {
        let (outcome, trace) = try Commands.trace(programs.faults, ["traps"], in: folder)
        #expect(outcome.code == 128 + SIGILL || outcome.code == 128 + SIGTRAP)
        #expect(trace.ending == .killed(signal: outcome.code - 128))
        #expect(trace.items.contains { $0.ended == nil })
    }

    @Test("A program finds its name, its arguments and a relative path as they were given")
    func arguments() throws {
        _ = try folder.executable("tell", "#!/bin/sh\necho \"$0|$#|$1|$2|$3\"\n")
        let words = "-o --buffer ''"
        let outcome = try Commands.shell("cd \(folder.path) && \(Commands.interleave) trace -o t -- ./tell \(words)", in: folder)
        #expect(outcome.output == "./tell|3|-o|--buffer|\n")
        let onPath = try Commands.shell("cd \(folder.path) && PATH=$PWD:$PATH \(Commands.interleave) trace tell", in: folder)
        #expect(onPath.output.hasSuffix("/tell|0|||\n"))
    }

    @Test("A library that is already preloaded stays preloaded")
    func otherPreloads() throws {
        let script = "echo \"$LD_PRELOAD\""
        let outcome = try Commands.run(
            ["trace", "-o", folder.file("t"), "--", "/bin/sh", "-c", script], in: folder, environment: ["LD_PRELOAD": "libm.so.6"])
        #expect(outcome.output.hasSuffix("/libInterleavePreload.so:libm.so.6\n"))
    }

    @Test("Ctrl-C reaches the program, which handles it; the tracer continues and completes the file")
    func interrupt() throws {
        let output = try Pipe()
        var tracer = try start(["answers the keyboard"], output)
        #expect(output.readLine() == "ready")
        // As from a terminal: to the whole group.
        tracer.kill(signal: SIGINT)
        #expect(output.readLine() == "interrupted")
        #expect(tracer.wait(killingAfter: .patience).ending == .exited(code: 5))
        let trace = try TraceReader.read(path: folder.file("t"))
        #expect(trace.ending == .exited(code: 5))
        #expect(trace.damage == [])
    }

    @Test("A request to end that only the tracer gets is passed on to the program")
    func terminate() throws {
        let output = try Pipe()
        var tracer = try start(["waits to be killed"], output)
        #expect(output.readLine() == "ready")
        kill(tracer.processID, SIGTERM)
        #expect(tracer.wait(killingAfter: .patience).ending == .exited(code: 128 + SIGTERM))
        #expect(try TraceReader.read(path: folder.file("t")).ending == .killed(signal: SIGTERM))
    }

    /// A traced fault that writes into a pipe.
    private func start(_ arguments: [String], _ output: Pipe) throws -> ChildProcess {
        var options = ChildProcess.Options()
        options.ownGroup = true
        options.environment = Commands.environment
        options.standardOutput = .descriptor(output.entry)
        let words = ["trace", "-o", folder.file("t"), "--", programs.faults] + arguments
        return try ChildProcess.spawn(Commands.interleave, arguments: words, options: options)
    }
}

/// The output of a running program, line by line.
private final class Pipe {
    let entry: Int32
    private let exit: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (exit, entry) = (ends[0], ends[1])
    }

    deinit {
        close(entry)
        close(exit)
    }

    /// The next line; the text so far if nothing comes for a minute.
    func readLine() -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        var request = pollfd(fd: exit, events: Int16(POLLIN), revents: 0)
        while poll(&request, 1, 60_000) == 1, read(exit, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }
}
