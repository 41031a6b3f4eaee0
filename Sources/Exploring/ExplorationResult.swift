import Diagnosis
import Explorer
import Recorder
import Trace

/// A report with its places looked up and its words found: what is printed, in whatever form.
public struct ExplorationResult: Sendable {
    public let source: ExploredSource
    /// The function that was explored.
    public let entry: String
    public let report: ExplorationReport
    /// Of the findings, in their order.
    public let explanations: [Explanation]
    public let seconds: Double
    let book: SourceBook
    /// Of the program's offsets.
    private let locations: [UInt: Trace.Place.Location]

    init(_ report: ExplorationReport, of source: ExploredSource, entry: String, program: String, seconds: Double) {
        self.source = source
        self.entry = entry
        self.report = report
        self.seconds = seconds
        let offsets = Array(report.offsets).sorted()
        let found = Symbolicator.locations(ofReturnAddresses: offsets.map(UInt64.init), inProgram: program)
        var locations: [UInt: Trace.Place.Location] = [:]
        for (offset, location) in zip(offsets, found) { locations[offset] = location }
        let book = SourceBook(
            locations: locations, files: source.files.map { SourceBook.File(name: $0.name, path: $0.path, text: $0.text) })
        self.book = book
        self.locations = locations
        explanations = report.findings.map { Explanation($0, outcomes: report.outcomes, in: book) }
    }

    /// What stands for a way through the program, to be pasted.
    public func token(_ path: ExplorationReport.Path) -> String {
        ScheduleToken(fingerprint: source.fingerprint(entry), path: path).text
    }

    /// What scripts are told: 1 where something is wrong, 3 where nothing was found and not all was seen, 130 where it was interrupted, else 0.
    public var exitCode: Int32 {
        if report.wasStopped { return 130 }
        if report.verdict != .none { return 1 }
        return report.isComplete ? 0 : 3
    }

    /// Writes an execution as a trace, in the form in which real runs are recorded.
    /// - Throws: `TraceError` when the file cannot be written.
    public func write(_ log: Chronicle, to path: String) throws(TraceError) {
        try log.write(to: path, program: source.name, locations: locations)
    }

    func error(_ refusal: ExplorationReport.Refusal) -> ExplorationError {
        ExplorationError(refusal, in: source.name) { offset in book.place([offset]).map { "\($0.file):\($0.line)" } }
    }
}

extension ExplorationReport {
    /// Every offset into the program that is to be looked up.
    var offsets: Set<UInt> {
        var all: Set<UInt> = []
        for finding in findings {
            for access in finding.races.joined() { all.insert(access.place) }
            for waiting in finding.waiting { all.insert(waiting.place) }
            all.insert(finding.place)
            all.formUnion(finding.log.offsets)
        }
        if let log { all.formUnion(log.offsets) }
        if case .notModelled(_, let place)? = refusal { all.insert(place) }
        if case .noStep(let place)? = refusal { all.insert(place) }
        all.remove(0)
        return all
    }
}
