import Foundation
import Glibc
import TestSupport
import Testing
import Trace

/// Programs that a traced program becomes or starts.
@Suite(.startsProcesses) struct TracedProgramsTests {
    let folder: Folder
    let programs: Programs
    init() throws {
        folder = try Folder()
        programs = try Programs.all()
    }

    private func count(_ trace: Trace, _ label: String) -> Int {
        trace.queues.firstIndex { $0.label == label }.map { queue in trace.items.count { $0.queue == queue } } ?? 0
    }

    private func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

    /// The traces of the folder, by the program that was recorded.
    private func traces() throws -> [String: [String]] {
        Dictionary(grouping: try files().filter { $0.hasSuffix(".trace") }) { name in
            (try? TraceReader.read(path: folder.file(name)).program.split(separator: "/").last).map { String($0) } ?? ""
        }
    }

    @Test("A program that becomes another one is recorded as that one, and the tracer says so")
    func becomes() throws {
        let (outcome, trace) = try Commands.trace(programs.faults, ["executes", programs.everything, "4"], in: folder)
        #expect(outcome.code == 4)
        #expect(outcome.output.contains("environment: []"))
        #expect(count(trace, "test.kitchen") == 4 && count(trace, "test.work") == 0)
        #expect(trace.ending == .exited(code: 4))
        #expect(trace.damage == [])
        #expect(outcome.errors.contains("the process became everything (exec)") && outcome.errors.contains("--children"))
        // Nothing is left beside it.
        #expect(try files().count { $0.contains(".trace.") } == 0)
    }

    @Test("A program that becomes one that cannot be recorded leaves its own trace, and the tracer says so")
    func becomesShell() throws {
        let (outcome, trace) = try Commands.trace(programs.faults, ["executes", "/bin/sh", "-c", "exit 7"], in: folder)
        #expect(outcome.code == 7)
        #expect(count(trace, "test.work") == 11)
        #expect(outcome.errors.contains("the process became sh (exec), which is not recorded"))
    }

    @Test("An exec that fails changes nothing: the program goes on and is recorded to its end")
    func fails() throws {
        let (outcome, trace) = try Commands.trace(programs.faults, ["executes", "/nowhere/program"], in: folder)
        #expect(outcome.code == 99)
        #expect(count(trace, "test.work") == 11)
        #expect(trace.ending == .exited(code: 99))
        #expect(!outcome.errors.contains("became"))
    }

    @Test("Programs that are started and not recorded are named, and the option that records them; others are not mentioned")
    func notRecorded() throws {
        let (outcome, trace) = try Commands.trace(programs.faults, ["forks and starts", programs.everything], in: folder)
        #expect(count(trace, "test.work") == 22)
        #expect(outcome.errors.contains("Not recorded: what \(programs.faults) started (everything)"))
        #expect(outcome.errors.contains("--children"))
        let plain = try Commands.trace(programs.faults, ["forks and starts", "/bin/true"], in: folder).outcome
        #expect(plain.errors == "")
        let file = folder.file("second.trace"), script = "\(programs.everything) 0; \(programs.faults) works 5"
        let second = try Commands.run(["trace", "-o", file, "--", "/bin/sh", "-c", script], in: folder)
        #expect(count(try TraceReader.read(path: file), "test.kitchen") == 4)
        #expect(second.errors.contains("Not recorded") && second.errors.contains("faults"))
    }

    @Test("A program that could not be started is not said to be missing in the trace")
    func spawnFails() throws {
        // It could be recorded, but its file must not be executed.
        let locked = folder.file("locked")
        try ExecutableFile.copy(programs.everything, to: locked)
        let (started, _) = try Commands.trace(programs.faults, ["spawns", locked, "0"], in: folder)
        #expect(started.code == 0 && started.errors.contains("Not recorded"), "\(started)")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: locked)
        let (outcome, trace) = try Commands.trace(programs.faults, ["spawns", locked, "0"], in: folder)
        #expect(outcome.code == 98 && !outcome.errors.contains("Not recorded"), "\(outcome)")
        #expect(count(trace, "test.work") == 11)
    }

