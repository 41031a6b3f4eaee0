import Foundation
import Glibc
import System
import TestSupport
import Testing
import Trace

/// `interleave record`: a running program's trace is copied, stopped and started.
@Suite(.startsProcesses) struct RecordCommandTests {
    let folder: Folder
    let program: String

    init() throws {
        folder = try Folder()
        program = try folder.program("Server.swift", "-g")
    }

    /// A traced server, which answers each line of its input when the work of that line is done.
    private struct Server: ~Copyable {
        var tracer: ChildProcess
        let input: FileHandle
        let output: FileHandle
        let process: String

        /// Sends a line, and waits for the answer to it.
        func ask(_ line: String) throws -> String {
            try input.write(contentsOf: Data("\(line)\n".utf8))
            return Self.line(from: output)
        }

        static func line(from output: FileHandle) -> String {
            var text = ""
            while let byte = try? output.read(upToCount: 1), let first = byte.first, first != 10 {
                text.append(Character(Unicode.Scalar(first)))
            }
            return text
        }
    }

    /// - Parameter launcher: the words of a program that starts the server.
    private func start(_ options: String..., launcher: [String] = []) throws -> Server {
        let input = Pipe(), output = Pipe()
        var spawned = ChildProcess.Options()
        spawned.standardInput = .descriptor(input.fileHandleForReading.fileDescriptor)
        spawned.standardOutput = .descriptor(output.fileHandleForWriting.fileDescriptor)
        spawned.standardError = .file(folder.file("errors"))
        // (The pipe's other ends are not for the program.)
        for end in [input.fileHandleForWriting, output.fileHandleForReading] { _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC) }
        let words = ["trace", "-o", folder.file("server.trace")] + options + ["--"] + launcher + [program]
        let tracer = try ChildProcess.spawn(Commands.interleave, arguments: words, options: spawned)
        try input.fileHandleForReading.close()
        try output.fileHandleForWriting.close()
        let process = Server.line(from: output.fileHandleForReading)
        return Server(tracer: tracer, input: input.fileHandleForWriting, output: output.fileHandleForReading, process: process)
    }

    private func record(_ process: String, _ words: String...) throws -> Commands.Outcome {
        try Commands.run(["record", "--pid", process] + words, in: folder)
    }

    private func requests(_ file: String) throws -> [Trace.Item] {
        let trace = try TraceReader.read(path: folder.file(file))
        #expect(trace.damage == [])
        let queue = trace.queues.firstIndex { $0.label == "requests" }
        return trace.items.filter { $0.queue == queue }
    }

    @Test("A snapshot has all that happened up to its moment, with names, and the program goes on and is recorded to its end")
    func snapshot() throws {
        var server = try start()
        #expect(try server.ask("20") == "20")
        let outcome = try record(server.process, "snapshot", "-o", folder.file("early.trace"))
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try server.ask("30") == "50")
        // By the number of the tracer, too.
        #expect(try record(String(server.tracer.processID), "snapshot", "-o", folder.file("late.trace")).code == 0)
        #expect(try server.ask("end") == "")
        #expect(server.tracer.wait() == .exited(code: 0))
        #expect(try requests("early.trace").count == 20)
        #expect(try requests("late.trace").count == 50)
        #expect(try requests("server.trace").count == 50)
        let early = try TraceReader.read(path: folder.file("early.trace"))
        #expect(early.ending == .stopped)
        #expect(early.places.contains { $0.call?.file.hasSuffix("Server.swift") == true })
        #expect(early.items.allSatisfy { $0.ended ?? 0 <= early.duration })
    }

    @Test("The number of the tracer finds a server that a script has started")
    func startedByScript() throws {
        var server = try start(launcher: ["sh", "-c", "\"$0\"; exit $?"])
        #expect(try server.ask("20") == "20")
        let outcome = try record(String(server.tracer.processID), "snapshot", "-o", folder.file("early.trace"))
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try server.ask("end") == "")
        #expect(server.tracer.wait() == .exited(code: 0))
        #expect(try requests("early.trace").count == 20)
    }

    @Test("A signal cannot take a snapshot and stop the recording")
    func sameSignal() throws {
        let outcome = try Commands.run(["trace", "--snapshot-on", "USR1", "--toggle-on", "SIGUSR1", "--", "true"], in: folder)
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("name the same signal"))
    }

    @Test("Snapshots of a program that is at work and uses its buffer again and again are whole from a moment on, each time")
    func busy() throws {
        var server = try start("--buffer", "1M")
        #expect(try server.ask("busy") == "busy")
        for number in 1...8 {
            #expect(try record(server.process, "snapshot", "-o", folder.file("\(number).trace")).code == 0)
            let trace = try TraceReader.read(path: folder.file("\(number).trace"))
            #expect(trace.damage == [])
            #expect(!trace.coverage.hasGaps)
            // From then on each item that has ended has begun, and none of a serial queue overlaps another.
            let queue = try #require(trace.queues.firstIndex { $0.label == "busy" })
            let items = trace.items.filter { $0.queue == queue && $0.began.map { $0 >= trace.coverage.start } == true }
            #expect(!items.isEmpty)
            let inOrder = items.sorted { ($0.began ?? 0) < ($1.began ?? 0) }
            for (earlier, later) in zip(inOrder, inOrder.dropFirst()) { #expect((earlier.ended ?? .max) <= (later.began ?? 0)) }
            #expect(items.count { $0.ended == nil } <= 1)
        }
        #expect(try server.ask("end") == "")
        #expect(server.tracer.wait() == .exited(code: 0))
    }

    @Test("With --paused only what happens between start and stop is recorded, as often as wanted")
    func startAndStop() throws {
        var server = try start("--paused")
        #expect(try server.ask("5") == "5")
        #expect(try record(server.process, "start").code == 0)
        #expect(try server.ask("7") == "12")
        #expect(try record(server.process, "stop").code == 0)
        #expect(try server.ask("11") == "23")
        #expect(try record(server.process, "snapshot", "-o", folder.file("first.trace")).code == 0)
        #expect(try record(server.process, "start").code == 0)
        #expect(try server.ask("13") == "36")
        #expect(try record(server.process, "stop").code == 0)
        #expect(try server.ask("end") == "")
        #expect(server.tracer.wait() == .exited(code: 0))
        #expect(try requests("first.trace").count == 7)
        // The part before the second start proves nothing any more.
        #expect(try requests("server.trace").count == 13)
        let trace = try TraceReader.read(path: folder.file("server.trace"))
        #expect(trace.ending == .stopped)
        #expect(trace.items.allSatisfy { $0.began != nil && $0.ended != nil })
    }

    @Test("With --paused, queues and handlers from before the start are recorded as those from after it")
    func madeBefore() throws {
        var server = try start("--paused")
        #expect(try server.ask("ring") == "rung")
        #expect(try record(server.process, "start").code == 0)
        #expect(try server.ask("ring") == "rung")
        #expect(try server.ask("end") == "")
        #expect(server.tracer.wait() == .exited(code: 0))
        let trace = try TraceReader.read(path: folder.file("server.trace"))
        #expect(trace.queues.first { $0.label == "pictures" }?.kind == .concurrent)
        let bell = trace.queues.firstIndex { $0.label == "bell" }
        #expect(bell != nil && trace.items.filter { $0.queue == bell && $0.began != nil }.map(\.how) == [.sourceHandler])
    }

    @Test("Signals to the tracer take snapshots, and stop and start the recording; the program gets none of them")
    func signals() throws {
        var server = try start("--snapshot-on", "USR1", "--toggle-on", "SIGUSR2")
        #expect(try server.ask("5") == "5")
        kill(server.tracer.processID, SIGUSR2)
        try waitForErrors("not recording")
        #expect(try server.ask("7") == "12")
        kill(server.tracer.processID, SIGUSR1)
        try waitForErrors("server-1.trace")
        kill(server.tracer.processID, SIGUSR2)
        try waitForErrors("interleave: recording")
        #expect(try server.ask("11") == "23")
        kill(server.tracer.processID, SIGUSR1)
        try waitForErrors("server-2.trace")
        #expect(try server.ask("end") == "")
        #expect(server.tracer.wait() == .exited(code: 0))
        #expect(try requests("server-1.trace").count == 5)
        #expect(try requests("server-2.trace").count == 11)
        #expect(try requests("server.trace").count == 11)
        let unknown = try Commands.run(["trace", "--snapshot-on", "KILL", "--", program], in: folder)
        #expect(unknown.code == 2 && unknown.errors.contains("USR1"), "\(unknown.errors)")
    }

    /// Reads the tracer's messages until they hold these words.
    private func waitForErrors(_ words: String) throws {
        let deadline = ContinuousClock.now + .patience
        while ContinuousClock.now < deadline {
            let errors = try String(contentsOfFile: folder.file("errors"), encoding: .utf8)
            if errors.contains(words) { return }
            sched_yield()
        }
        Issue.record("no message with \(words): \(try String(contentsOfFile: folder.file("errors"), encoding: .utf8))")
    }

    @Test("A process that is not recorded, one that takes no orders, and a foreign file are refused with the reason")
    func refused() throws {
        try record("999999999", "snapshot").expectMisuse("no process 999999999")
        var sleeper = try ChildProcess.spawn("/usr/bin/env", arguments: ["sleep", "60"])
        defer { _ = sleeper.wait(killingAfter: .zero) }
        try record(String(sleeper.processID), "snapshot", "-o", folder.file("t")).expectMisuse("is not being recorded", "trace")
        var server = try start()
        try record(server.process, "stop").expectMisuse("cannot be stopped or started", "--control")
        try Data("my thesis".utf8).write(to: URL(fileURLWithPath: folder.file("thesis")))
        try record(server.process, "snapshot", "-o", folder.file("thesis")).expectMisuse("is not a trace")
        try record(server.process, "snapshot", "-o", folder.file("server.trace")).expectMisuse("the trace of the running program itself")
        #expect(try server.ask("end") == "")
        #expect(server.tracer.wait() == .exited(code: 0))
    }

    @Test("trace --last keeps the end of the run, and claims nothing about the part before it")
    func last() throws {
        var server = try start("--last", "1ns")
        #expect(try server.ask("20") == "20")
        #expect(try server.ask("end") == "")
        #expect(server.tracer.wait() == .exited(code: 0))
        let trace = try TraceReader.read(path: folder.file("server.trace"))
        #expect(trace.coverage.start > 0 && !trace.coverage.hasGaps)
        #expect(trace.items.isEmpty)
        let page = try Commands.run(["view", folder.file("server.trace")], in: folder).output
        #expect(page.contains("The first part of the run was left out"))
    }

    @Test("trace --threads records a program that has only threads and locks; without it nothing is recorded")
    func threads() throws {
        let plain = try folder.program("threads.c", "-lpthread", with: "clang")
        let (outcome, trace) = try Commands.trace(plain, in: folder, options: ["--threads"])
        #expect(outcome.output == "400\n")
        #expect(trace.lanes.count == 5)
        #expect(trace.holdings.count >= 400)
        #expect(trace.waits.contains { $0.kind == .condition } && trace.waits.contains { $0.kind == .threadJoin })
        let without = try Commands.run(["trace", "-o", folder.file("t"), "--", plain], in: folder)
        #expect(without.output == "400\n" && without.errors.contains("--threads"))
    }
}
