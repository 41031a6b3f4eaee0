import Foundation
import TestSupport
import Testing

@testable import LabKit

@Suite(.startsProcesses) struct MisfortuneTests {
    private func check(_ variant: String) throws -> LabProcess { try LabProcess("LabProbe", ["--variant", variant, "--check"]) }

    @Test(
        "Variants that end normally return their observations, from the main thread and from a task",
        arguments: ["fine", "tasks", "prints"])
    func fine(_ variant: String) throws {
        let run = try LabProcess("LabProbe", ["--variant", variant, "--check", "--number", "7"])
        #expect(run.ending == .exited(code: 0))
        #expect(run.output.contains("the number comes back: 7 back (expected 7)"))
        #expect(run.output.contains("1 item (expected 1)"))
    }

    @Test("A claim that does not hold is exit code 1, with its figure")
    func wrong() throws {
        let run = try check("wrong")
        #expect(run.ending == .exited(code: 1))
        #expect(run.output == "✗ wrong: it is four: 3 seen (expected 4)\n")
    }

    @Test("A variant that dies unexpectedly fails, and its signal is reported")
    func crashes() throws {
        let run = try check("crashes")
        #expect(run.ending == .exited(code: 1))
        #expect(run.output.contains("died of SIGSEGV"))
        #expect(run.errors.contains("LabProbe: crashes: The process died of SIGSEGV"))
        #expect(run.errors.contains("It crashed in crash(), main.swift:"), "\(run.errors)")
    }

    @Test("With --no-picture each event and each figure is a sentence, and nothing is drawn")
    func noPicture() throws {
        let run = try LabProcess("LabProbe", ["--no-picture", "--variant", "fine"])
        #expect(run.output.contains("probe: ") && run.output.contains("#1 "), "\(run.output)")
        #expect(!run.output.contains("│") && !run.output.contains("█"), "\(run.output)")
    }

    @Test("The report of Swift's runtime is told in sentences: its message, the place, and the calls that led there")
    func crashReport() {
        let report = CrashReport(
            """
            a word of the scenario
            Labs/Race/Scenario.swift:4: Fatal error: Unexpectedly found nil while unwrapping an Optional value

            *** Signal 4: Backtracing from 0x7f943c96df7f... done ***

            *** Program crashed: Illegal instruction at 0x00007f943c96df7f ***

            Thread 0 "lab-race" crashed:

              0      0x00007f943c96df7f closure #1 in _assertionFailure(_:_:file:line:flags:) + 623 in libswiftCore.so
              1 [ra] 0x0000563aad3210c2 seats(_:) + 145 in lab-race at /home/a b/Labs/Race/Scenario.swift:4:29
              2 [ra] [async] 0x0000563aad321209 main + 296 in lab-race at /home/a b/Labs/Race/main.swift:5:7
            """)
        #expect(
            report.words == [
                "Fatal error: Unexpectedly found nil while unwrapping an Optional value", "It crashed in seats(_:), Scenario.swift:4.",
                "Called by main, main.swift:5.",
            ])
        #expect(CrashReport("only words\n").words.isEmpty)
    }

    @Test("A fault of Foundation is told as one, and not as a crash of the variant")
    func foundationsFault() throws {
        let message = "Fatal error: Received callback for HTTP redirection, but we're not waiting for it. Was it called multiple times?"
        let report = CrashReport("FoundationNetworking/HTTPURLProtocol.swift:705: \(message)\n")
        #expect(report.words.first == message && report.words.count == 2)
        #expect(report.words.last?.contains("This is a fault of Foundation for Linux") == true)
    }

    @Test("A variant that can die, or must die, holds if it dies, and gives the lesson", arguments: ["may-crash", "dies"])
    func expectedDeath(_ variant: String) throws {
        let run = try check(variant)
        #expect(run.ending == .exited(code: 0))
        #expect(run.output.contains("died of SIGSEGV"))
        #expect(run.output.contains(variant == "dies" ? "as it had to" : "that is what it does"))
    }

    @Test("A form of a variant that can die runs in a process of its own, and its death is told with the lesson")
    func form() throws {
        let dead = try LabProcess("LabProbe", ["--form", "--variant", "may-crash"])
        #expect(dead.ending == .exited(code: 1), "\(dead.output)\(dead.errors)")
        #expect(dead.output.hasPrefix("process "))
        let words = dead.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("died of SIGSEGV"), "\(dead.output)")
        #expect(words.contains("that is what it does. This is the bug of may-crash."), "\(dead.output)")
        #expect(dead.leftovers.isEmpty)
        let alive = try LabProcess("LabProbe", ["--form", "--variant", "fine"])
        #expect(alive.ending == .exited(code: 0) && alive.lines.count == 1)
        // Foreign text in it cannot change the terminal.
        #expect(alive.output.hasSuffix(#"\u001B]0;owned\u0007\u001B[2J"# + "\n"), "\(alive.output)")
    }

    @Test("A variant that hangs is killed after its time limit, and its trace shows the wait")
    func hangs() throws {
        let run = try check("hangs")
        #expect(run.ending == .exited(code: 0))
        #expect(run.output.contains("did not end in time, and the lab stopped it; it waits for itself"))
        #expect(run.output.contains("it waits: 1 wait without end (expected 1)"))
        #expect(try check("stuck").ending == .exited(code: 1))
    }

    @Test("A scenario that throws is an error of the lab, with a message")
    func throwing() throws {
        let run = try check("throws")
        #expect(run.ending == .exited(code: 70))
        #expect(run.errors.contains("Misfortune"))
        #expect(run.output.isEmpty)
    }

    @Test("A scenario that exits is reported with its exit code")
    func exits() throws {
        let run = try check("exits")
        #expect(run.ending == .exited(code: 1))
        #expect(run.output.contains("exited with code 3"))
    }

    @Test("The output of a scenario is marked, and does not break the JSON")
    func prints() throws {
        #expect(try LabProcess("LabProbe", ["--variant", "prints"]).output.contains("  | a word from the scenario"))
        let json = try LabProcess("LabProbe", ["--variant", "prints", "--json"])
        let report = try JSONDecoder().decode(LabJSON.self, from: Data(json.output.utf8))
        #expect(report.variants[0].output == "a word from the scenario\n")
    }

    @Test("JSON says how each process ended")
    func endings() throws {
        for (variant, how, holds) in [("dies", "killed", true), ("stuck", "timedOut", false), ("exits", "exited", false)] {
            let run = try LabProcess("LabProbe", ["--variant", variant, "--json"])
            let report = try JSONDecoder().decode(LabJSON.self, from: Data(run.output.utf8))
            #expect(report.variants[0].ending.how == how)
            #expect(report.holds == holds)
            #expect(run.ending == .exited(code: holds ? 0 : 1))
        }
    }

    @Test("The whole page of a variant that died is still a page, and every run leaves its temporary folder clean")
    func page() throws {
        for variant in ["crashes", "hangs", "throws", "fine"] {
            let run = try LabProcess("LabProbe", ["--variant", variant])
            #expect(run.leftovers == [])
            if variant == "crashes" { #expect(run.output.contains("Try next:")) }
        }
    }
}
