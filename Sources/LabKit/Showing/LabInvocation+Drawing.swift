import Narration
import Terminal
import Timeline

// With TextPage+Drawing.swift the only code of LabKit that draws.

extension LabInvocation {
    /// The trace without the lab's staging, unless the learner asked for it.
    func shown(_ trace: Trace) -> Trace { options.staging ? trace : trace.withoutStaging() }

    /// Draws a run as text; with `--no-picture`, tells its events.
    func draw(_ trace: Trace, _ variant: Variant<Parameters>) {
        paper.draw(trace, lanes: variant.lanes, foldsIdleTime: variant.idleTime == .folded)
    }

    func tell(_ trace: Trace, of variant: Variant<Parameters>) {
        // (Reading the course takes some milliseconds.)
        let ways = paper.isInteractive ? Ways(lab: lab.name, folder: lab.folder, variant: variant.name) : Ways()
        paper.tell(shown(trace), showing: options.staging ? nil : lab.exhibitedParts(of: variant), ways: ways)
    }

    /// The event that answers the question of a variant, as in the log of `--step`; nil if nothing was asked, if this run does
    /// not have the moment, or if no event shows the answer.
    func answeringStep(of variant: Variant<Parameters>, _ trace: Trace) -> Step? {
        let trace = shown(trace)
        guard let moment = variant.prediction?.moment.findAnswer(trace) else { return nil }
        let log = StepLog(trace)
        return log.count > 0 ? log[log.index(at: moment)] : nil
    }

    func summary(of trace: Trace) -> [String] { Summary(trace).lines }

    /// Bars of the figures; with `--no-picture`, a sentence for each.
    func lines(of comparison: Comparison<Parameters>, _ figures: Figures) -> [String] {
        guard options.noPicture else { return bars(of: comparison, figures) }
        return [paper.spelled("\(comparison.title):")]
            + figures.entries.map { entry in
                let baseline = figures.baseline ?? ""
                let ratio = figures.ratio(entry).map { ", \(BarChart.number($0)) times as much as \(baseline)" } ?? ""
                return paper.spelled("\(entry.name): \(BarChart.number(entry.figure)) \(comparison.unit)\(ratio) (\(spread(entry))).")
            }
    }

    /// Bars of the figures, or of their ratios to the baseline if there is one.
    private func bars(of comparison: Comparison<Parameters>, _ figures: Figures) -> [String] {
        var chart = BarChart(
            title: comparison.title, unit: comparison.unit,
            rows: [])
        chart.rows = figures.entries.map { BarChart.Row(label: $0.name, value: $0.figure, margin: spread($0)) }
        if let baseline = figures.entries.first(where: { $0.name == figures.baseline }) {
            chart.title += ": \(baseline.name) = 1.00 (\(BarChart.number(baseline.figure)) \(comparison.unit))"
            chart.unit = "×"
            chart.decimals = 2
            chart.rows = figures.entries.map { BarChart.Row(label: $0.name, value: figures.ratio($0) ?? 0, margin: spread($0)) }
            chart.marks = [BarChart.Mark(label: baseline.name, value: 1)]
            if let ideal = figures.ideal { chart.marks.append(BarChart.Mark(label: figures.idealName ?? "ideal", value: ideal)) }
        }
        return TextPage.lines(of: chart.text(width: paper.width, style: paper.style))
    }

    /// "± 4 %".
    private func spread(_ entry: Figures.Entry) -> String {
        entry.isUnsteady ? "variable" : "\(paper.isASCII ? "+-" : "±") \(Int((entry.spread * 100).rounded(.up))) %"
    }
}

extension LabInvocation {
    /// Shows the runs on the full screen, until the learner goes on or leaves.
    func look(
        at outcomes: [(variant: Variant<Parameters>, outcome: Outcome)], lesson: Lesson, ways: Ways
    ) throws(UnusableTerminal) -> ViewerEnding {
        let runs = outcomes.map { variant, outcome in
            var run = ViewerRun(
                title: variant.name, summary: variant.summary, trace: outcome.trace, lanes: variant.lanes,
                foldsIdleTime: variant.idleTime == .folded, claims: claims(of: outcome))
            run.showsMistake = outcome.showsMistake
            run.fixes = variant.fixes
            run.showsStaging = options.staging
            run.shownFiles = .lab(lab.exhibitedParts(of: variant))
            return run
        }
        return try Viewer.show(runs, heading: lab.name, style: paper.style, lesson: lesson, ways: ways)
    }

    private func claims(of outcome: Outcome) -> [[Span]] {
        var lines = outcome.claims.map { claim in
            let (sign, _) = paper.sign(of: claim)
            let words = paper.spelled(claim.sentence)
            return [Span(role(of: claim.mark), paper.spelled(sign)), Span(.text, words)]
        }
        for line in outcome.trouble { lines.append([Span(outcome.holds ? .text : .warning, paper.spelled(line))]) }
        for line in outcome.output.split(separator: "\n").prefix(20) { lines.append([Span(.place, "| " + paper.spelled(String(line)))]) }
        return lines
    }

    private func role(of mark: Claim.Mark) -> Narration.Role {
        switch mark {
        case .holds: .subject
        case .reproduced: .bug
        case .notSeen: .number
        case .fails: .warning
        }
    }
}
