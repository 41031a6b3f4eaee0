import ExplorationRunner
import Explorer
import FoundationEssentials
import Glibc
import Terminal

extension LabInvocation {
    /// Runs a small form of each variant under every interleaving (equivalent ones only once).
    /// Returns whether each has its documented verdict.
    func explore() throws(LabError) -> ExplorationsEnd {
        let chosen = try explorable()
        var pages: [String: ExploredPage] = [:], end = ExplorationsEnd.asDocumented
        do {
            let build = try compiled()
            for variant in chosen {
                let result = try explored(variant, build)
                let documented = lab.verdict(of: variant.name) ?? .none
                if options.json {
                    pages[variant.name] = ExploredPage(report: result.page(isTimed: true), documented: documented.rawValue)
                } else {
                    show(result, of: variant, documented: documented)
                }
                if let record = traceFile(for: variant), let failure = result.report.findings.first {
                    try result.write(failure.log, to: record)
                }
                end = max(end, ExplorationsEnd(result.report, documented: documented))
                if end == .interrupted { break }
            }
            if options.json { Output.put(try JSONText.page(pages) + "\n") }
        } catch {
            throw Self.labError(error)
        }
        tellUnexplored()
        return end
    }

    /// Replays one schedule: its timeline, or its steps.
    func replay(_ token: String) throws(LabError) -> Bool {
        let variant = try explorable()[0]
        let entry = Self.function(variant.name), command = "\(Invocation.own.command(lab.name)) --variant \(variant.name) --explore"
        do {
            let source = try source()
            // Check the token before spending seconds on compiling.
            _ = try source.path(of: token, entry: entry, command: command)
            let build = try ExploredBuild.make(source)
            let result = try build.replay(token, of: entry, command: command), file = record ?? build.trace
            if let log = result.report.log { try result.write(log, to: file) }
            if options.json {
                Output.put(try result.json(isTimed: false) + "\n")
                return true
            }
            paper.heading(variant.name, variant.summary)
            draw(try TraceReader.read(path: file), variant, token)
            paper.gap()
            put(result.replayText(width: min(paper.width, 120), subject: variant.name) { replaying($0, variant) })
            return true
        } catch {
            throw Self.labError(error)
        }
    }

    private func compiled() throws -> ExploredBuild {
        let line = ProgressLine(lab.name)
        defer { line.clear() }
        line.say("compiling the small forms …")
        return try ExploredBuild.make(try source())
    }

    private func explored(_ variant: Variant<Parameters>, _ build: borrowing ExploredBuild) throws -> ExplorationResult {
        let line = ProgressLine(variant.name)
        defer { line.clear() }
        var options = ExplorationOptions()
        options.poolWidth = lab.poolWidth(of: variant.name)
        return try build.explore(Self.function(variant.name), options: options) { line.show($0) }
    }

    // MARK: output

    private func show(_ result: ExplorationResult, of variant: Variant<Parameters>, documented: Verdict) {
        paper.heading(variant.name, variant.summary)
        put(result.text(width: min(paper.width, 120), subject: variant.name) { replaying($0, variant) })
        if documented == .none && result.report.verdict == .none && !result.report.isComplete {
            paper.line(
                sign: "–", .faint, "Expected: no failure. None found so far, but the search is not complete, so this is not a proof.")
        } else if result.report.verdict == documented {
            let (sign, look) = paper.sign(of: documented == .none ? .holds : .reproduced)
            paper.line(
                sign: sign, look, "As documented: " + (documented == .none ? "no failure." : "\(documented) — bug reproduced."))
        } else if !result.report.wasStopped {
            paper.line(sign: "✗", .bad, "Expected: \(documented == .none ? "no failure" : "\(documented)").")
        }
        paper.gap()
        Output.flush()
    }

    private func replaying(_ token: String, _ variant: Variant<Parameters>) -> String {
        "\(Invocation.own.command(lab.name)) --variant \(variant.name) --replay \(token) --step"
    }

    private func put(_ text: String) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { paper.drawn(paper.spelled(String(line))) }
    }

    private func draw(_ trace: Trace, _ variant: Variant<Parameters>, _ token: String) {
        if options.step { return tell(trace) }
        if paper.isFullScreen, look(at: trace, of: variant, title: token) == nil { return }
        draw(shown(trace), variant)
    }

    /// Prints which variants are not explored, and why.
    private func tellUnexplored() {
        let reasons = lab.unexplored(of: variants.map(\.name))
        if reasons.isEmpty { return }
        if options.json {
            for reason in reasons { Output.complain("\(lab.name): \(reason)\n") }
        } else {
            for reason in reasons { paper.text(reason) }
        }
    }

    // MARK: the explored files

    private func explorable() throws(LabError) -> [Variant<Parameters>] {
        let found = variants.filter { lab.verdict(of: $0.name) != nil }
        if found.isEmpty {
            throw .notExplorable(
                lab.unexplored(of: variants.map(\.name)), of: lab.variants.map(\.name).filter { lab.verdict(of: $0) != nil })
        }
        return found
    }

    /// The lab's scenario and the small forms of all its variants. A token is valid only for this
    /// exact set of files.
    private func source() throws(ExplorationError) -> ExploredSource {
        func files(in folder: String) -> [String] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(lab.folder)/\(folder)")) ?? []
            return names.filter { $0.hasSuffix(".swift") }.sorted()
        }
        let standIns = files(in: "Explored"), own = files(in: "Scenario").filter { !standIns.contains($0) }
        let all = lab.variants.map(\.name).filter { lab.verdict(of: $0) != nil }.map(Self.function)
        return try ExploredSource(
            "\(lab.folder)/Explored.swift",
            with: own.map { "\(lab.folder)/Scenario/\($0)" } + standIns.map { "\(lab.folder)/Explored/\($0)" },
            entries: all)
    }

    /// The variant "global-barrier" is the function globalBarrier().
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
