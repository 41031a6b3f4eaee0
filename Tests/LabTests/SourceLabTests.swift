import Foundation
import System
import TestSupport
import Testing
import Trace

/// Problems that only lab-source has: processes that are stopped, or that another process ends.
@Suite(.startsProcesses) struct SourceLabTests {
    @Test(
        "Every claim holds with the shortest and the longest pause, the smallest and the largest burst",
        arguments: Corpus.part([["--pause", "50", "--burst", "2"], ["--pause", "1000", "--burst", "500"]]))
    func settings(_ arguments: [String]) throws {
        let run = try LabProcess("lab-source", ["--check"] + arguments)
        #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
        #expect(run.lines.count > 40 && run.lines.allSatisfy { EveryLabTests.held.contains($0.prefix(2)) })
    }

    @Test("The step log tells of signals as they are called, and of ticks that fell together")
    func steps() throws {
        let run = try LabProcess("lab-source", ["--variant", "sigcont", "--step", "--width", "200"])
        #expect(run.output.contains("signal source SIGCONT: fires: the signal arrived"))
        #expect(run.output.contains("ticks were merged into this one"))
    }

    @Test(
        "After Ctrl-C while a process of the lab is stopped, no process and no file of it remains",
        arguments: ["sigstop", "sigtstp", "burst", "child", "debugger"])
    func interrupted(_ variant: String) throws {
        try whileStopped(variant) { lab, family, folder in
            lab.kill(signal: SIGINT)
            let ending = lab.wait(timeout: .patience)
            if ending == .exited(code: 0) { return false }
            #expect(ending == .exited(code: 130))
            expectGone(family)
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "temporary").path)
            #expect(left.isEmpty)
            return true
        }
    }

    @Test("A child that dies while it is stopped ends the lab with a message about that")
    func deadChild() throws {
        try whileStopped("child") { lab, family, folder in
            guard let stopped = family.first(where: { state(of: $0) == "T" }) else { return false }
            kill(stopped, SIGKILL)
            let ending = lab.wait(timeout: .patience)
            if ending == .exited(code: 0) { return false }
            #expect(ending == .exited(code: 70))
            let errors = try String(contentsOf: folder.appending(path: "errors"), encoding: .utf8)
            #expect(errors.contains("the child has"))
            expectGone(family)
            return true
        }
    }

    @Test("A scenario that is killed while its child is stopped kills the child too")
    func deadScenario() throws {
        try whileStopped("child") { lab, family, _ in
            guard let scenario = children(of: lab.processID).first else { return false }
            kill(scenario, SIGKILL)
            let ending = lab.wait(timeout: .patience)
            if ending == .exited(code: 0) { return false }
            #expect(ending == .exited(code: 1))
            expectGone(family)
            return true
        }
    }

    // MARK: processes

    /// Runs a variant, and calls `body` when a descendant of its process is stopped (T), or stopped by a debugger (t), with all descendants.
    ///
    /// The lab goes on after a second. On a busy machine that can be over before the test has looked, or has done anything: then the lab
    /// ends in order, `body` returns false, and the variant runs again.
    private func whileStopped(_ variant: String, _ body: (inout ChildProcess, [Int32], URL) throws -> Bool) throws {
        for _ in 0..<20 {
            let folder = try LabProcess.makeFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            var lab = try LabProcess.start("lab-source", ["--variant", variant, "--pause", "1000", "--check"], in: folder)
            defer {
                lab.kill()
                lab.wait()
            }
            guard let family = standingStill(under: lab.processID) else { continue }
            if try body(&lab, family, folder) { return }
        }
        Issue.record("The lab ended in order each time.")
    }

    /// Waits until a descendant of a process is stopped. Returns all descendants; nil: the process ended first.
    private func standingStill(under process: Int32) -> [Int32]? {
        var found: [Int32] = []
        wait("A stopped process, or the end of the lab,") {
            found = descendants(of: process)
            return found.contains { state(of: $0)?.lowercased() == "t" } || [nil, "Z", "X"].contains(state(of: process))
        }
        return found.contains { state(of: $0)?.lowercased() == "t" } ? found : nil
    }

    private func expectGone(_ processes: [Int32]) {
        wait("The end of the processes \(processes)") { processes.allSatisfy { [nil, "Z", "X"].contains(state(of: $0)) } }
    }

    private func wait(_ what: String, until holds: () -> Bool) {
        let deadline = ContinuousClock.now + .patience
        while !holds() {
            guard ContinuousClock.now < deadline else {
                Issue.record("\(what) did not come.")
                return
            }
            sched_yield()
        }
    }

    private func state(of process: Int32) -> String? { statistics(of: process).first }

    private func children(of process: Int32) -> [Int32] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.compactMap { Int32($0) }.filter { statistics(of: $0).dropFirst().first == String(process) }
    }

    private func descendants(of process: Int32) -> [Int32] { children(of: process).flatMap { [$0] + descendants(of: $0) } }

    /// The state, the parent and the later fields in the process's line of `/proc`; empty if there
    /// is no such process.
    private func statistics(of process: Int32) -> [String] {
        guard let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return [] }
        return line.split(separator: ")").last?.split(separator: " ").map(String.init) ?? []
    }
}
