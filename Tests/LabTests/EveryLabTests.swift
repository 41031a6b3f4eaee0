import Foundation
import TestSupport
import Testing

/// What holds for every lab in the folder `Labs`.
@Suite struct EveryLabTests {
    /// "lab-barrier" and the others: a folder with a `main.swift` is a lab.
    static let labs: [String] = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let folder = root.appending(path: "Labs")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { FileManager.default.fileExists(atPath: folder.appending(path: "\($0)/main.swift").path) }
            .map { "lab-\($0.lowercased())" }.sorted()
    }()

    @Test("Every claim holds, and each has its figure or says in words what was found", arguments: labs)
    func claims(_ lab: String) throws {
        let run = try LabProcess(lab, ["--json"])
        #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
        let report = try JSONDecoder().decode(LabJSON.self, from: Data(run.output.utf8))
        #expect(report.lab == lab && report.holds)
        #expect(report.variants.count >= 2)
        for variant in report.variants {
            #expect(!variant.claims.isEmpty, "\(variant.name) claims nothing")
            // A sentence, of which the sign before it says whether it is so.
            #expect(variant.claims.allSatisfy { $0.name.contains(" ") && !$0.name.contains(": ") }, "\(variant.claims.map(\.name))")
            for claim in variant.claims {
                #expect(claim.holds, "\(variant.name): \(claim.name): \(claim.figure ?? .nan) \(claim.unit), expected \(claim.expected)")
                #expect(claim.figure != nil || claim.unit.contains(" "))
            }
        }
        #expect(run.leftovers.isEmpty)
    }

    /// The signs of a claim that holds: all is well, the bug showed, the bug did not show.
    static let held: Set<Substring> = ["✓ ", "● ", "○ "]

    @Test("--check prints one line a claim, and ends with 0", arguments: labs)
    func check(_ lab: String) throws {
        let run = try LabProcess(lab, ["--check"])
        #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
        #expect(run.lines.count >= 2 && run.lines.allSatisfy { EveryLabTests.held.contains($0.prefix(2)) })
    }

    @Test("Each variant asks its own question before it runs, and answers it afterwards", arguments: labs)
    func questions(_ lab: String) throws {
        let run = try LabProcess(lab, ["--width", "300"])
        let variants = run.lines.filter { $0.hasPrefix("── ") }
        let questions = run.lines.filter { $0.hasPrefix("Before it runs: ") }
        #expect(variants.count == questions.count && Set(questions).count == questions.count)
        #expect(run.lines.count { $0.hasPrefix("The answer: ") } == questions.count)
    }

    @Test("The page, piped, is as its golden file shows, figures and drawings apart, and holds no escape byte", arguments: labs)
    func page(_ lab: String) throws {
        // So wide that no claim is broken: where it would be depends on the figures.
        let run = try LabProcess(lab, ["--width", "300"])
        #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
        #expect(!run.output.utf8.contains(0x1B))
        #expect(run.output.contains("│"), "nothing is drawn")
        expectGolden(lab, masked(run.output))
    }

    @Test("A variant told event by event, piped, is numbered sentences without an escape byte", arguments: labs)
    func steps(_ lab: String) throws {
        let help = try LabProcess(lab, ["--json"])
        let report = try JSONDecoder().decode(LabJSON.self, from: Data(help.output.utf8))
        let variant = try #require(report.variants.last { $0.ending.how == "exited" }?.name)
        let run = try LabProcess(lab, ["--variant", variant, "--step", "--width", "160"])
        #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
        #expect(run.lines.contains { $0.hasPrefix("#1 ") } && run.lines.contains { $0.hasPrefix("#9 ") })
        #expect(!run.output.utf8.contains(0x1B))
    }

    @Test("A page in ASCII is ASCII, and no line of it is wider than asked", arguments: labs)
    func ascii(_ lab: String) throws {
        for width in [40, 72] {
            let run = try LabProcess(lab, ["--ascii", "--width", "\(width)"])
            #expect(run.output.utf8.allSatisfy { $0 == 10 || (0x20...0x7E).contains($0) })
            let wide = run.lines.filter { $0.count > width }
            #expect(wide.isEmpty, "\(wide)")
        }
    }

    @Test("A reader that goes away (| head -1) ends the lab without a word", arguments: labs)
    func closedPipe(_ lab: String) throws {
        let run = try LabProcess("/bin/sh", ["-c", "\(try LabProcess.path(of: lab)) --width 80 2>&1 | head -1"])
        #expect(run.lines.count == 1 && run.errors.isEmpty, "\(run.output)\(run.errors)")
    }

    @Test("Numbers beyond a parameter's range, and unknown variants, are refused with the range and the names", arguments: labs)
    func refusals(_ lab: String) throws {
        let variant = try LabProcess(lab, ["--variant", "nonsense"])
        #expect(variant.ending == .exited(code: 2) && variant.errors.contains("nonsense"))
        let help = try LabProcess(lab, ["--help"])
        #expect(help.ending == .exited(code: 0))
        let options = help.output.matches(of: /--([a-z-]+) <[a-z-]+>.*?\((-?\d+) to (\d+)/).map { (String($0.1), String($0.3)) }
        for (option, largest) in options where largest.count < 12 {
            for value in ["-1", "\(largest)0", "x", ""] {
                let run = try LabProcess(lab, ["--\(option)=\(value)", "--check"])
                #expect(run.ending == .exited(code: 2), "--\(option)=\(value): \(run.output)\(run.errors)")
                #expect(!run.errors.isEmpty && run.output.isEmpty)
            }
        }
    }

    /// The page without what differs from run to run: drawings, summaries, figures.
    private func masked(_ page: String) -> String {
        var lines: [String] = []
        var isDrawing = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.contains("┌") || line.contains("█") || line.hasPrefix("The process was killed by signal") {
                // The names of a chart's marks stand where the figures put them.
                if !isDrawing, line.contains("┊") { while lines.last?.hasPrefix("      ") == true { lines.removeLast() } }
                isDrawing = true
                // The row of moments above the axis belongs to the drawing.
                if line.contains("┌"), let last = lines.last, !last.hasPrefix("  |") { lines.removeLast() }
            }
            // How many items a killed process left running is part of the drawing, and a matter of chance.
            let isEnding = line.hasPrefix("The process") && !line.hasPrefix("The process was killed by signal")
            if ["✓", "●", "○", "✗"].contains(line.first) || line.hasPrefix("──") || isEnding
                || line.hasPrefix("The answer") || line.hasPrefix("Try next")
            {
                isDrawing = false
            }
            // Of what chance decides, how it was decided is another thing on each run.
            let isChance = line.dropFirst(2).hasPrefix("chance decides")
            if !isDrawing, !line.hasPrefix("  | ") { lines.append(isChance ? "? " + line.dropFirst(2).prefix { $0 != ":" } : line) }
        }
        return lines.joined(separator: "\n").replacing(/\d+([.,]\d+)*( (ns|µs|ms|s)\b)?/, with: "0")
    }
}
