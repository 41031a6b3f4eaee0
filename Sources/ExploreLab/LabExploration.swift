import ExplorationRunner
import Explorer
import FoundationEssentials
import LabKit
import System
import Terminal
import Words

/// One call of a lab with `--explore` or `--replay`.
struct LabExploration {
    let order: ExploringOrder
    let paper: TextPage

    init(_ order: ExploringOrder) {
        self.order = order
        paper = TextPage(order.page)
    }

    /// Does what was asked for. Returns the exit code.
    func run() throws -> Int32 {
        guard let token = order.token else { return try explore().exitCode }
        try replay(token)
        return ExitStatus.holds
    }

    /// Runs a small version of each variant under every interleaving (equivalent ones only once).
    ///
    /// Ctrl-C ends it, with the results so far.
    private func explore() throws -> ExplorationsEnd {
        var pages: [String: ExploredPage] = [:], end = ExplorationsEnd.asDocumented
        let build = try compiled()
        // From now on there are results. A signal between two variants must not end the process without them.
        let interruption = InterruptCounter()
        defer { interruption.end() }
        for (index, variant) in order.variants.enumerated() {
            guard let result = try explored(variant, build, unless: interruption, isFirst: index == 0) else {
                end = .interrupted
                break
            }
            if order.isJSON {
                pages[variant.name] = ExploredPage(report: result.page(isTimed: true), documented: variant.documented.rawValue)
            } else {
                show(result, of: variant)
            }
            if let record = variant.record, let failure = result.report.findings.first {
                try result.write(failure.log, to: record)
            }
            end = max(end, ExplorationsEnd(result.report, documented: variant.documented))
            if end == .interrupted { break }
        }
        if order.isJSON { Output.put(try JSONText.page(pages) + "\n") }
        tellUnexplored()
        return end
    }

    /// Replays one schedule: its timeline, or its steps.
    private func replay(_ token: String) throws {
        let variant = order.variants[0], entry = ExploredSource.function(ofVariant: variant.name)
        let command = "\(Invocation.own.command(order.lab)) --variant \(variant.name) --explore"
        let source = try source()
        // Check the token before spending seconds on compiling.
        _ = try source.path(of: token, entry: entry, command: command)
        let build = try ExploredBuild.make(source)
        let result = try build.replay(token, of: entry, command: command), file = variant.record ?? build.trace
        if let log = result.report.log { try result.write(log, to: file) }
        if order.isJSON {
            Output.put(try result.json(isTimed: false) + "\n")
            return
        }
        paper.heading(variant.name, variant.summary)
        draw(try TraceReader.read(path: file), variant, token)
        paper.gap()
        put(result.shortReplayText(width: min(paper.width, 120), subject: variant.name) { replaying($0, variant) })
    }

    private func compiled() throws -> ExploredBuild {
        let line = ProgressLine(order.lab)
        defer { line.clear() }
        line.say("compiling the small versions …")
        return try ExploredBuild.make(try source())
    }

    /// The result of a variant; nil if it was interrupted before it had one, and others have theirs.
    private func explored(
        _ variant: ExploringOrder.Variant, _ build: borrowing ExploredBuild, unless interruption: InterruptCounter, isFirst: Bool
    ) throws -> ExplorationResult? {
        if interruption.count > 0, !isFirst { return nil }
        let line = ProgressLine(variant.name)
        defer { line.clear() }
        var options = ExplorationOptions()
        options.poolWidth = variant.poolWidth
        do {
            return try build.explore(ExploredSource.function(ofVariant: variant.name), options: options) { line.show($0) }
        } catch let error as ExplainedError where error.code == .interrupted && !isFirst {
            return nil
        }
    }

    // MARK: output

    private func show(_ result: ExplorationResult, of variant: ExploringOrder.Variant) {
        let documented = variant.documented
        paper.heading(variant.name, variant.summary)
        let text = result.shortText(width: min(paper.width, 120), subject: variant.name) { replaying($0, variant) }
        put(text)
        if let finding = result.report.findings.first {
            let first = text.split(separator: "\n").first.map(String.init) ?? ""
            order.remember(variant.name, token: result.token(finding.path), sentence: first.withoutSubject(variant.name))
        }
        if documented == .none && result.report.verdict == .none && !result.report.isComplete {
            paper.line(
                sign: "–", .faint, "Expected: no bug. None found so far, but the search is not complete, so this is not a proof.")
        } else if result.report.verdict == documented {
            let (sign, look) = paper.sign(of: documented == .none ? .holds : .reproduced)
            paper.line(
                sign: sign, look, "As documented: " + (documented == .none ? "no bug." : "\(documented) — bug reproduced."))
        } else if !result.report.wasStopped {
            paper.line(sign: "✗", .bad, "Expected: \(documented == .none ? "no bug" : "\(documented)").")
        }
        paper.gap()
        Output.flush()
    }

    private func replaying(_ token: String, _ variant: ExploringOrder.Variant) -> String {
        "\(Invocation.own.command(order.lab)) --variant \(variant.name) --replay \(token) --step"
    }

    private func put(_ text: String) {
        for line in TextPage.lines(of: text) { paper.drawn(paper.spelled(line)) }
    }

    private func draw(_ trace: Trace, _ variant: ExploringOrder.Variant, _ token: String) {
        let shown = order.showsStaging ? trace : trace.withoutStaging()
        let ways = Ways(lab: order.lab, folder: order.folder, variant: variant.name)
        if order.isStep { return paper.tell(shown, showing: order.showsStaging ? nil : variant.shownParts, ways: ways) }
        if paper.isFullScreen, look(at: trace, variant, token, ways) == nil { return }
        paper.draw(shown, lanes: variant.lanes(for: shown), foldsIdleTime: variant.foldsIdleTime)
    }

    /// Shows one schedule on the full screen. Returns the reason if that is not possible.
    private func look(at trace: Trace, _ variant: ExploringOrder.Variant, _ token: String, _ ways: Ways) -> String? {
        let lanes = variant.lanes(for: trace)
        do {
            var run = ViewerRun(title: token, summary: variant.summary, trace: trace, lanes: lanes)
            run.showsStaging = order.showsStaging
            run.shownFiles = .lab(variant.shownParts)
            try Viewer.show([run], heading: order.lab, style: paper.style, ways: ways)
            return nil
        } catch {
            return error.reason
        }
    }

    /// Prints which variants are not explored, and why.
    private func tellUnexplored() {
        for reason in order.unexplored {
            if order.isJSON { Output.complain("\(order.lab): \(reason)\n") } else { paper.text(reason) }
        }
    }

    /// The lab's scenario and the small versions of all its variants. A token is valid only for this
    /// exact set of files.
    private func source() throws(ExplainedError) -> ExploredSource {
        try ExploredSource(lab: order.folder, variants: order.explorable)
    }
}

extension String {
    /// A verdict's first line without the name of its subject: "2 of its 3 results are wrong."
    fileprivate func withoutSubject(_ subject: String) -> String {
        hasPrefix("\(subject): ") ? String(dropFirst(subject.count + 2)) : self
    }
}
