import Words
import Foundation
import Glibc
import TestSupport
import Testing

@testable import System

@Suite struct ChildProcessTests {
    private func shell(_ script: String, _ change: (inout ChildProcess.Options) -> Void = { _ in }) throws -> ChildProcess {
        var options = ChildProcess.Options()
        options.ownGroup = true
        change(&options)
        return try ChildProcess.spawn("/bin/sh", arguments: ["-c", script], options: options)
    }

    @Test("A child's exit code is returned every time it is requested")
    func exitCode() throws {
        var child = try shell("exit 7")
        #expect(child.wait() == .exited(code: 7))
        #expect(child.wait(timeout: .zero) == .exited(code: 7))
    }

    @Test("A child that dies of a signal is distinguished from one that exits with its number")
    func signal() throws {
        var child = try shell("kill -SEGV $$")
        #expect(child.wait() == .killed(signal: SIGSEGV))
        var polite = try shell("exit \(SIGSEGV)")
        #expect(polite.wait() == .exited(code: SIGSEGV))
    }

    @Test("A wait gives up when its time is over, and the child still runs")
    func timeout() throws {
        var child = try shell("exec sleep 60")
        #expect(child.wait(timeout: .milliseconds(20)) == nil)
        #expect(Glibc.kill(child.processID, 0) == 0)
        let end = child.wait(killingAfter: .milliseconds(1))
        #expect(end.timedOut)
        #expect(end.ending == .killed(signal: SIGKILL))
    }

    @Test("A child that gets the standard streams only has no other descriptor of its parent")
    func noOtherDescriptors() throws {
        var pipes: [Int32] = [0, 0]
        // (Without O_CLOEXEC.)
        try #require(pipe(&pipes) == 0)
        defer { for end in pipes { close(end) } }
        for (isAlone, code) in [(false, Int32(0)), (true, 1)] {
            var child = try shell("test -e /proc/$$/fd/\(pipes[1])") { $0.hasOnlyStandardStreams = isAlone }
            let ending = child.wait()
            #expect(ending == .exited(code: code))
        }
    }

    @Test("A child that is to come to rest first is killed when it has done so")
    func rest() throws {
        let folder = try LabProcess.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "it rests").path
        var child = try shell("i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done; : > '\(file)'; exec sleep 600")
        let end = child.wait(killingAfter: .milliseconds(1), whenAtRest: true)
        #expect(end.timedOut)
        #expect(FileManager.default.fileExists(atPath: file))
    }

    @Test("Killing a child with a group of its own ends what the child started")
    func group() throws {
        var pipes: [Int32] = [0, 0]
        try #require(pipe(&pipes) == 0)
        for end in pipes { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var child = try shell("sleep 60 & echo started; wait") { $0.standardOutput = .descriptor(pipes[1]) }
        close(pipes[1])
        var bytes = [UInt8](repeating: 0, count: 64)
        #expect(read(pipes[0], &bytes, 64) == 8)
        child.kill()
        #expect(child.wait() == .killed(signal: SIGKILL))
        // The grandchild held the other end of the pipe: end of file says that it is gone too.
        #expect(read(pipes[0], &bytes, 64) == 0)
        close(pipes[0])
    }

    @Test("The child sees the environment it was given and nothing else")
    func environment() throws {
        var child = try shell("test \"$COLOUR\" = blue && test -z \"$HOME\"") { $0.environment = ["COLOUR": "blue"] }
        #expect(child.wait() == .exited(code: 0))
    }

    @Test("A child starts with default signal handlers, even where its parent ignores a signal")
    func signalHandlers() throws {
        let before = Glibc.signal(SIGUSR2, SIG_IGN)
        defer { Glibc.signal(SIGUSR2, before) }
        var child = try shell("kill -USR2 $$; exit 3")
        #expect(child.wait() == .killed(signal: SIGUSR2))
    }

    @Test("A missing, a non-executable and an unwritable file are three different errors")
    func errors() {
        #expect(throws: ExplainedError.cannotStart("/nowhere/program", errno: ENOENT)) {
            _ = try ChildProcess.spawn("/nowhere/program")
        }
        #expect(throws: ExplainedError.cannotStart("/etc/passwd", errno: EACCES)) { _ = try ChildProcess.spawn("/etc/passwd") }
        var options = ChildProcess.Options()
        options.standardOutput = .file("/nowhere/output")
        #expect(throws: ExplainedError.cannotOpen("/nowhere/output", errno: ENOENT)) {
            _ = try ChildProcess.spawn("/bin/true", options: options)
        }
    }

    @Test("No descriptor stays open after children have come and gone")
    func descriptors() throws {
        func lowestFree() -> Int32 {
            let descriptor = dup(0)
            close(descriptor)
            return descriptor
        }
        // Other tests open files meanwhile: a leak of two a child would be far above the margin.
        let before = lowestFree()
        for _ in 0..<120 {
            var child = try shell("exit 0") { $0.standardOutput = .nothing }
            child.wait()
        }
        #expect(lowestFree() <= before + 120)
    }
}