    @Test("Traces of programs that an earlier run left beside the file stay where they are, and do not count as part of this run")
    func leftOver() throws {
        let file = folder.file("run.trace"), other = folder.file("run.trace.4711.0")
        _ = try Commands.trace(programs.everything, ["0"], in: folder)
        let earlier = try #require(try files().first { $0.hasSuffix(".trace") })
        try FileManager.default.moveItem(atPath: folder.file(earlier), toPath: other)
        let bytes = FileManager.default.contents(atPath: other)
        let outcome = try Commands.run(["trace", "--children", "-o", file, "--", programs.faults, "works", "5"], in: folder)
        #expect(outcome.errors.contains("recorded 1 program:"), "\(outcome)")
        #expect(bytes != nil && FileManager.default.contents(atPath: other) == bytes)
    }

    @Test("A program that a launcher started and killed was there until then, and not only until its last record")
    func killedByLauncher() throws {
        let file = folder.file("run.trace")
        let script = """
            coproc { exec '\(programs.faults)' 'waits to be killed'; }
            read -r -u ${COPROC[0]} line; sleep 0.3; kill -9 $COPROC_PID; wait; exit 4
            """
        let outcome = try Commands.run(["trace", "-o", file, "--", "/bin/bash", "-c", script], in: folder)
        let trace = try TraceReader.read(path: file), last = try #require(trace.events.last).time
        #expect(outcome.code == 4 && count(trace, "test.work") == 11, "\(outcome)")
        #expect(trace.duration - last >= 300_000_000)
    }

    @Test("With --children each process has a trace of its own, named after its program, and the tracer lists them")
    func children() throws {
        let file = folder.file("run.trace")
        let outcome = try Commands.run(
            ["trace", "--children", "-o", file, "--", programs.faults, "forks and starts", programs.everything, "5"], in: folder)
        #expect(outcome.code == 0)
        #expect(count(try TraceReader.read(path: file), "test.work") == 22)
        let others = try files().filter { $0.hasPrefix("run-everything-") && $0.hasSuffix(".trace") }
        #expect(others.count == 1)
        let child = try TraceReader.read(path: folder.file(others.first ?? ""))
        #expect(count(child, "test.kitchen") == 4)
        #expect(child.ending == .stopped && child.damage == [])
        #expect(outcome.errors.contains("recorded 2 programs") && outcome.errors.contains(others.first ?? "?"))
        #expect(!outcome.errors.contains("Not recorded"))
        #expect(try files().count { $0.hasPrefix("run.trace.") } == 0)
    }

    @Test("With --children a program that becomes another one leaves both traces; the last one has the asked name")
    func childrenOfExec() throws {
        let file = folder.file("run.trace")
        let outcome = try Commands.run(
            ["trace", "--children", "-o", file, "--", "/bin/sh", "-c", "exec \(programs.faults) executes \(programs.everything) 6"],
            in: folder)
        #expect(outcome.code == 6)
        let last = try TraceReader.read(path: file)
        #expect(count(last, "test.kitchen") == 4 && last.ending == .exited(code: 6))
        let first = try #require(try traces()["faults"])
        #expect(first.count == 1 && first[0].hasPrefix("run-faults-"))
        #expect(count(try TraceReader.read(path: folder.file(first[0])), "test.work") == 11)
    }

    @Test("Two programs of a script that need each other run at the same time: the second one is not held up by the first one's trace")
    func together() throws {
        let pipe = folder.file("pipe"), file = folder.file("t.trace")
        // The first program runs until the second one has ended.
        let script = """
            mkfifo \(pipe); \(programs.faults) "waits to be killed" > \(pipe) & first=$!; \
            read word < \(pipe); \(programs.everything) 3; code=$?; kill -9 $first; exit $code
            """
        let outcome = try Commands.run(["trace", "-o", file, "--", "/bin/bash", "-c", script], in: folder)
        #expect(!outcome.timedOut)
        #expect(outcome.code == 3)
        #expect(count(try TraceReader.read(path: file), "test.work") == 11)
    }
}
