import Foundation
import TestSupport
import Testing

/// Tests for every lab in the folder `Labs`.
@Suite(.startsProcesses) struct EveryLabTests {
    /// "lab-barrier" and the others: a folder with a `main.swift` is a lab.
    static let labs: [String] = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let folder = root.appending(path: "Labs")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { FileManager.default.fileExists(atPath: folder.appending(path: "\($0)/main.swift").path) }
            .map { "lab-\($0.lowercased())" }.sorted()
    }()

    /// On one core, the page of lab-apply says that its threads cannot work at the same time, and others that tasks cannot wait for
    /// each other.
    static let labsOnThisMachine: [String] = {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        return labs.filter { !["lab-apply", "lab-barrier", "lab-race"].contains($0) || status.contains(/Cpus_allowed_list:\s*\d+[-,]/) }
    }()

    /// The names of a lab's variants, in their order.
    private func variants(of lab: String) throws -> [String] { try DescribedVariant.all(of: lab).map(\.name) }

    @Test(
        "As JSON, a variant's claims hold, and have a figure or a result in words; with --step, it is a list of sentences",
        arguments: Corpus.part(labs))
    func claims(_ lab: String) throws {
        for variant in try variants(of: lab).reversed() {
            let run = try LabProcess(lab, ["--json", "--variant", variant])
            #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
            #expect(run.leftovers.isEmpty)
            let report = try JSONDecoder().decode(LabJSON.self, from: Data(run.output.utf8))
            #expect(report.lab == lab && report.holds && report.variants.map(\.name) == [variant])
            let result = try #require(report.variants.first)
            // A name of several words. The sign before it says whether the claim holds.
            #expect(!result.claims.isEmpty && result.claims.allSatisfy { $0.name.contains(" ") && !$0.name.contains(": ") })
            for claim in result.claims {
                #expect(claim.holds, "\(variant): \(claim.name): \(claim.figure ?? .nan) \(claim.unit), expected \(claim.expected)")
                #expect(claim.figure != nil || claim.unit.contains(" "))
            }
            // (One that is killed at its limit has no last step.)
            if result.ending.how == "exited" { return try checkSteps(lab, variant) }
        }
        Issue.record("No variant of \(lab) ends in order.")
    }

    private func checkSteps(_ lab: String, _ variant: String) throws {
        let run = try LabProcess(lab, ["--variant", variant, "--step", "--width", "160"])
        #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
        // (Steps of the lab's staging are folded, so their numbers are missing.)
        let steps = run.lines.filter { $0.hasPrefix("#") }
        #expect(steps.first?.hasPrefix("#1 ") == true && steps.count > 3)
        #expect(!run.output.utf8.contains(0x1B))
    }

    /// The signs of a claim that holds: no bug, the bug appeared, the bug did not appear. (`.ci/run` checks what `--check` prints, for each lab.)
    static let held: Set<Substring> = ["✓ ", "● ", "○ "]

    @Test(
        "The piped page matches its golden file, except for figures and drawings; each variant asks its own question before it runs, an event of the run answers it where an event can, and no tick is at the cause of a bug",
        arguments: labsOnThisMachine)
    func page(_ lab: String) throws {
        // Wide enough for each claim to fit: the place of a line break would depend on the figures.
        // The path that `swift run` uses: the page prints commands with the name by which it was
        // called.
        let run = try LabProcess(lab, ["--width", "300"], name: ".build/x86_64-unknown-linux-gnu/debug/\(lab)")
        #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
        #expect(!run.output.utf8.contains(0x1B))
        #expect(run.output.contains("│"), "nothing is drawn")
        #expect(!run.output.contains("block_invoke"), "a call of Foundation looks like one of the lab")
        expectGolden(lab, masked(run.output))
        let variants = run.lines.filter { $0.hasPrefix("── ") }
        let questions = run.lines.filter { $0.hasPrefix("Before it runs: ") }
        #expect(variants.count == questions.count && Set(questions).count == questions.count)
        #expect(run.lines.count { $0.hasPrefix("The answer is ") } == questions.count)
        let pages = LabPage.pages(in: run.output)
        let variantsOfLab = try DescribedVariant.all(of: lab)
        #expect(pages.map(\.variant) == variantsOfLab.map(\.name))
        for (page, variant) in zip(pages, variantsOfLab) {
            page.expectAnsweringEvent(lab, variant.hasAnsweringEvent ?? false)
            page.expectClaims(variant.claimsBesideCode ?? [], lab)
            page.expectNotes(lab)
        }
        for fix in variantsOfLab { LabPage.expectNoTickAtCauses(pages, fix.name, fixes: fix.fixes, lab) }
    }

    @Test(
        "With --ascii, a page has only ASCII characters, no line is wider than --width, and its commands are whole",
        arguments: Corpus.part(labs))
    func ascii(_ lab: String) throws {
        let width = 40
        let run = try LabProcess(lab, ["--ascii", "--width", "\(width)"])
        #expect(run.output.utf8.allSatisfy { $0 == 10 || (0x20...0x7E).contains($0) })
        // Except code, which has a line of its own if it is too long; and a command, which must stay on one line to be copied.
        let wide = run.lines.filter {
            $0.count > width && !$0.contains("--variant") && !$0.contains("--port") && !$0.contains("curl")
                && !$0.contains(#/^ *`[^`]+`[.,:;)]?$/#)
        }
        #expect(wide.isEmpty, "\(wide)")
        try checkCommands(run, lab)
    }

    /// Each command to try next is on one line, and uses the name by which the lab was called.
    private func checkCommands(_ page: LabProcess, _ lab: String) throws {
        let path = try LabProcess.path(of: lab)
        let next = page.lines.drop { !$0.hasPrefix("Try next") }
        let commands = next.filter { $0.contains(path) }
        #expect(commands.count >= 2, "\(next)")
        for line in commands {
            let command = line.split(separator: "`").first { $0.hasPrefix(path) } ?? ""
            #expect(line.count { $0 == "`" } % 2 == 0 && command.contains(" --"), "\(line)")
        }
        #expect(!next.contains { $0.contains("swift run") }, "\(next)")
    }

    @Test("A reader that goes away (| head -1) ends the lab without a message", arguments: Corpus.part(labs))
    func closedPipe(_ lab: String) throws {
        let run = try LabProcess("/bin/sh", ["-c", "\(try LabProcess.path(of: lab)) --width 80 2>&1 | head -1"])
        #expect(run.lines.count == 1 && run.errors.isEmpty, "\(run.output)\(run.errors)")
    }

    @Test(
        "Numbers outside a parameter's range, and unknown variants, are rejected with the range and the names",
        arguments: Corpus.part(labs))
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

    /// A line of an answer without what happened there; nil if it has no code.
    private func codeOfAnswer(_ line: String) -> String? {
        let text = line.drop { $0 == " " }
        guard text.first?.isNumber == true || text.hasPrefix("⋯") || text.hasPrefix("Labs/") || text.hasPrefix("↳") else { return nil }
        var code = line[..<(line.firstRange(of: "   ← ")?.lowerBound ?? line.endIndex)]
        while code.last == " " { code.removeLast() }
        return String(code)
    }

    /// The page without the parts that differ between runs: drawings, summaries, figures.
    private func masked(_ page: String) -> String {
        var lines: [String] = []
        var isDrawing = false, isEvent = false, isAnswer = false, isSeen = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.contains("┌") || line.contains("█") || line.hasPrefix("The process was ") {
                // The figures decide where the names of a chart's marks are.
                if !isDrawing, line.contains("┊") { while lines.last?.hasPrefix("      ") == true { lines.removeLast() } }
                isDrawing = true
                // The row of moments above the axis belongs to the drawing.
                if line.contains("┌"), let last = lines.last, !last.hasPrefix("  |") { lines.removeLast() }
            }
            // The number of running items in a killed process depends on chance. It belongs to the
            // drawing.
            let isEnding = line.hasPrefix("The process") && !line.hasPrefix("The process was ")
            if ["✓", "●", "○", "✗"].contains(line.first) || line.hasPrefix("──") || isEnding
                || line.hasPrefix("The answer") || line.hasPrefix("Try next") || line.hasPrefix("Look at the run: ")
            {
                isDrawing = false
            }
            // The choices of the question after the run, and its answer, come from the recording.
            isSeen = line.hasPrefix("Look at the run: ") || line.hasPrefix("The run shows ") || isSeen && !line.isEmpty
            if isSeen, line.hasPrefix("  ") || line.hasPrefix("The run shows ") || line.hasPrefix("See event ") { continue }
            // A result that depends on chance differs between runs.
            let isChance = line.dropFirst(2).hasPrefix("chance decides")
            // The event that answers the question, up to the next empty line: it has names of threads.
            isEvent = line.hasPrefix(LabPage.eventPrefix) || isEvent && !line.isEmpty
            if isEvent { continue }
            // The events at a line of code differ, too: only the code is kept.
            isAnswer = line.hasPrefix("The answer") || isAnswer && line.hasPrefix(" ")
            if isAnswer, line.hasPrefix(" ") {
                if let code = codeOfAnswer(line) { lines.append(code) }
                continue
            }
            if !isDrawing, !line.hasPrefix("  | ") { lines.append(isChance ? "? " + line.dropFirst(2).prefix { $0 != ":" } : line) }
        }
        // (Foundation's messages contain addresses, and each version of the compiler has words of its own.)
        return lines.joined(separator: "\n").replacing(/\u{201C}[^\u{201D}\n]*\u{201D} \(line/, with: "\u{201C}…\u{201D} (line")
            .replacing(/0x[0-9a-f]+/, with: "0x0").replacing(/\d+([.,]\d+)*( (ns|µs|ms|s)\b)?/, with: "0")
    }
}
