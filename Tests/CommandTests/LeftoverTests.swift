import Foundation
import Glibc
import System
import TestSupport
import Testing

/// However a command ends, it leaves no files on the disk and no running processes.
@Suite(.startsProcesses) struct LeftoverTests {
    let folder: Folder
    init() throws { folder = try Folder() }

    private static let racing = """
        import Dispatch
        func scenario() -> Int {
            var number = 0
            DispatchQueue.concurrentPerform(iterations: 2) { _ in number += 1 }
            return number
        }

        """

    @Test("A replay whose reader goes away ends without a message, and its temporary folder is removed", arguments: ["", "--step"])
    func reader(_ option: String) throws {
        try Data(Self.racing.utf8).write(to: URL(fileURLWithPath: folder.file("made.swift")))
        let json = try Commands.run(["explore", "--json", folder.file("made.swift")], in: folder)
        let token = try #require(try JSONDecoder().decode(ExploreTests.Report.self, from: Data(json.output.utf8)).failure?.token)
        for ignored in ["", "trap '' PIPE; "] {
            let room = try Folder()
            // The reader has gone long before the compiler has finished.
            let command = "\(ignored)TMPDIR=\(room.path) \(Commands.interleave) replay \(token) made.swift \(option)"
            let outcome = try Commands.shell("cd \(folder.path); (\(command)) | true; echo ${PIPESTATUS[0]}", in: folder)
            #expect(outcome.output == "141\n" && outcome.errors == "", "\(outcome.output) \(outcome.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: room.path) == [])
        }
    }

    @Test(
        "Processes that the compiler has started, in groups of their own, end with a command that is asked to end",
        arguments: [["explore", "made.swift"], ["grade", "1", "--attempt", "made.swift"]], [SIGTERM, SIGINT, SIGHUP])
    func compiler(_ arguments: [String], _ signal: Int32) throws {
        try Data(Self.racing.utf8).write(to: URL(fileURLWithPath: folder.file("made.swift")))
        let programs = folder.file("programs"), mark = folder.file("mark"), room = try Folder()
        try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
        // In bash a job has a group of its own where jobs are watched.
        let text = "#!/bin/bash\nset -m\n(while true; do sleep 1; done) &\necho $! > \(mark).new\nmv \(mark).new \(mark)\nwait\n"
        let stand = try folder.executable("swiftc", text)
        try FileManager.default.moveItem(atPath: stand, toPath: "\(programs)/swiftc")

        var options = ChildProcess.Options()
        options.environment = Commands.environment.merging(["PATH": "\(programs):/usr/bin:/bin", "TMPDIR": room.path]) { $1 }
        options.standardInput = .nothing
        options.standardOutput = .file(folder.file("output"))
        options.standardError = .file(folder.file("errors"))
        let words = arguments.map { $0 == "made.swift" ? folder.file($0) : $0 }
        var child = try ChildProcess.spawn(Commands.interleave, arguments: words, options: options)
        while !FileManager.default.fileExists(atPath: mark), child.wait(timeout: .milliseconds(10)) == nil {}
        let started = try #require(
            pid_t(try String(contentsOfFile: mark, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(started, 0) == 0)
        child.kill(signal: signal)
        let (ending, timedOut) = child.wait(killingAfter: .patience)
        #expect(!timedOut && ending == .exited(code: 130))
        let errors = try String(contentsOfFile: folder.file("errors"), encoding: .utf8)
        #expect(errors.contains("Interrupted"), "\(errors)")
        // It is dead; the system records that later.
        let state = { try? String(contentsOfFile: "/proc/\(started)/stat", encoding: .utf8) }
        let deadline = ContinuousClock.now + .patience
        while let found = state(), !found.contains(") Z "), ContinuousClock.now < deadline { sched_yield() }
        #expect(state().map { $0.contains(") Z ") } ?? true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: room.path) == [])
    }
}
