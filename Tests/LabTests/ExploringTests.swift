import Foundation
import TestSupport
import Testing
import Trace

/// Exploring the small versions of a lab's variants.
@Suite(.startsProcesses) struct ExploringTests {
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

    private struct Description: Decodable {
        struct Variant: Decodable {
            var name: String
            var explored: String?
            var outcomes: Int?
        }
        var variants: [Variant]
    }

    @Test(
        "Every variant that can be explored brings what is documented, and all of its interleavings are gone through",
        arguments: Corpus.part(EveryLabTests.labs))
    func verdicts(_ lab: String) throws {
        let description = try JSONDecoder().decode(Description.self, from: Data(LabProcess(lab, ["--describe"]).output.utf8))
        let verdicts = Dictionary(
            uniqueKeysWithValues: description.variants.compactMap { variant in variant.explored.map { (variant.name, $0) } })
        #expect(!verdicts.isEmpty)
        // So a verdict cannot change unseen.
        expectGolden("\(lab)-verdicts", verdicts.map { "\($0): \($1)" }.sorted().joined(separator: "\n"))
        let run = try LabProcess(lab, ["--explore", "--json"])
        #expect(run.ending == .exited(code: 0), "\(run.errors)")
        let reports = try JSONDecoder().decode([String: Report].self, from: Data(run.output.utf8))
        #expect(Set(reports.keys) == Set(verdicts.keys))
        for (variant, verdict) in verdicts {
            let report = try #require(reports[variant], "\(variant)")
            #expect(report.documented == verdict)
            #expect(report.verdict == verdict && report.complete, "\(variant): \(report)")
            let finished = report.distinctOutcomes.reduce(0) { $0 + $1.executions }
            // A variant that hangs, traps or throws has no result.
            #expect(["race", "none"].contains(verdict) ? finished == report.executions : finished <= report.executions, "\(variant)")
            let right = description.variants.first { $0.name == variant }?.outcomes
            if let right { #expect(report.distinctOutcomes.count == right, "\(variant): \(report)") }
        }
    }

    @Test("A token replays its outcome, as a timeline and step by step")
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

    @Test("The report names the race's variable, its lines, the switch and the command that shows it; the steps name the variable")
    func words() throws {
        let run = try LabProcess("lab-singleton", ["--explore", "--variant", "racing", "--width", "100"])
        #expect(run.ending == .exited(code: 0), "\(run.errors)")
        for words in [
            "Data race on RacingPhotoManager.instance", "9 if let instance {", "nil → RacingPhotoManager 1", "2 managers",
            "As documented: race",
        ] {
            #expect(Self.flowing(run.output).contains(words), "\(words) is not in:\n\(run.output)")
        }
        let mark = "lab-singleton --variant racing --replay "
        let line = try #require(run.output.split(separator: "\n").first { $0.contains(mark) })
        let token = try #require(line.split(separator: " ").dropLast().last.map(String.init))
        let steps = try LabProcess("lab-singleton", ["--variant", "racing", "--replay", token, "--step"])
        #expect(steps.output.contains("writes RacingPhotoManager.instance") && !steps.output.contains("0x"), "\(steps.output)")
    }

    @Test("The philosophers' circular wait is reported, and a token is not valid for another variant")
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

    @Test("Ctrl-C during the compilation ends the lab with 130, and no process or file remains")
    func interruption() throws {
        let folder = try LabProcess.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let temporary = folder.appending(path: "temporary").path
        var child = try LabProcess.start("lab-barrier", ["--explore"], in: folder)
        func begun() throws -> Bool { try !FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty }
        while try !begun(), child.wait(timeout: .milliseconds(5)) == nil {}
        child.kill(signal: SIGINT)
        let (ending, timedOut) = child.wait(killingAfter: .patience)
        #expect(ending == .exited(code: 130) && !timedOut)
        #expect(try !begun())
    }

    @Test("Ctrl-C during the second variant, as soon as its process exists, prints the results of the first one, and ends the lab with 130")
    func interruptedLater() throws {
        // The second variant can be over before this process sees it: then the next attempt counts.
        for _ in 1...50 {
            let (ending, output) = try interruptedInTheSecondVariant()
            if ending == .exited(code: 0) { continue }
            #expect(ending == .exited(code: 130))
            #expect(output.contains("\"racing\""), "\(output)")
            return
        }
        Issue.record("The signal never came during an exploration.")
    }

    private func interruptedInTheSecondVariant() throws -> (Trace.Ending, String) {
        let folder = try LabProcess.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        var child = try LabProcess.start("lab-singleton", ["--explore", "--json"], in: folder)
        /// The process that explores: its argument is the number of the variant.
        func explores(_ number: Int) -> Bool {
            let children = try? String(contentsOfFile: "/proc/\(child.processID)/task/\(child.processID)/children", encoding: .utf8)
            return (children ?? "").split(separator: " ").contains { process in
                let line = try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)
                return line?.split(separator: "\0").dropFirst().first.map(String.init) == "\(number)"
            }
        }
        while !explores(1), child.ending == nil { _ = child.wait(timeout: .milliseconds(1)) }
        child.kill(signal: SIGINT)
        let (ending, timedOut) = child.wait(killingAfter: .patience)
        #expect(!timedOut)
        return (ending, try String(contentsOf: folder.appending(path: "output"), encoding: .utf8))
    }

    @Test("Options without effect during exploring are rejected: a token with --explore, and the lab's own parameters")
    func pointless() throws {
        let both = try LabProcess("lab-barrier", ["--explore", "--replay", "x", "--variant", "lock"])
        #expect(both.ending == .exited(code: 2) && both.errors.contains("exclude each other"), "\(both.errors)")
        for (arguments, name) in [(["--readers", "64"], "--readers"), (["--chance"], "--chance")] {
            let run = try LabProcess("lab-barrier", ["--explore"] + arguments)
            #expect(run.ending == .exited(code: 2) && run.errors.contains("\(name) changes nothing there"), "\(run.errors)")
            #expect(run.output == "")
        }
    }

    @Test("A variant that cannot be explored gives the reason, alone and together with other variants")
    func none() throws {
        let run = try LabProcess("lab-source", ["--explore", "--variant", "sigstop"])
        #expect(run.ending == .exited(code: 2) && run.output.isEmpty)
        for words in ["Not explored:", "sigstop", "because"] { #expect(run.errors.contains(words), "\(run.errors)") }
        let all = Self.flowing(try LabProcess("lab-source", ["--explore"]).output)
        for words in [
            "Not explored: sigstop, sigcont, sigtstp, burst, child, debugger, descriptor, because it needs the kernel",
            "Not explored: timer, because a timer can tick any number of times",
        ] {
            #expect(all.contains(words), "\(all)")
        }
    }
}
