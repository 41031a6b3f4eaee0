import ExplorationRunner
import FoundationEssentials
import Glibc
import Recorder
import Symbols
import System
import Timeline
import Trace
import Words

/// The results of real runs: for people a text, for scripts an object.
struct ChaosPage {
    let report: ChaosReport
    let subject: String
    let page: PageOptions
    /// The path of the recording of the first failure, for readers.
    var kept: String?

    /// The first failing run, drawn, with its findings.
    func text() -> String {
        let time = Wording.duration(Int64(report.seconds * 1_000_000_000))
        var lines = ["\(subject): \(verdict)   \(Wording.count(report.runs, "real run")), in \(time)"]
        for finding in report.findings {
            lines.append("")
            lines.append("\(Self.title(finding)) in \(finding.runs) of \(Wording.count(report.runs, "run")), first in run \(finding.first)")
            lines += finding.summary.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
            lines += finding.places.map { "  \(Self.place($0))  \($0.what)  \(SafeText.inLine(String($0.text.trimmed), limit: 100))" }
        }
        if let timeline = report.findings.first.flatMap({ drawing($0) }) { lines += ["", timeline] }
        if report.outcomes.count > 1 || report.findings.isEmpty, !report.outcomes.isEmpty {
            lines.append("")
            for outcome in report.outcomes.sorted(by: { $0.runs > $1.runs }).prefix(20) {
                lines.append("  outcome \(SafeText.inLine(outcome.text, limit: 80)): \(Wording.count(outcome.runs, "run"))")
            }
        }
        lines += ["", "Shaken, not explored: this proves nothing about other orders. \(report.coverage)"] + report.limits
        if let kept { lines.append("See the run: \(Invocation.interleave) view \(ShellWords.quoted(kept))") }
        return lines.joined(separator: "\n")
    }

    private static func place(_ place: ChaosFinding.Place) -> String {
        let name = place.file.split(separator: "/").last.map(String.init) ?? ""
        if name.hasPrefix("@__swiftmacro") { return "in a macro" }
        return name.isEmpty || place.line == 0 ? name : "\(name):\(place.line)"
    }

    private var verdict: String {
        let kinds = report.findings.map(Self.title).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return kinds.isEmpty ? "nothing failed." : kinds.joined(separator: ", ") + "."
    }

    static func title(_ finding: ChaosFinding) -> String {
        switch finding.verdict {
        case .race: "data race"
        case .crash: "crash"
        case .deadlock: "hang"
        default: "failure"
        }
    }

    private func drawing(_ finding: ChaosFinding) -> String? {
        guard let path = finding.trace, let trace = Self.finished(path) else { return nil }
        let lanes: LaneMode = trace.isMostlyTasks ? .tasks : trace.items.isEmpty ? .threads : .queues
        let options = TimelineOptions(
            width: min(page.columns, 120), lanes: lanes, style: page.style, title: "Run \(finding.first)", maximumLanes: 12)
        return TimelineDrawing(trace, options: options).text()
    }

    /// A recording whose process has ended.
    static func finished(_ path: String) -> Trace? {
        _ = try? TraceFinisher.finish(path: path, ending: .unknown)
        try? Symbolicator.annotate(path: path)
        return try? TraceReader.read(path: path)
    }

    /// Copies the recording of the first failure.
    /// - Throws: `ExplainedError` if it cannot be written.
    static func keep(_ report: ChaosReport, at path: String) throws -> Bool {
        guard let trace = report.findings.first?.trace, finished(trace) != nil else { return false }
        let bytes = FileManager.default.contents(atPath: trace) ?? Data()
        guard FileManager.default.createFile(atPath: path, contents: bytes) else {
            throw ExplainedError(.unwritable, "\(path) cannot be written.", cure: "Name a file in a folder that you can write to.")
        }
        return true
    }

    /// The keys of `chaos` in JSON.
    struct Object: Encodable {
        struct Finding: Encodable {
            struct Place: Encodable {
                var file: String
                var line: Int
                var what: String
                var source: String
            }
            var kind: String
            var summary: String
            var runs: Int
            var firstRun: Int
            var locations: [Place]
        }
        struct Outcome: Encodable {
            var outcome: String
            var runs: Int
        }
        var runs: Int
        var seconds: Double
        var findings: [Finding]
        var distinctOutcomes: [Outcome]
        var pairs: Int
        var bothOrders: Int
        var lastNewRun: Int
        var limits: [String]

        init(_ report: ChaosReport) {
            runs = report.runs
            seconds = (report.seconds * 1000).rounded() / 1000
            findings = report.findings.map { finding in
                Finding(
                    kind: finding.verdict.rawValue, summary: finding.summary, runs: finding.runs, firstRun: finding.first,
                    locations: finding.places.map { .init(file: $0.file, line: $0.line, what: $0.what, source: $0.text) })
            }
            distinctOutcomes = report.outcomes.map { Outcome(outcome: $0.text, runs: $0.runs) }
            pairs = report.pairs
            bothOrders = report.bothWays
            lastNewRun = report.lastNew
            limits = report.limits
        }

        func text() throws -> String {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}

extension String {
    fileprivate var trimmed: Substring { drop { $0 == " " || $0 == "\t" } }
}
