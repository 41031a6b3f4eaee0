import Foundation
import TestSupport
import Testing

@Suite(.startsProcesses) struct SemaphoreLabTests {
    @Test(
        "Every claim of the lab holds, with the smallest and with large settings",
        arguments: Corpus.part([
            ["--philosophers", "2", "--meals", "1", "--photographers", "3", "--latency", "100", "--patience", "100"],
            ["--philosophers", "12", "--meals", "10", "--photographers", "16"],
        ]))
    func check(_ arguments: [String]) throws {
        let run = try LabProcess("lab-semaphore", ["--check"] + arguments)
        #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
        #expect(run.lines.count >= 25 && run.lines.allSatisfy { EveryLabTests.held.contains($0.prefix(2)) })
    }

    @Test("In the deadlock, each philosopher's bar continues until the process was killed, and names its semaphore")
    func deadlock() throws {
        let run = try LabProcess("lab-semaphore", ["--variant", "philosophers", "--width", "120"])
        // (A bar's name is shorter where the machine is so busy that the run before the wait is seen.)
        let bars = run.lines.filter { $0.hasPrefix("serial ") && $0.hasSuffix("»") }
        #expect(bars.count == 5)
        // The forks are the semaphores 1 to 5. Each philosopher waits for the next one's fork, the
        // last one for the first one's.
        for (bar, fork) in zip(bars, [2, 3, 4, 5, 1]) { #expect(bar.contains("waits for semaphore \(fork) ░░░░░"), "\(bar)") }
    }

    @Test("Each claim about the deadlock has the sign of a bug that appeared")
    func signsOfTheDeadlock() throws {
        let run = try LabProcess("lab-semaphore", ["--variant", "philosophers", "--check"])
        #expect(run.lines.count == 4 && run.lines.allSatisfy { $0.hasPrefix("● ") }, "\(run.output)")
    }

    @Test("A test that never gets its answer is reported as failed, with its reason")
    func failure() throws {
        let run = try LabProcess("lab-semaphore", ["--variant", "never-answers", "--patience", "200"])
        #expect(run.output.contains("✘ downloadTest failed: no answer from /silent within 0.2 seconds"))
    }

    /// Runs on this machine's first core, which other processes keep busy. The lab gets a small
    /// part of it.
    private func figureOfWaiting(_ variant: String) throws -> LabJSON.Variant.Claim {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let core = try #require(status.firstMatch(of: /Cpus_allowed_list:\s*(\d+)/)?.1)
        let folder = try LabProcess.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let onOneCore = ["taskset", "-c", String(core)]
        let eightLoops = "for each in 1 2 3 4 5 6 7; do while :; do :; done & done; while :; do :; done"
        var others = try LabProcess.start("/usr/bin/env", onOneCore + ["sh", "-c", eightLoops], in: folder)
        defer { _ = others.wait(killingAfter: .zero) }
        let run = try LabProcess(
            "/usr/bin/env", onOneCore + [try LabProcess.path(of: "lab-semaphore"), "--variant", variant, "--json"])
        let lab = try JSONDecoder().decode(LabJSON.self, from: Data(run.output.utf8))
        return try #require(lab.variants.first?.claims.last)
    }

    @Test("On one busy core, a test that spins differs from one that sleeps, and no figure meets both claims")
    func waitingOnOneBusyCore() throws {
        let spins = try figureOfWaiting("spin"), sleeps = try figureOfWaiting("semaphore")
        #expect(spins.holds && sleeps.holds, "\(spins) \(sleeps)")
        #expect(spins.expected == "> 50" && sleeps.expected == "at most 50")
        #expect(spins.figure ?? 0 > 80 && sleeps.figure ?? 100 < 30, "\(spins) \(sleeps)")
    }
}
