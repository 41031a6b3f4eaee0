import Foundation
import TestSupport
import Testing

@Suite struct SemaphoreLabTests {
    @Test(
        "Every claim of the lab holds, with the smallest and with large settings",
        arguments: [
            ["--philosophers", "2", "--meals", "1", "--photographers", "3", "--latency", "100", "--patience", "100"],
            ["--philosophers", "12", "--meals", "10", "--photographers", "16"],
        ])
    func check(_ arguments: [String]) throws {
        let run = try LabProcess("lab-semaphore", ["--check"] + arguments)
        #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
        #expect(run.lines.count >= 25 && run.lines.allSatisfy { EveryLabTests.held.contains($0.prefix(2)) })
    }

    @Test("The deadlock is drawn to its end: each philosopher's bar goes on until the process was killed, and says what it waits for")
    func deadlock() throws {
        let run = try LabProcess("lab-semaphore", ["--variant", "philosophers", "--width", "120"])
        let bars = run.lines.filter { $0.contains("dine(times:in:)") && $0.hasSuffix("»") }
        #expect(bars.count == 5)
        // The forks are the semaphores 1 to 5; each philosopher waits for the next one's, the last for the first one's.
        for (bar, fork) in zip(bars, [2, 3, 4, 5, 1]) { #expect(bar.contains("waits for semaphore \(fork) ░░░░░"), "\(bar)") }
    }

    @Test("A test that never gets its answer is told as failed, with its reason")
    func failure() throws {
        let run = try LabProcess("lab-semaphore", ["--variant", "never-answers", "--patience", "200"])
        #expect(run.output.contains("✘ downloadTest failed: no answer from /silent within 0.2 seconds"))
    }
}
