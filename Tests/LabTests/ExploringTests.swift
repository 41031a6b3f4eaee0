import Foundation
import TestSupport
import Testing

/// Small forms of a lab's variants under every interleaving.
@Suite struct ExploringTests {
    private struct Report: Decodable {
        struct Outcome: Decodable {
            var outcome: String
            var executions: Int
            var token: String
        }
        var verdict: String
        var documented: String
        var complete: Bool
        var executions: Int
        var distinctOutcomes: [Outcome]
    }

    @Test(
        "Every variant that can be explored brings what is documented, and all of its interleavings are gone through",
        arguments: [
            (
                "lab-barrier",
                [
                    "unprotected": "race", "barrier": "none", "serial": "none", "lock": "none", "actor": "none", "global-barrier": "race",
                ]
            ),
            (
                "lab-singleton",
                [
                    "racing": "race", "racing-without-sleep": "race", "once": "none", "lock": "none", "contents": "assertion",
                    "actor": "none",
                ]
            ),
            (
                "lab-group",
                [
                    "too-early": "assertion", "wait": "none", "notify": "none", "timeout": "none", "forgotten-leave": "deadlock",
                    "leave-twice": "misuse", "task-group": "none",
                ]
            ),
            (
                "lab-semaphore",
                [
                    "semaphore": "none", "never-answers": "none", "no-limit": "assertion", "limit-2": "none", "philosophers": "deadlock",
                    "philosophers-ordered": "none", "philosophers-waiter": "none",
                ]
            ),
            (
                "lab-apply",
                [
                    "loop": "none", "each-pixel": "none", "strides": "none", "shared-accumulator": "race", "lock": "none",
                    "three-items": "none",
                ]
            ),
            ("lab-source", ["user-data": "none"]),
        ])
    func verdicts(_ lab: String, _ verdicts: [String: String]) throws {
        let run = try LabProcess(lab, ["--explore", "--json"])
        #expect(run.ending == .exited(code: 0), "\(run.errors)")
        let reports = try JSONDecoder().decode([String: Report].self, from: Data(run.output.utf8))
        #expect(Set(reports.keys) == Set(verdicts.keys))
        for (variant, verdict) in verdicts {
            let report = try #require(reports[variant], "\(variant)")
            #expect(report.documented == verdict)
            #expect(report.verdict == verdict && report.complete, "\(variant): \(report)")
            let finished = report.distinctOutcomes.reduce(0) { $0 + $1.executions }
            // Who stands still, is stopped by libdispatch or throws comes to no result.
            #expect(["race", "none"].contains(verdict) ? finished == report.executions : finished <= report.executions, "\(variant)")
            // A time limit may be over before the answer comes, or not; and those who may come may also come one after the other.
            let timed = ["semaphore": 2, "limit-2": 2], expected = timed[variant] ?? 1
            if verdict == "none" { #expect(report.distinctOutcomes.count == expected, "\(variant): \(report)") }
        }
    }

    @Test("A token leads to its outcome again, drawn and told step by step")
    func replay() throws {
        let run = try LabProcess("lab-barrier", ["--explore", "--json", "--variant", "unprotected"])
        let reports = try JSONDecoder().decode([String: Report].self, from: Data(run.output.utf8))
        let lost = try #require(reports["unprotected"]?.distinctOutcomes.first { !$0.outcome.contains(" 0 photos lost") })
        for options in [["--width", "80"], ["--step"]] {
            let again = try LabProcess("lab-barrier", ["--variant", "unprotected", "--replay", lost.token] + options)
            #expect(again.ending == .exited(code: 0), "\(again.errors)")
            #expect(again.output.contains(lost.outcome), "\(again.output)")
        }
        let refused = try LabProcess("lab-barrier", ["--variant", "unprotected", "--replay", "nonsense"])
        #expect(refused.ending == .exited(code: 2) && !refused.errors.isEmpty)
    }

    @Test("The report tells the race with its variable, the lines, the switch and the command that shows it; the steps name the variable")
    func words() throws {
        let run = try LabProcess("lab-singleton", ["--explore", "--variant", "racing", "--width", "100"])
        #expect(run.ending == .exited(code: 0), "\(run.errors)")
        for words in [
            "Data race on RacingPhotoManager.instance", "RacingPhotoManager.swift:9", "1 switch", "2 managers", "As documented: race",
        ] {
            #expect(Self.flowing(run.output).contains(words), "\(words) is not in:\n\(run.output)")
        }
        let mark = "lab-singleton --variant racing --replay "
        let line = try #require(run.output.split(separator: "\n").first { $0.contains(mark) })
        let token = try #require(line.split(separator: " ").dropLast().last.map(String.init))
        let steps = try LabProcess("lab-singleton", ["--variant", "racing", "--replay", token, "--step"])
        #expect(steps.output.contains("writes RacingPhotoManager.instance") && !steps.output.contains("0x"), "\(steps.output)")
    }

    @Test("Philosophers stand in a circle, and it is told who has taken what; a token of one variant does not fit another")
    func circle() throws {
        let run = try LabProcess("lab-semaphore", ["--explore", "--variant", "philosophers"])
        #expect(Self.flowing(run.output).contains("wait for each other for ever"), "\(run.output)")
        let line = try #require(run.output.split(separator: "\n").first { $0.contains("--replay ") })
        let token = try #require(line.split(separator: " ").dropLast().last.map(String.init))
        let other = try LabProcess("lab-semaphore", ["--variant", "philosophers-ordered", "--replay", token])
        #expect(other.ending == .exited(code: 2) && other.errors.contains("another file or function"), "\(other.errors)")
    }

    /// Without the breaks of lines.
    private static func flowing(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    @Test("Ctrl-C while the compiler is at work ends the lab with 130, and nothing is left of what was begun")
    func interruption() throws {
        let folder = try LabProcess.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let temporary = folder.appending(path: "temporary").path
        var child = try LabProcess.start("lab-barrier", ["--explore"], in: folder)
        func begun() throws -> Bool { try !FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty }
        while try !begun(), child.wait(timeout: .milliseconds(5)) == nil {}
        child.kill(signal: SIGINT)
        let (ending, timedOut) = child.wait(killingAfter: .seconds(60))
        #expect(ending == .exited(code: 130) && !timedOut)
        #expect(try !begun())
    }

    @Test("What would change nothing while exploring is refused: a token beside --explore, and the lab's own parameters")
    func pointless() throws {
        let both = try LabProcess("lab-barrier", ["--explore", "--replay", "x", "--variant", "lock"])
        #expect(both.ending == .exited(code: 2) && both.errors.contains("exclude each other"), "\(both.errors)")
        for (arguments, name) in [(["--readers", "64"], "--readers"), (["--chance"], "--chance")] {
            let run = try LabProcess("lab-barrier", ["--explore"] + arguments)
            #expect(run.ending == .exited(code: 2) && run.errors.contains("\(name) changes nothing there"), "\(run.errors)")
            #expect(run.output == "")
        }
    }

    @Test("A variant that cannot be explored says why, alone and beside others")
    func none() throws {
        let run = try LabProcess("lab-source", ["--explore", "--variant", "sigstop"])
        #expect(run.ending == .exited(code: 2) && run.output.isEmpty)
        for words in ["Not explored:", "sigstop", "because"] { #expect(run.errors.contains(words), "\(run.errors)") }
        let all = Self.flowing(try LabProcess("lab-source", ["--explore"]).output)
        for words in [
            "Not explored: sigstop, sigcont, sigtstp, burst, child, debugger, descriptor, because it needs the kernel",
            "Not explored: timer, because a timer may tick any number of times",
        ] {
            #expect(all.contains(words), "\(all)")
        }
    }
}
