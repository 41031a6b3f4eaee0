import Foundation
import TestSupport
import Testing

@Suite(.startsProcesses) struct BarrierLabTests {
    /// A command must stay on one line, so that it can be copied. So its line can be longer.
    private static let command = "lab-barrier --variant"

    @Test(
        "Every claim of the lab holds, with the smallest and with large settings",
        arguments: [
            [], ["--readers", "1", "--rounds", "1"], ["--readers", "16", "--writers", "3", "--rounds", "2"], ["--seed", "99"],
        ])
    func check(_ arguments: [String]) throws {
        let run = try LabProcess("lab-barrier", ["--check"] + arguments)
        #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
        #expect(run.lines.count >= 29)
        // (On one core, tasks cannot wait for each other.)
        #expect(run.lines.allSatisfy { $0.hasPrefix("✓ ") || $0.hasPrefix("● ") || $0.contains("not seen, because this machine") })
    }

    @Test("The piped page has each variant, its question and its answer, and no escape byte")
    func page() throws {
        let run = try LabProcess("lab-barrier", ["--width", "100"])
        #expect(run.ending == .exited(code: 0))
        #expect(!run.output.utf8.contains(0x1B))
        for words in [
            "── unprotected", "── global-barrier", "Before it runs:", "The answer is 1: none.", "The answer is 3: any number",
            "How fast? Short reads",
            "pthread_rwlock",
            "Try next:",
        ] {
            #expect(run.output.contains(words))
        }
        #expect(run.lines.allSatisfy { $0.count <= 100 || $0.contains(Self.command) })
    }

    @Test("With --ascii every byte of the page is ASCII, at any width", arguments: [40, 77, 400])
    func ascii(_ width: Int) throws {
        let run = try LabProcess("lab-barrier", ["--variant", "barrier", "--ascii", "--width", "\(width)"])
        #expect(run.output.utf8.allSatisfy { $0 == 10 || (0x20...0x7E).contains($0) })
        #expect(run.lines.allSatisfy { $0.count <= width || $0.contains(Self.command) })
    }

    @Test("--json prints one object with each claim, its figure and the expected value")
    func json() throws {
        let run = try LabProcess("lab-barrier", ["--json"])
        let report = try JSONDecoder().decode(LabJSON.self, from: Data(run.output.utf8))
        #expect(report.lab == "lab-barrier" && report.holds)
        #expect(report.variants.map(\.name) == ["unprotected", "barrier", "serial", "lock", "actor", "global-barrier"])
        let claims = report.variants.flatMap(\.claims)
        #expect(claims.allSatisfy { $0.holds && ($0.figure != nil || $0.mark == "notSeen") })
        // Where one visitor at a time can be inside, the other five come and wait; and the run shows one who does.
        for (variant, words) in [("serial", "and blocks until it has run"), ("lock", "waits for `lock`")] {
            let seen = try #require(report.variants.first { $0.name == variant })
            #expect(seen.claims.first { $0.name == "most readers and writers that waited meanwhile" }?.figure ?? 0 >= 5)
            #expect(seen.moment?.sentence.contains(words) == true, "\(String(describing: seen.moment))")
        }
        #expect(report.variants[1].claims.first { $0.name == "most readers inside at the same time" }?.figure == 4)
    }

    @Test("--repeat counts in how many runs the bug appeared")
    func repetitions() throws {
        let run = try LabProcess("lab-barrier", ["--variant", "unprotected", "--repeat", "3"])
        #expect(run.ending == .exited(code: 0))
        #expect(run.output.contains("The bug appeared in 3 of 3 runs."))
        #expect(run.output.contains("lost photos: held in 3 of 3 runs; always 3 photos (expected > 0)"))
    }

    @Test("The piped step log says that the barrier waits for the reads before it")
    func steps() throws {
        let run = try LabProcess("lab-barrier", ["--variant", "barrier", "--step", "--width", "200"])
        #expect(run.output.contains("barrier add(_:) #1"))
        #expect(run.output.contains("a barrier runs alone"))
        #expect(!run.output.utf8.contains(0x1B))
    }
}
