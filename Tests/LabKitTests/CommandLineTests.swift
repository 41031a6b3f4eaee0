import Foundation
import Glibc
import System
import TestSupport
import Testing
import Trace

@Suite(.startsProcesses) struct CommandLineTests {
    @Test("An unknown variant is rejected with the list of variants and the nearest name")
    func unknownVariant() throws {
        let run = try LabProcess("lab-barrier", ["--variant", "bariers"])
        #expect(run.ending == .exited(code: 2))
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("Did you mean 'barrier'?"))
        #expect(run.errors.contains("unprotected, barrier, serial, lock, actor, global-barrier"))
        #expect(run.errors.split(separator: "\n").count <= 3)
    }

    @Test(
        "A number outside its range is rejected with the range",
        arguments: [
            ("--readers", "0", "1 to 64"), ("--readers", "65", "1 to 64"), ("--readers", "four", "1 to 64"), ("--writers", "1", "2 to 16"),
            ("--rounds", "21", "1 to 20"), ("--width", "39", "40 to 400"), ("--width", "401", "40 to 400"), ("--repeat", "0", "1 to 10000"),
            ("--readers", "99999999999999999999", "1 to 64"), ("--seed", "-1", "from 0 up"),
        ])
    func ranges(_ option: String, _ value: String, _ range: String) throws {
        let run = try LabProcess("lab-barrier", ["\(option)=\(value)", "--check"])
        #expect(run.ending == .exited(code: 2))
        #expect(run.errors.contains(range))
        #expect(run.output.isEmpty)
        // First the error, then a suggestion.
        #expect(run.errors.hasPrefix("lab-barrier: The value '\(value)' is invalid for '\(option)"))
        #expect(
            run.errors.contains("\n\(option) ") && run.errors.contains("All options: ") && run.errors.hasSuffix("/lab-barrier --help\n"))
    }

    @Test("A negative number is taken for a number, not for an option", arguments: ["--seed", "--readers", "--width"])
    func negative(_ option: String) throws {
        let run = try LabProcess("lab-barrier", [option, "-1", "--check"])
        #expect(run.ending == .exited(code: 2))
        #expect(run.errors.hasPrefix("lab-barrier: The value '-1' is invalid for '\(option)"), "\(run.errors)")
    }

    @Test(
        "Options that do not exist or exclude each other are wrong usage",
        arguments: [
            ["--play"], ["--nonsense"], ["word"], ["--check", "--json"], ["--step", "--repeat", "2"], ["--variant"],
            ["--explore", "--step"],
        ])
    func wrongUsage(_ arguments: [String]) throws {
        let run = try LabProcess("lab-barrier", arguments)
        #expect(run.ending == .exited(code: 2))
        #expect(!run.errors.isEmpty && run.output.isEmpty)
    }

    @Test("--from runs a variant and those after it; another name is rejected, and so is --variant beside it")
    func from() throws {
        let run = try LabProcess("lab-barrier", ["--check", "--from", "actor"])
        #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
        let variants = run.lines.map { $0.dropFirst(2).prefix { $0 != ":" } }
        #expect(Set(variants) == ["actor", "global-barrier"], "\(variants)")
        let unknown = try LabProcess("lab-barrier", ["--from", "acto"])
        #expect(unknown.ending == .exited(code: 2))
        #expect(unknown.errors.contains("There is no variant 'acto' to begin with. Did you mean 'actor'?"), "\(unknown.errors)")
        let both = try LabProcess("lab-barrier", ["--from", "actor", "--variant", "actor"])
        #expect(both.ending == .exited(code: 2) && both.errors.contains("--from and --variant exclude each other"))
    }

    @Test("Help lists the variants and each parameter with its range")
    func help() throws {
        let run = try LabProcess("lab-barrier", ["--help"])
        #expect(run.ending == .exited(code: 0))
        for word in ["global-barrier", "--readers", "1 to 64", "--check", "--record", "default: 4"] { #expect(run.output.contains(word)) }
        #expect(run.errors.isEmpty)
    }

    @Test("A trace file that cannot be written is rejected before a variant runs")
    func unwritable() throws {
        for file in ["/nowhere/run.trace", "/proc/run.trace", "/"] {
            let run = try LabProcess("lab-barrier", ["--variant", "barrier", "--check", "--record", file])
            #expect(run.ending == .exited(code: 2))
            #expect(run.errors.contains("The trace cannot be written to \(file)"))
            #expect(run.output.isEmpty)
        }
    }

    @Test("A recorded trace can be read, one file for each variant")
    func record() throws {
        let folder = try LabProcess.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "run.trace").path
        #expect(try LabProcess("LabProbe", ["--variant", "fine", "--check", "--record", file]).ending == .exited(code: 0))
        let trace = try TraceReader.read(path: file)
        #expect(trace.items.count == 1)
        #expect(trace.queues.contains { $0.label == "probe" })
        _ = try LabProcess("lab-barrier", ["--check", "--record", file])
        #expect(try TraceReader.read(path: folder.appending(path: "run-barrier.trace").path).items.count == 19)
    }

    @Test("Results that cannot be written are an error, not silence")
    func fullDisk() throws {
        let run = try LabProcess("LabProbe", ["--variant", "fine", "--json"], output: "/dev/full")
        #expect(run.ending == .exited(code: 2))
        #expect(run.errors.contains("No space left on device"))
        let closed = try LabProcess("/bin/sh", ["-c", "\(try LabProcess.path(of: "LabProbe")) --variant fine --check >&-"])
        #expect(closed.ending == .exited(code: 2) && closed.errors.contains("Standard output is closed"), "\(closed.errors)")
        #expect(!closed.errors.contains("space"))
    }

    @Test("Without a temporary folder, a lab names the folder that it tried and the variable to set")
    func noTemporaryFolder() throws {
        let folder = try LabProcess.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.removeItem(at: folder.appending(path: "temporary"))
        var child = try LabProcess.start("LabProbe", ["--check"], in: folder)
        #expect(child.wait(killingAfter: .patience).ending == .exited(code: 2))
        let errors = try String(contentsOf: folder.appending(path: "errors"), encoding: .utf8)
        #expect(errors.contains("TMPDIR") && errors.contains(folder.path))
    }

    @Test("Interrupted, a lab ends with 130, its scenario dies with it, and no file is left", arguments: [SIGINT, SIGTERM])
    func interrupted(_ signal: Int32) throws {
        let folder = try LabProcess.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        var child = try LabProcess.start("LabProbe", ["--variant", "stuck", "--repeat", "10000"], in: folder)
        // The scenario is running when its trace is there.
        let temporary = folder.appending(path: "temporary")
        var scenario: URL?
        while scenario == nil, child.wait(timeout: .milliseconds(5)) == nil {
            scenario = try FileManager.default.contentsOfDirectory(at: temporary, includingPropertiesForKeys: nil).first
        }
        _ = Glibc.kill(child.processID, signal)
        #expect(child.wait(killingAfter: .patience).ending == .exited(code: signal == SIGINT ? 130 : 128 + signal))
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == [])
    }

    @Test("A reader that goes away ends a lab without a message")
    func brokenPipe() throws {
        let folder = try LabProcess.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        var options = ChildProcess.Options()
        options.ownGroup = true
        options.standardOutput = .descriptor(ends[1])
        options.standardError = .file(folder.appending(path: "errors").path)
        options.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.appending(path: "temporary").path]) { $1 }
        close(ends[0])
        var child = try ChildProcess.spawn(try LabProcess.path(of: "LabProbe"), arguments: ["--variant", "fine"], options: options)
        close(ends[1])
        #expect(child.wait(killingAfter: .patience).ending == .killed(signal: SIGPIPE))
        #expect(try String(contentsOf: folder.appending(path: "errors"), encoding: .utf8).isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "temporary").path) == [])
    }
}
