import Foundation
import System
import TestSupport
import Testing

/// A traced program starts with the same environment as without the tracer.
@Suite(.startsProcesses) struct TracedStartTests {
    let folder: Folder
    let programs: Programs
    init() throws {
        folder = try Folder()
        programs = try Programs.all()
    }

    /// The output of a program, as bytes.
    private func bytes(_ program: String, _ arguments: [String]) throws -> Data {
        let file = folder.file(UUID().uuidString)
        var options = ChildProcess.Options()
        options.standardOutput = .file(file)
        options.standardError = .nothing
        var child = try ChildProcess.spawn(program, arguments: arguments, options: options)
        #expect(child.wait() == .exited(code: 0))
        return try Data(contentsOf: URL(fileURLWithPath: file))
    }

    @Test("Arguments and an environment that are not text arrive byte for byte and in their order")
    func notText() throws {
        let alone = try bytes(programs.starts, ["bytes", programs.arguments, "one", "--", "-o", ""])
        let traced = try bytes(
            programs.starts,
            ["bytes", Commands.interleave, "trace", "-o", folder.file("t"), "--", programs.arguments, "one", "--", "-o", ""])
        #expect(alone == traced)
        #expect(alone.range(of: Data("\0x".utf8 + [0xFF, 0xE9] + "y\0\0TWICE=1\0no equals sign\0BYTES=".utf8)) != nil)
    }

    @Test("A tracer that was started with SIGCHLD ignored gives the program's exit code, every time, and the program finds it ignored")
    func childrenIgnored() throws {
        for _ in 1...20 {
            let outcome = try Commands.run(
                programs.starts, ["ignoring", Commands.interleave, "trace", "-o", folder.file("t"), "--", programs.signals, "child"],
                in: folder)
            #expect(outcome.code == 5)
            #expect(outcome.output == "ignored\n")
        }
        let usual = try Commands.run(["trace", "-o", folder.file("t"), "--", programs.signals, "child"], in: folder)
        #expect(usual.output == "not ignored\n")
    }

    @Test("A limit on file sizes that is too small for a trace is refused with its name, before the program runs")
    func smallFiles() throws {
        let command = "\(Commands.interleave) trace -o \(folder.file("t")) -- \(programs.everything)"
        try Commands.shell("ulimit -f 1000; \(command)", in: folder).expectMisuse("1000 KiB", "ulimit -f")
        #expect(!FileManager.default.fileExists(atPath: folder.file("t")))
    }

    @Test("Under a limit on file sizes the recorder uses the allowed size, and the program runs as usual")
    func limitedFiles() throws {
        let command = "\(Commands.interleave) trace -o \(folder.file("t")) -- \(programs.everything) 5"
        let outcome = try Commands.shell("ulimit -f 5000; \(command)", in: folder)
        #expect(outcome.code == 5)
        #expect(outcome.errors.contains("ulimit -f") && outcome.errors.contains("4 MiB"))
        #expect(try Commands.run(["view", folder.file("t")], in: folder).output.contains("test.kitchen"))
    }

    @Test("A program that is killed because a file grew too large is reported as that, and not as having nothing to record")
    func limitSetInside() throws {
        let script = "ulimit -f 1000; exec \(programs.everything)"
        let outcome = try Commands.run(["trace", "-o", folder.file("t"), "--", "/bin/sh", "-c", script], in: folder)
        if outcome.code == 128 + SIGXFSZ { #expect(outcome.errors.contains("ulimit -f") && !outcome.errors.contains("libdispatch")) }
    }
}
