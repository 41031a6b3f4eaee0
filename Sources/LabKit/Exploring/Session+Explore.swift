import FoundationEssentials
import Glibc
import Trace

extension Session {
    /// A small form of each variant under every interleaving that can differ. Whether each brings what is documented.
    func explore() throws(LabError) -> Bool {
        let chosen = try explorable()
        var reports: [(name: String, report: ExplorationReport)] = []
        do {
            var program = try ExploredProgram(source(chosen.map(\.name)))
            for variant in chosen { reports.append((variant.name, try program.run(Self.function(variant.name)))) }
        } catch {
            throw Self.labError(error)
        }
        if options.json {
            let page = Dictionary(uniqueKeysWithValues: reports.map { ($0.name, $0.report) })
            do { Output.put(try JSONText.page(page) + "\n") } catch { throw .cannotRun("\(error)") }
        } else {
            for (variant, (_, report)) in zip(chosen, reports) { show(report, of: variant) }
            tellUnexplored()
        }
        return reports.allSatisfy { lab.explored[$0.name] == $0.report.verdict && ($0.report.complete || $0.report.failure != nil) }
    }

    /// One schedule again: its timeline, or its steps.
    func replay(_ token: String) throws(LabError) -> Bool {
        let variant = try explorable()[0]
        let folder = try TemporaryFolder(named: lab.name)
        let file = record ?? folder.file("trace")
        let report: ExplorationReport, trace: Trace
        do {
            var program = try ExploredProgram(source([variant.name]))
            report = try program.run(Self.function(variant.name), token: token, trace: file)
            trace = try TraceReader.read(path: file)
        } catch {
            throw Self.labError(error)
        }
        if options.json {
            do { Output.put(try JSONText.page(report) + "\n") } catch { throw .cannotRun("\(error)") }
            return true
        }
        paper.heading(variant.name, variant.summary)
        if options.step { tell(trace) } else { for line in drawing(of: trace, variant) { paper.drawn(line) } }
        paper.gap()
        for finding in report.findings { paper.text(finding.summary, .bad) }
        for outcome in report.distinctOutcomes { paper.text("Outcome: \(outcome.outcome)") }
        return true
    }

    private func show(_ report: ExplorationReport, of variant: Variant<Parameters>) {
        paper.heading(variant.name, variant.summary)
        let expected = lab.explored[variant.name] ?? "none"
        let text = report.text(
            subject: "A small form of it", width: paper.width, replay: "swift run \(lab.name) --variant \(variant.name) --replay")
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() { paper.drawn(paper.spelled(String(line))) }
        if report.verdict != expected { paper.text("Documented is: \(expected).", .bad) }
        paper.gap()
        Output.flush()
    }

    /// Says which variants are left out, and why.
    private func tellUnexplored() {
        let left = variants.filter { lab.explored[$0.name] == nil }.map(\.name)
        if left.isEmpty { return }
        paper.text("Not explored: \(left.joined(separator: ", ")). They need what the explorer does not know yet, or real time.")
    }

    private func explorable() throws(LabError) -> [Variant<Parameters>] {
        let found = variants.filter { lab.explored[$0.name] != nil }
        if found.isEmpty { throw .notExplorable(variants.map(\.name), of: lab.variants.map(\.name).filter { lab.explored[$0] != nil }) }
        return found
    }

    private func source(_ names: [String]) throws(ExplorationError) -> ExploredSource {
        let scenario = "\(lab.folder)/Scenario"
        let files = ((try? FileManager.default.contentsOfDirectory(atPath: scenario)) ?? []).filter { $0.hasSuffix(".swift") }.sorted()
        let all = lab.explored.keys.sorted().map(Self.function)
        return try ExploredSource("\(lab.folder)/Explored.swift", with: files.map { "\(scenario)/\($0)" }, entries: all)
    }

    /// "global-barrier" is the function globalBarrier().
    private static func function(_ variant: String) -> String {
        let words = variant.split(separator: "-")
        return words.enumerated().map { $0 == 0 ? String($1) : $1.prefix(1).uppercased() + $1.dropFirst() }.joined()
    }

    private static func labError(_ error: any Error) -> LabError {
        switch error {
        case let error as ExplorationError: .cannotExplore(error)
        case let error as LabError: error
        default: .cannotRun("\(error)")
        }
    }
}
